public import Foundation
import VerbatimHAR
import VerbatimJSON

/// A log of the days on which recordings were made: `Recordings/refreshed.json`.
///
/// `{"itunes/search-music": "2026-11-21"}`, sorted by name. It has days in UTC rather than times, so that
/// recording twice on a day does not change the file. Everything else that is known of a recording is in it.
public struct RefreshLog: Sendable, Hashable {
    /// The file.
    public let url: URL

    /// The name of the file in the folder of the recordings.
    package static let fileName = "refreshed.json"

    /// Creates the log of a folder of recordings. The file need not exist.
    public init(in recordings: URL) { url = recordings.file(RefreshLog.fileName) }

    /// Reads the days, `yyyy-MM-dd`. The result is empty if the file does not exist.
    ///
    /// A recording without a day of the calendar is omitted. In the logs of earlier versions, an object has
    /// the day.
    ///
    /// - Throws: ``RecordingError/archive(_:)`` if the file is damaged.
    package func days() throws(RecordingError) -> [RecordingName: String] {
        let log = try RecordingError.wrap { () throws(ArchiveError) -> JSON? in try document() }
        var days: [RecordingName: String] = [:]
        guard let members = log?.members else { return days }
        for (name, value) in members {
            if let day = value.string ?? value["day"].string, day.isISODay { days[RecordingName(name)] = day }
        }
        return days
    }

    /// Sets the day of a recording. Other processes may update the log at the same time.
    package func update(_ name: RecordingName, date: Date = Date()) throws(RecordingError) {
        try RecordingError.wrap { () throws(ArchiveError) in
            let folder = url.deletingLastPathComponent()
            try FolderLock.withLock(on: [folder]) { (lock: borrowing FolderLock) throws(ArchiveError) in
                try staged(date.isoDay, of: name, under: lock)?.commit()
                try AtomicFile.removeTemporaries(of: url, under: lock)
            }
        }
    }

    /// Writes the log with the day of a recording under a temporary name; returns nil if it has that day.
    ///
    /// The other entries stay as they are, even wrong ones.
    func staged(
        _ day: String, of name: RecordingName, under lock: borrowing FolderLock
    ) throws(ArchiveError) -> StagedFile? {
        var members: [(String, JSONValue)] = []
        if let document = try document() {
            members = document.members.filter { RecordingName($0.name) != name }
                .map { ($0.name, $0.value.value) }
        }
        members.append((name.description, .string(day)))
        members.sort { $0.0 < $1.0 }
        let text = Data((JSONValue.object(JSONObject(members)).text(.pretty) + "\n").utf8)
        return (try? Data(contentsOf: url)) == text ? nil : try StagedFile(text, for: url)
    }

    /// Reads the file; returns nil if it does not exist.
    private func document() throws(ArchiveError) -> JSON? {
        guard try FileKind.require(.file, at: url) == .file else { return nil }
        let document: JSON
        do throws(ArchiveError) {
            document = try Archive.document(at: url)
        } catch {
            switch error.problem {
            case .malformed(let reason), .unreadable(let reason):
                throw ArchiveError(
                    .refreshLog(reason: reason), file: error.file, line: error.line, column: error.column)
            default: throw error
            }
        }
        guard document.kind == .object else {
            throw ArchiveError(
                .refreshLog(reason: "it is not an object"), file: url.displayPath, line: 1, column: 1)
        }
        return document
    }
}
