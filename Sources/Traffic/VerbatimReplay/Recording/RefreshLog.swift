public import Foundation
import VerbatimHAR
import VerbatimJSON

/// When each recording was last made, and who answered: `Recordings/refreshed.json`.
///
/// `{"itunes/search-music": {"day": "2026-11-21", "origin": "fake"}}`, sorted by name. Days, in UTC, because a
/// recording made twice a day is not worth a change to a file.
public struct RefreshLog: Sendable, Hashable {
    /// The file.
    public let url: URL

    /// The last time a recording was made.
    public struct Entry: Sendable, Hashable {
        /// The day, `yyyy-MM-dd`.
        public var day: String
        /// Who answered.
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
        url = recordings.appendingPathComponent(RefreshLog.fileName)
    }

    /// Reads the entries by name of recording; none when there is no file.
    ///
    /// - Throws: ``RecordingError/archive(_:)`` when the file is damaged.
    public func entries() throws(RecordingError) -> [String: Entry] {
        try RecordingError.wrap { () throws(ArchiveError) in try read() }
    }

    /// Notes that a recording was made; safe against others who do the same at the same time.
    ///
    /// - Parameter date: The time it was made.
    public func update(_ name: String, origin: RecordingOrigin, date: Date = Date()) throws(RecordingError) {
        try RecordingError.wrap { () throws(ArchiveError) in
            try FolderLock.hold(url.deletingLastPathComponent()) {
                (_: borrowing FolderLock) throws(ArchiveError) in
                var entries = try read()
                entries[name] = Entry(day: date.isoDay, origin: origin)
                try write(entries)
                try AtomicFile.removeTemporaries(of: url)
            }
        }
    }

    private func read() throws(ArchiveError) -> [String: Entry] {
        guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return [:] }
        let json = try Archive.document(at: url)
        var entries: [String: Entry] = [:]
        for (name, value) in json.members {
            guard let day = value["day"].string,
                let origin = value["origin"].string.flatMap(RecordingOrigin.init)
            else {
                throw ArchiveError(
                    unexpected: value, "a day and an origin (live or fake)", file: url.displayPath)
            }
            entries[name] = Entry(day: day, origin: origin)
        }
        return entries
    }

    private func write(_ entries: [String: Entry]) throws(ArchiveError) {
        let members = entries.sorted { $0.key < $1.key }.map { name, entry -> (String, JSONValue) in
            (name, ["day": .string(entry.day), "origin": .string(entry.origin.rawValue)])
        }
        let text = JSONValue.object(JSONObject(members)).text(.pretty) + "\n"
        if (try? Data(contentsOf: url)) != Data(text.utf8) { try AtomicFile.write(Data(text.utf8), to: url) }
    }
}
