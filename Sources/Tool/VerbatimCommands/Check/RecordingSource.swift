import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// A recording to check.
struct RecordingSource {
    let file: URL
    /// The name of its API, or nil if its folder does not say.
    let api: String?
    /// The name of the recording, `<api>/<scenario>`, if its API is known.
    let name: String?

    /// - Parameter path: The path in the folder of the recordings, if the file is there.
    init(file: URL, api: String?, path: String? = nil) {
        self.file = file
        self.api = api
        let scenario = path.map(\.withoutExtension) ?? file.deletingPathExtension().lastPathComponent
        name = api.map { path == nil ? "\($0)/\(scenario)" : scenario }
    }

    /// Reads the interactions.
    ///
    /// - Parameter console: Receives the losses of an archive that is not ours, and redacts its secrets from
    ///   now on.
    func interactions(on console: Console) throws(ArchiveError) -> [Interaction] {
        let archive = try archive(redactor: console.redactor)
        console.error(ItemText().text(of: archive.lossFindings))
        return archive.interactions
    }

    /// Reads the recording. That of another tool is read as far as it can be.
    ///
    /// - Parameter redactor: Redacts the secrets of an archive that is not ours, from now on.
    func archive(redactor: OutputRedactor) throws(ArchiveError) -> Archive {
        let archive = try Archive(contentsOf: file, isLenient: api == nil)
        if api == nil { redactor.addSecrets(of: archive.interactions) }
        return archive
    }
}

extension RecordingSource {
    /// Returns the recordings at some paths, each once, or, without paths, those of some APIs.
    ///
    /// - Parameter includesOthers: Whether, without paths, recordings that belong to no API are returned too.
    static func all(
        at paths: [String], orOf apis: [API], includesOthers: Bool = false, in context: CommandContext
    ) throws -> [RecordingSource] {
        let folder = RecordingsFolder(context)
        guard !paths.isEmpty else {
            return try apis.flatMap(folder.recordings(of:)) + (includesOthers ? folder.others : [])
        }
        var seen: Set<FileIdentity?> = []
        return try paths.flatMap { try files(at: context.url($0), in: context) }
            .filter { seen.insert(FileIdentity(of: $0.file)).inserted }
    }

    /// Returns the recording in a file, or all in a folder and its subfolders.
    static func files(at url: URL, in context: CommandContext) throws -> [RecordingSource] {
        let folder = RecordingsFolder(context)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
        guard exists, isFolder.boolValue else { return [folder.source(of: url)] }
        let paths = FolderListing.paths(in: url, extension: "har")
        guard !paths.isEmpty else {
            throw UsageError.malformed(url.relativePath, expected: "a folder with recordings (*.har)")
        }
        return paths.map { folder.source(of: url.appending(path: $0)) }
    }
}

/// The folder of the recordings, in which a subfolder belongs to each API.
struct RecordingsFolder {
    /// The folder.
    let url: URL
    private let apis: [String]

    /// The folder of a tool, unless the command line names another one.
    init(_ context: CommandContext, at path: String? = nil) {
        url = context.url(path ?? context.folders.recordings)
        apis = context.apis.map(\.name)
    }

    /// The paths of all recordings, relative to the folder and sorted.
    var paths: [String] { FolderListing.paths(in: url, extension: "har") }

    /// The recordings that belong to no API.
    fileprivate var others: [RecordingSource] {
        paths.filter { api(of: $0) == nil }.map { RecordingSource(file: url.appending(path: $0), api: nil) }
    }

    /// Returns the API of a recording, by its path in the folder.
    func api(of path: String) -> String? {
        path.firstIndex(of: "/").map { String(path[..<$0]) }.flatMap { apis.contains($0) ? $0 : nil }
    }

    /// Returns the recordings of an API: those of its scenarios, which must exist, and others beside them.
    fileprivate func recordings(of api: API) throws(RecordingError) -> [RecordingSource] {
        let folder = url.appending(path: api.name)
        let paths = FolderListing.paths(in: folder, extension: "har").map { "\(api.name)/\($0)" }
        let names = Set(paths.map(\.withoutExtension))
        if let missing = api.scenarios.first(where: { !names.contains("\(api.name)/\($0.name)") }) {
            throw RecordingError.missing(
                recording: folder.appending(path: "\(missing.name).har").relativePath,
                command: ToolCommand("record", api.name, "--scenario", missing.name).line)
        }
        return paths.map { RecordingSource(file: url.appending(path: $0), api: api.name, path: $0) }
    }

    /// Returns a file as a recording of the API in whose folder it is, if it is in one.
    fileprivate func source(of file: URL) -> RecordingSource {
        let folder = url.resolvingSymlinksInPath().path(percentEncoded: false)
        let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
        let root = folder.hasSuffix("/") ? folder : folder + "/"
        let relative = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
        let api = relative.flatMap(api)
        return RecordingSource(file: file, api: api, path: api == nil ? nil : relative)
    }
}

extension CommandContext {
    /// Returns paths of recordings without the folder of all recordings, which is the default anyway.
    func withoutDefault(_ paths: [String]) -> [String] {
        let all = FileIdentity(of: url(folders.recordings))
        return paths.filter { all == nil || FileIdentity(of: url($0)) != all }
    }
}

extension String {
    /// The path without its extension.
    fileprivate var withoutExtension: String { String(self[..<(lastIndex(of: ".") ?? endIndex)]) }
}
