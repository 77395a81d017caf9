public import Foundation
import VerbatimHAR
import VerbatimJSON

/// A log of the day and origin of every recording: `Recordings/refreshed.json`.
///
/// `{"itunes/search-music": {"day": "2026-11-21", "origin": "fake"}}`, sorted by name. It has days in UTC
/// rather than times, so that recording twice on a day does not change the file.
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
        url = recordings.appendingPathComponent(RefreshLog.fileName)
    }

    /// Reads the entries, by the names of recordings. The result is empty if the file does not exist.
    ///
    /// - Throws: ``RecordingError/archive(_:)`` if the file is damaged.
    public func entries() throws(RecordingError) -> [String: Entry] {
        try RecordingError.wrap { () throws(ArchiveError) in try read() }
    }

    /// Sets the entry of a recording. Other processes may update the log at the same time.
    ///
    /// - Parameters:
    ///   - name: The name of the recording, `<api>/<scenario>`.
    ///   - origin: The source of its responses.
    ///   - date: The time at which it was made.
    public func update(_ name: String, origin: RecordingOrigin, date: Date = Date()) throws(RecordingError) {
        try RecordingError.wrap { () throws(ArchiveError) in
            try FolderLock.withLock(on: url.deletingLastPathComponent()) {
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
