package import Foundation
import VerbatimHAR
import VerbatimJSON

/// A folder in which the tests of any number of processes report the recordings that they made.
///
/// `verbatim record -- COMMAND` names it in the environment of the command, and reads it afterwards. Each
/// recording has a file, so that no process waits for another.
package struct RecordingJournal: Sendable {
    /// The environment variable with the path of the folder.
    package static let variable = "VERBATIM_JOURNAL"

    private let folder: URL

    package struct Entry: Sendable, Hashable {
        package var name: RecordingName
        /// Whether the recording was replaced or created.
        package var isPublished: Bool
        package var interactions: Int
        package var bytes: Int
        /// The path of the file that a test which failed left in place of a recording; nil if it passed.
        package var unpublished: String?
    }

    /// Creates a journal in a folder, which exists.
    package init(folder: URL) { self.folder = folder }

    /// The journal that the environment names; nil if it names none.
    package init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment[Self.variable], !path.isEmpty else { return nil }
        self.init(folder: URL(filePath: path, directoryHint: .isDirectory))
    }

    /// Adds the recording of a player that has finished, unless there was nothing to publish or to keep.
    ///
    /// - Parameter unpublished: The file that keeps what a test which failed recorded, if there is one.
    /// - Throws: The error of the system.
    package func add(_ summary: ReplaySummary, unpublished: URL? = nil) throws {
        guard summary.publication != .none || unpublished != nil else { return }
        let entry: JSONValue = [
            "name": .string(summary.name), "published": .bool(summary.publication == .published),
            "interactions": JSONValue(count: summary.used.count + summary.recorded.count),
            "bytes": JSONValue(count: summary.recorded.responseSize),
            "unpublished": unpublished.map { .string($0.path(percentEncoded: false)) } ?? .null,
        ]
        let file = folder.appending(path: "\(UUID().uuidString).json")
        try Data(entry.text(.compact).utf8).write(to: file, options: .atomic)
    }

    /// Reads the entries, sorted by name; none if the folder cannot be read.
    package func entries() -> [Entry] {
        FolderListing.paths(in: folder, extension: "json").compactMap { file in
            guard let data = try? Data(contentsOf: folder.appending(path: file)),
                let entry = try? JSON(parsing: data), let name = entry["name"].string
            else { return nil }
            return Entry(
                name: RecordingName(name), isPublished: entry["published"].bool ?? false,
                interactions: entry["interactions"].int ?? 0, bytes: entry["bytes"].int ?? 0,
                unpublished: entry["unpublished"].string)
        }.sorted { $0.name < $1.name }
    }
}

extension Sequence<Interaction> {
    /// The number of bytes of the bodies of all responses, decoded.
    package var responseSize: Int { reduce(0) { $0 + ((try? $1.responseBytes().count) ?? 0) } }
}
