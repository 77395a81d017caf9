import Foundation
import VerbatimHAR

/// The bodies of a recording in progress: a hidden folder beside the recording, with one file for each body.
///
/// Files are written once, so that the cost of an interaction does not depend on the length of the recording.
/// The name of the folder contains the process identifier and a random number: no two recordings share a
/// journal, and the journal of a process that was killed is removed by the next recording. Requests and
/// response heads stay in memory, as nothing of a killed recording is ever read again.
struct Journal: Sendable {
    private let folder: URL

    init(beside recording: URL) {
        let mark = UUID().uuidString.prefix(8).lowercased()
        let name = "\(Journal.prefix(recording))\(ProcessInfo.processInfo.processIdentifier)-\(mark)"
        folder = recording.deletingLastPathComponent().appendingPathComponent(name)
    }

    /// Writes a body.
    func append(_ body: Data, turn: Int) throws(ArchiveError) -> HTTPBody {
        let file = folder.appendingPathComponent("\(turn)")
        try AtomicFile.createFolder(folder)
        try AtomicFile.write(body, to: file)
        return .file(file)
    }

    /// Removes a body that came too late to be published.
    func discard(turn: Int) throws(ArchiveError) {
        try AtomicFile.remove(folder.appendingPathComponent("\(turn)"))
        if AtomicFile.names(in: folder).isEmpty { try remove() }
    }

    /// Removes the journal.
    func remove() throws(ArchiveError) {
        try AtomicFile.remove(folder)
    }

    /// Removes the journals of processes that no longer run.
    static func removeAbandoned(beside recording: URL) {
        let folder = recording.deletingLastPathComponent()
        for name in AtomicFile.names(in: folder) where name.hasPrefix(prefix(recording)) {
            let process = name.dropFirst(prefix(recording).count).prefix { $0 != "-" }
            guard let process = Int32(process), !isRunning(process) else { continue }
            // A journal that cannot be removed does no harm; the next recording tries again.
            _ = try? AtomicFile.remove(folder.appendingPathComponent(name))
        }
    }

    /// Whether a process exists, also one of another user.
    private static func isRunning(_ process: Int32) -> Bool {
        kill(process, 0) == 0 || errno == EPERM
    }

    private static func prefix(_ recording: URL) -> String {
        ".\(recording.deletingPathExtension().lastPathComponent).journal-"
    }
}
