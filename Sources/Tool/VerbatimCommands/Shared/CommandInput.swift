import Foundation
import Synchronization
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// The APIs that the operands of a command name, or all, with their contracts: the first stage of commands
/// that read both contracts and recordings.
struct ChosenAPIs {
    let contracts: ContractSet
    let apis: [API]
    let isWhole: Bool
    /// The context of the command, which also knows the APIs that have a contract but no code.
    var context: CommandContext

    init(_ arguments: Arguments, in context: CommandContext) throws {
        try self.init(
            contracts: context.url(arguments[.contracts]), isStrict: arguments[.strict],
            named: arguments.operands, in: context)
    }

    /// Creates the APIs with some names, or all, with the contracts in a folder.
    init(
        contracts folder: URL, isStrict: Bool = false, named names: [String] = [], in context: CommandContext
    ) throws {
        isWhole = names.isEmpty
        guard !isWhole else {
            contracts = try context.contracts(in: folder, isStrict: isStrict)
            self.context = context.including(contracts.contracts.map(\.api))
            apis = self.context.apis
            return
        }
        // The contracts of others are not read.
        self.context = context.including(try ContractSet.apis(in: folder))
        apis = try self.context.apis(named: names)
        contracts = try context.contracts(in: folder, of: names, isStrict: isStrict)
    }

    /// Returns the recordings at some paths or, without paths, those of the APIs.
    func recordings(at paths: [String], includesOthers: Bool = false) throws -> [RecordingStore.File] {
        try context.recordings(at: paths, orOf: apis, includesOthers: includesOthers)
    }
}

extension CommandContext {
    /// Reads the contracts of some APIs, or all, in a folder; those that are known are not read again.
    func contracts(
        in folder: URL, of apis: [String]? = nil, isStrict: Bool = false
    ) throws(ContractError) -> ContractSet {
        try ContractSet(contentsOf: folder, of: apis, isStrict: isStrict, known: knownContracts)
    }

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
            let named = apis.map { (name: $0.name, scenarios: $0.scenarios.map(\.name)) }
            return try store.files(of: named, withOthers: includesOthers)
        }
        return try recordings(at: paths, in: store)
    }

    /// Returns the recordings at some paths, each once.
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

    /// Returns the interactions of recordings, which are read whenever they are needed, and prints the losses
    /// of archives that are not ours.
    func traffic(of files: [RecordingStore.File]) async throws -> StreamedTraffic {
        var (traffic, losses) = (StreamedTraffic(), [Finding]())
        for file in files {
            let stream = try file.stream()
            let outline = try await RecordingOutline(of: file, stream, console.redactor)
            losses += outline.losses
            traffic.append(outline.outline, of: stream)
        }
        console.error(ItemText().text(of: losses))
        return traffic
    }

    /// Returns the interactions of recordings that shares read, as far as they are known.
    func traffic(
        of files: [RecordingStore.File], dividedAmong shares: InferenceShares
    ) async throws -> StreamedTraffic {
        let outlines = try await shares.facts { index in
            try await RecordingOutline(of: files[index], try files[index].stream(), console.redactor)
        }
        var traffic = StreamedTraffic()
        for (index, outline) in (outlines ?? []).enumerated() {
            traffic.append(outline.outline, of: shares.reads(index) ? try files[index].stream() : nil)
        }
        console.error(ItemText().text(of: (outlines ?? []).flatMap(\.losses)))
        traffic.shares = shares
        return traffic
    }

    /// Returns paths of recordings without the folder of all recordings, which is the default anyway.
    func withoutDefault(_ paths: [String]) -> [String] {
        let all = FileIdentity(of: url(folders.recordings))
        return paths.filter { all == nil || FileIdentity(of: url($0)) != all }
    }
}

/// What is known of a recording without reading its interactions again.
private struct RecordingOutline: Codable {
    let outline: StreamedTraffic.Outline
    /// The losses of an archive that is not ours.
    let losses: [Finding]

    init(
        of file: RecordingStore.File, _ stream: ArchiveStream, _ redactor: OutputRedactor
    ) async throws(ArchiveError) {
        let isForeign = file.name == nil
        var losses: [Finding] = []
        outline = try await StreamedTraffic.outline(of: stream) { archive in
            if isForeign { redactor.addSecrets(of: archive.interactions) }
            return archive.lossFindings
        } into: {
            losses += $0
        }
        self.losses = losses
    }
}

extension RecordingStore.File {
    /// The name by which shares divide recordings: that of the recording, or else the path.
    var itemName: String { name?.description ?? url.relativePath }

    /// Reads the archive, and prints the losses of one that is not ours.
    func archive(on console: Console) throws(ArchiveError) -> Archive {
        let archive = try archive(console.redactor)
        console.error(ItemText().text(of: archive.lossFindings))
        return archive
    }
}

extension Arguments {
    /// Reads the declarations of the app's models in the folder of `--sources`, or else of the context.
    ///
    /// Throws if the folder of `--sources` does not exist; without the default one, no declaration is known.
    func declarations(in context: CommandContext) throws(UsageError) -> SourceIndex {
        let folder = context.url(self[.sources] ?? context.folders.sources)
        if let option = self[.sources], !folder.isFolder {
            throw .malformed("--sources \(option)", expected: "a folder")
        }
        return SourceIndex(contentsOf: folder)
    }
}

/// The declarations of the app's models, read on first use and shared by concurrent tasks.
final class SharedSourceIndex: Sendable {
    private let folder: URL
    private let index = Mutex<SourceIndex?>(nil)

    init(of folder: URL) { self.folder = folder }

    var value: SourceIndex {
        index.withLock { index in
            let value = index ?? SourceIndex(contentsOf: folder)
            index = value
            return value
        }
    }
}
