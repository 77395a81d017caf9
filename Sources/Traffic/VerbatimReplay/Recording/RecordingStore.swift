package import Foundation
package import VerbatimHAR
import VerbatimJSON

/// The recordings of a folder, in which a subfolder belongs to each API.
package struct RecordingStore: Sendable {
    package let folder: URL
    private let apis: Set<String>
    /// The owner of the folder if it is temporary: the files of a revision are removed with it.
    private let owner: (any AnyObject & Sendable)?

    /// Opens a folder, which need not exist, with the names of the APIs to which subfolders belong. The owner
    /// lives as long as the store.
    package init(_ folder: URL, apis: [String] = [], owner: (any AnyObject & Sendable)? = nil) {
        self.folder = folder
        self.apis = Set(apis)
        self.owner = owner
    }

    /// The names of all recordings, sorted by path.
    package var names: [RecordingName] {
        FolderListing.paths(in: folder, extension: "har").map { RecordingName(path: $0) }
    }

    /// The log of the days on which the recordings were made.
    package var log: RefreshLog { RefreshLog(in: folder) }

    package func archive(_ name: RecordingName) throws(ArchiveError) -> Archive {
        try Archive(contentsOf: folder.appending(path: name.path))
    }

    /// Returns the path of the recording to which the file of a body belongs: the folder of the body and the
    /// recording have the same name.
    package static func owner(ofBody path: String) -> String? {
        path.lastIndex(of: "/").map { "\(path[..<$0]).har" }
    }

    // MARK: Unpublished recordings

    /// Returns the path of the folder in which tests that failed while they recorded keep their recordings.
    ///
    /// - Parameter recordings: The path of the folder of the recordings, beside which it is.
    package static func unpublishedPath(beside recordings: String) -> String {
        let parent = NSString(string: recordings).deletingLastPathComponent
        return NSString(string: parent).appendingPathComponent(".build/verbatim/unpublished")
    }

    // MARK: Files

    /// A file with a recording of an API, or with the traffic of any other program.
    package struct File: Sendable {
        package let url: URL
        /// The name of the recording; nil if the file is in the folder of no API.
        package let name: RecordingName?

        package init(_ url: URL, name: RecordingName? = nil) {
            self.url = url
            self.name = name
        }

        /// The name of its API, or nil if its folder does not say.
        package var api: String? { name?.api }

        /// Opens the recording, to read some entries at a time. That of another program is read as far as it
        /// can be.
        package func stream() throws(ArchiveError) -> ArchiveStream {
            try ArchiveStream(contentsOf: url, isLenient: name == nil)
        }

        /// The file and those of the bodies beside it.
        package var parts: [URL] {
            let bodies = url.deletingPathExtension()
            return [url] + FolderListing.paths(in: bodies).sorted().map { bodies.appending(path: $0) }
        }

        /// Reads the recording. That of another program is read as far as it can be, and its secrets are
        /// redacted in the output from now on.
        package func archive(_ redactor: OutputRedactor) throws(ArchiveError) -> Archive {
            let archive = try Archive(contentsOf: url, isLenient: name == nil)
            if name == nil { redactor.addSecrets(of: archive.interactions) }
            return archive
        }
    }

    /// Returns the files of APIs: those of their scenarios, which must exist, and others beside them.
    ///
    /// - Parameter withOthers: Whether the files that belong to no API follow.
    package func files(of apis: [(name: String, scenarios: [String])], withOthers: Bool) throws -> [File] {
        let all = withOthers ? names : []
        let listed = OrderedGroups(grouping: all, by: \.api)
        let others = all.filter { !self.apis.contains($0.api) }
        return try apis.flatMap { try files(of: $0.name, scenarios: $0.scenarios, listed[$0.name]) }
            + others.map { File(folder.appending(path: $0.path)) }
    }

    private func files(
        of api: String, scenarios: [String], _ listed: [RecordingName]?
    ) throws(RecordingError) -> [File] {
        let subfolder = folder.appending(path: api)
        let names =
            listed
            ?? FolderListing.paths(in: subfolder, extension: "har")
            .map { RecordingName(path: "\(api)/\($0)") }
        let missing = scenarios.map { RecordingName(api: api, scenario: $0) }.first { !names.contains($0) }
        if let missing {
            throw .missing(
                recording: subfolder.appending(path: "\(missing.scenario).har").relativePath,
                command: missing.command)
        }
        return names.map { File(folder.appending(path: $0.path), name: $0) }
    }

    /// Returns the file at a URL, or those in a folder and its subfolders.
    package func files(at url: URL) -> [File] {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
        guard exists, isFolder.boolValue else { return [file(at: url)] }
        return FolderListing.paths(in: url, extension: "har").map { file(at: url.appending(path: $0)) }
    }

    /// Returns a file with its name, if it is in the folder of an API.
    private func file(at url: URL) -> File {
        let root = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
        let prefixes = [root, Self.unpublishedPath(beside: root)].map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        let name = prefixes.first(where: path.hasPrefix).map {
            RecordingName(path: String(path.dropFirst($0.count)))
        }
        return File(url, name: name.flatMap { apis.contains($0.api) ? $0 : nil })
    }

    // MARK: Snapshots

    /// Reads the interactions of recordings with their bodies, which publishing replaces; the errors of those
    /// that cannot be read. Recordings that do not exist are left out.
    package func snapshot(of names: [RecordingName]) -> [RecordingName: Result<Archive, ArchiveError>] {
        var snapshot: [RecordingName: Result<Archive, ArchiveError>] = [:]
        for name in names {
            do throws(ArchiveError) {
                var archive = try archive(name)
                archive.interactions = archive.interactions.map(\.detached)
                snapshot[name] = .success(archive)
            } catch {
                let file = folder.appending(path: name.path).path(percentEncoded: false)
                if FileManager.default.fileExists(atPath: file) { snapshot[name] = .failure(error) }
            }
        }
        return snapshot
    }
}

extension Interaction {
    /// The interaction without its location, which will be that of another.
    fileprivate var detached: Interaction {
        var interaction = withBodyInMemory
        interaction.location = nil
        return interaction
    }
}
