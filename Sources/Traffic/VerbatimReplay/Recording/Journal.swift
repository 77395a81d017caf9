import Foundation
import VerbatimHAR

/// Where the bodies of a recording wait until it is published: a hidden folder beside it, one file a body.
///
/// A file is written once and never again, so a recording of any length costs the same for each interaction. The
/// process and a number stand in the name: two processes never share a journal, and one that was killed leaves
/// one that the next recording recognises and removes. Requests and heads wait in memory, for nothing of a
/// killed recording is ever read again.
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

    /// Removes all of it.
    func remove() throws(ArchiveError) {
        try AtomicFile.remove(folder)
    }

    /// Removes the journals of processes that are no more.
    static func removeAbandoned(beside recording: URL) {
        let folder = recording.deletingLastPathComponent()
        for name in AtomicFile.names(in: folder) where name.hasPrefix(prefix(recording)) {
            let process = name.dropFirst(prefix(recording).count).prefix { $0 != "-" }
            guard let process = Int32(process), !Processes.isRunning(process) else { continue }
            // What cannot be removed now is in nobody's way and is tried again next time.
            _ = try? AtomicFile.remove(folder.appendingPathComponent(name))
        }
    }

    private static func prefix(_ recording: URL) -> String {
        ".\(recording.deletingPathExtension().lastPathComponent).journal-"
    }
}
