import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimReports

/// `verbatim infer`: a contract from recordings, or one brought up to them.
struct InferCommand: Command {
    static let syntax = CommandSyntax(
        name: "infer", summary: "Makes a contract of recordings, or brings one up to them.",
        options: [
            .init(
                name: "--recordings", value: "DIR|FILE.har", repeats: true,
                help: "what to read (default: \(DefaultPaths.recordings)/API)"),
            .init(
                name: "--contract", value: "FILE",
                help:
                    "the contract to bring up (default: \(DefaultPaths.contracts)/API.json, if there is one)"),
            .init(
                name: "--output", value: "FILE|-",
                help: "where to write the result, - for the standard output (default: the contract)"),
            .init(
                name: "--evidence", value: "N",
                help:
                    "require what was always there from N answers on (default: \(ContractInference().minimumResponses))"
            ),
            .init(name: "--counts", value: nil, help: "list how often each member was absent, null or empty"),
        ],
        operands: "API", operandCount: 1...1,
        notes: """
            What people wrote in the contract stays as long as the recordings keep it; what they contradict becomes
            only as wide as it must, and every such change is listed with the value that made it.
            """)

    private let api: String
    private let recordings: [String]
    private let contract: String?
    private let output: String?
    private let evidence: Int
    private let tellsCounts: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        api = arguments.operands[0]
        recordings = arguments.values("--recordings")
        contract = arguments.value("--contract")
        output = arguments.value("--output")
        tellsCounts = arguments.has("--counts")
        let evidence = arguments.value("--evidence") ?? String(ContractInference().minimumResponses)
        guard let number = Int(evidence), number > 0 else {
            throw .malformed(evidence, expected: "a number of answers, from 1")
        }
        self.evidence = number
    }

    func run(in setting: CommandContext) async throws -> ExitCode {
        let path = contract ?? "\(DefaultPaths.contracts)/\(api).json"
        let interactions = try interactions(in: setting)
        let inferred = try infer(interactions, path, in: setting)
        setting.console.error(InferenceText().text(of: inferred, api: api))
        if tellsCounts { setting.console.error(ObservedResponseText().text(of: inferred.responses)) }
        try write(inferred, to: output ?? path, in: setting)
        return .holds
    }

    private func interactions(in setting: CommandContext) throws -> [Interaction] {
        let paths = recordings.isEmpty ? ["\(DefaultPaths.recordings)/\(api)"] : recordings
        let files = try paths.flatMap { try RecordingSource.files(at: setting.url($0)) }
        // A file that is named twice, or beside its folder, is not twice the evidence.
        var seen: Set<String> = []
        return try files.filter { seen.insert($0.file.standardizedFileURL.path).inserted }
            .flatMap { try $0.interactions() }
    }

    private func infer(
        _ interactions: [Interaction], _ path: String, in setting: CommandContext
    ) throws -> InferredContract {
        let file = setting.url(path)
        let inference = ContractInference(minimumResponses: evidence)
        guard contract != nil || FileManager.default.fileExists(atPath: file.path) else {
            return try inference.contract(file: path, from: interactions)
        }
        let contract = try Contract(contentsOf: file)
        // An archive from elsewhere holds traffic of other services as well; the folder of an API does not.
        let own = recordings.isEmpty ? interactions : interactions.filter { contract.hasServer(of: $0) }
        return try inference.update(contract, with: own)
    }

    private func write(_ inferred: InferredContract, to path: String, in setting: CommandContext) throws {
        guard path != "-" else { return setting.console.out(inferred.text) }
        guard inferred.isChanged || output != nil else { return }
        let file = setting.url(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try AtomicFile.write(Data(inferred.text.utf8), to: file)
        setting.console.note("wrote \(path)\n  next: review the change and run `make check API=\(api)`")
    }
}
