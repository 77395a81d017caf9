public import Foundation
public import VerbatimHAR
import VerbatimJSON

/// A log of the day and origin of every recording: `Recordings/refreshed.json`.
///
/// `{"itunes/search-music": {"day": "2026-11-21", "origin": "fake"}}`, sorted by name. It has days in UTC
/// rather than times, so that recording twice on a day does not change the file. The origin is in each
/// recording as well, and is decided there.
public struct RefreshLog: Sendable, Hashable {
    /// The file.
    public let url: URL

    /// The last time that a recording was made.
    public struct Entry: Sendable, Hashable {
        /// The day, `yyyy-MM-dd`.
        public var day: String
        /// The source of its responses.
        public var origin: RecordingOrigin

        /// Creates an entry.
        public init(day: String, origin: RecordingOrigin) {
            self.day = day
            self.origin = origin
        }
    }

    /// The name of the file in the folder of the recordings.
    public static let fileName = "refreshed.json"

    /// Creates the log of a folder of recordings. The file need not exist.
    public init(in recordings: URL) {
        url = recordings.file(RefreshLog.fileName)
    }

    /// Reads the entries, by the names of recordings. The result is empty if the file does not exist.
    ///
    /// An entry without an origin or a day of the calendar is omitted.
    ///
    /// - Throws: ``RecordingError/archive(_:)`` if the file is damaged.
    package func entries() throws(RecordingError) -> [RecordingName: Entry] {
        try RecordingError.wrap { () throws(ArchiveError) in try read() }
    }

    /// Sets the entry of a recording. Other processes may update the log at the same time.
    ///
    /// - Parameters:
    ///   - name: The name of the recording.
    ///   - origin: The source of its responses.
    ///   - date: The time at which it was made.
    package func update(_ name: RecordingName, origin: RecordingOrigin, date: Date = Date()) throws(RecordingError) {
        try RecordingError.wrap { () throws(ArchiveError) in
            let folder = url.deletingLastPathComponent()
            try FolderLock.withLock(on: [folder]) { (lock: borrowing FolderLock) throws(ArchiveError) in
                try staged(Entry(day: date.isoDay, origin: origin), of: name, under: lock)?.commit()
                try AtomicFile.removeTemporaries(of: url, under: lock)
            }
        }
    }
}

extension RefreshLog {
    /// Writes the log with the entry of a recording under a temporary name; returns nil if it has that entry.
    ///
    /// The other entries stay as they are, even wrong ones.
    func staged(
        _ entry: Entry, of name: RecordingName, under lock: borrowing FolderLock
    ) throws(ArchiveError) -> StagedFile? {
        var members: [(String, JSONValue)] = []
        if let document = try document() {
            members = document.members.filter { RecordingName($0.name) != name }.map { ($0.name, $0.value.value) }
        }
        members.append((name.description, ["day": .string(entry.day), "origin": .string(entry.origin.rawValue)]))
        members.sort { $0.0 < $1.0 }
        let text = Data((JSONValue.object(JSONObject(members)).text(.pretty) + "\n").utf8)
        return (try? Data(contentsOf: url)) == text ? nil : try StagedFile(text, for: url)
    }

    /// Reads the entries.
    func read() throws(ArchiveError) -> [RecordingName: Entry] {
        guard let document = try document() else { return [:] }
        var entries: [RecordingName: Entry] = [:]
        for (name, value) in document.members {
            guard let day = value["day"].string, day.isISODay,
                let origin = value["origin"].string.flatMap(RecordingOrigin.init)
            else { continue }
            entries[RecordingName(name)] = Entry(day: day, origin: origin)
        }
        return entries
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
