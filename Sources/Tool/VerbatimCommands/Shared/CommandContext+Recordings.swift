import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

extension CommandContext {
    /// Opens the folder of the recordings: that of the tool, unless the command line names another one.
    func recordings(in path: String? = nil) -> RecordingStore {
        RecordingStore(url(path ?? folders.recordings), apis: apis.map(\.name))
    }

    /// Returns the recordings at some paths, each once, or, without paths, those of some APIs.
    ///
    /// - Parameter includesOthers: Whether, without paths, recordings that belong to no API are returned too.
    func recordings(
        at paths: [String], orOf apis: [API], includesOthers: Bool = false
    ) throws -> [RecordingStore.File] {
        let store = recordings()
        guard !paths.isEmpty else {
            let own = try apis.flatMap { try store.files(of: $0.name, scenarios: $0.scenarios.map(\.name)) }
            return own + (includesOthers ? store.others : [])
        }
        return try recordings(at: paths, in: store)
    }

    /// Returns the recordings at some paths, each once.
    ///
    /// - Parameter store: The store that names them.
    func recordings(
        at paths: [String], in store: RecordingStore
    ) throws(UsageError) -> [RecordingStore.File] {
        var seen: Set<FileIdentity?> = []
        var files: [RecordingStore.File] = []
        for url in paths.map(url) {
            let found = store.files(at: url)
            guard !found.isEmpty else {
                throw .malformed(url.relativePath, expected: "a folder with recordings (*.har)")
            }
            files += found.filter { seen.insert(FileIdentity(of: $0.url)).inserted }
        }
        return files
    }

    /// Returns paths of recordings without the folder of all recordings, which is the default anyway.
    func withoutDefault(_ paths: [String]) -> [String] {
        let all = FileIdentity(of: url(folders.recordings))
        return paths.filter { all == nil || FileIdentity(of: url($0)) != all }
    }
}

extension RecordingStore.File {
    /// Reads the interactions, and prints the losses of an archive that is not ours.
    func interactions(on console: Console) throws(ArchiveError) -> [Interaction] {
        let archive = try archive(console.redactor)
        console.error(ItemText().text(of: archive.lossFindings))
        return archive.interactions
    }
}
