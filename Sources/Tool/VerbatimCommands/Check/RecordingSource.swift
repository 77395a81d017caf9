import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

/// A recording to check.
struct RecordingSource {
    let file: URL
    /// The name of its API, or nil if its folder does not say.
    let api: String?

    /// Reads the interactions.
    ///
    /// - Parameter console: Receives the losses of an archive that is not ours, and redacts its secrets from
    ///   now on.
    func interactions(on console: Console) throws(ArchiveError) -> [Interaction] {
        let archive = try archive(redactor: console.redactor)
        console.error(FindingText().text(of: archive.lossFindings))
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

    /// The name of the recording, `<api>/<scenario>`, if its API is known.
    var name: String? { api.map { "\($0)/\(file.deletingPathExtension().lastPathComponent)" } }

    /// Returns the recordings at some paths or, without paths, those of some APIs.
    static func all(at paths: [String], orOf apis: [API], in context: CommandContext) throws
        -> [RecordingSource]
    {
        paths.isEmpty
            ? try scenarios(of: apis, in: context.url(DefaultPaths.recordings))
            : try paths.flatMap { try files(at: context.url($0)) }
    }

    /// Returns the recordings of some APIs: those of their scenarios, which must exist, and others beside
    /// them.
    private static func scenarios(of apis: [API], in folder: URL) throws -> [RecordingSource] {
        try apis.flatMap { api in
            let folder = folder.appending(path: api.name)
            let files = archives(in: folder)
            let names = Set(files.map { $0.deletingPathExtension().lastPathComponent })
            if let missing = api.scenarios.first(where: { !names.contains($0.name) }) {
                throw RecordingError.missing(
                    recording: folder.appending(path: "\(missing.name).har").relativePath,
                    command: "make record API=\(api.name) SCENARIO=\(missing.name)")
            }
            return files.map { RecordingSource(file: $0, api: api.name) }
        }
    }

    /// Returns the recording in a file, or all in a folder and its subfolders.
    static func files(at url: URL) throws -> [RecordingSource] {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
        guard exists, isFolder.boolValue else { return [RecordingSource(file: url, api: nil)] }
        let files = archives(in: url)
        guard !files.isEmpty else {
            throw UsageError.malformed(url.relativePath, expected: "a folder with recordings (*.har)")
        }
        return files.map { RecordingSource(file: $0, api: nil) }
    }

    private static func archives(in folder: URL) -> [URL] {
        FolderListing.paths(in: folder, extension: "har").map { folder.appending(path: $0) }
    }
}
