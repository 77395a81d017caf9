import Foundation
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimReplay

/// `verbatim init`: writes what a package needs to record and check an API.
struct InitCommand: Command {
    static let syntax = CommandSyntax(
        name: "init", summary: "Writes a tool, a contract and a test for an API of the package.",
        options: [recording, tool],
        operands: "API", operandCount: 1...1,
        notes: """
            Writes Sources/NAME, Tests/NAMETests, the contract inferred from the recording, AGENTS.md, and prints the
            targets to add to Package.swift. The test replays every scenario. Nothing that exists is changed.
            """)

    private static let recording = Option.text(
        "--recording", "FILE", "a HAR or a fixture as of `import`, which becomes a recording and the contract"
    )
    private static let tool = Option.text("--tool", "NAME", "name of the tool's target (default: apis)").or(
        "apis")

    let arguments: Arguments
    private var api: String { arguments.operands[0] }

    init(arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        guard ImportCommand.isName(api), ToolTemplate.identifier(api) != nil else {
            throw .malformed(api, expected: "the name of an API, such as weather")
        }
        let tool = arguments[Self.tool]
        guard ToolTemplate.identifier(tool) == tool else {
            throw .malformed("--tool \(tool)", expected: "the name of a target, such as apis")
        }
        guard !ToolTemplate.isReserved(tool), !Self.modules.contains(tool) else {
            throw .malformed("--tool \(tool)", expected: "free, Swift has it: use a name such as apis")
        }
        // SwiftPM knows a target by its name alone, and Apple's file system one in any case.
        guard tool.lowercased() != "verbatim" else {
            throw .malformed(
                "--tool \(tool)", expected: "free, verbatim's own program has it: use a name such as apis")
        }
    }

    /// The modules that what `init` writes imports, and those that these are made of.
    private static let modules: Set = [
        "Foundation", "Swift", "Testing", "VerbatimContractTesting", "VerbatimKit", "VerbatimTesting",
        "XCTest",
    ]

    func run(in context: CommandContext) async throws -> ExitCode {
        guard let root = context.root else {
            throw EnvironmentError(
                MessageText(
                    "the working directory is in no package",
                    next: "make one with `swift package init`, and run this command in it"
                ).text)
        }
        let tool = arguments[Self.tool]
        let folder = root.isEmpty ? "" : root + "/"
        let recorded = try imported(in: context)
        let template = ToolTemplate(
            api: api, tool: tool, scenario: recorded?.scenario,
            urls: recorded?.interactions.map(\.request.url) ?? [])
        if let recorded {
            let path = "\(context.folders.contracts)/\(api).json"
            var inference = ContractInference()
            inference.isSecret = context.console.redactor.isSecret
            try write(to: path, in: context) {
                try inference.contract(file: path, from: recorded.interactions + recorded.others).text
            }
        }
        try write(to: "\(folder)Sources/\(tool)/APIs.swift", in: context) { template.program }
        try write(to: "\(folder)Tests/\(tool)Tests/ScenarioTests.swift", in: context) { template.test }
        try write(to: "\(folder)AGENTS.md", in: context) { template.agents }
        context.console.out(template.manifest, wraps: false)
        return .holds
    }

    /// Makes the traffic a recording of requests that a scenario can send again, beside the others, which a
    /// contract describes as well. A recording that exists is kept.
    private func imported(
        in context: CommandContext
    ) throws -> (scenario: String, interactions: [Interaction], others: [Interaction])? {
        guard let recording = arguments[Self.recording] else { return nil }
        let file = context.url(recording)
        let scenario = file.deletingPathExtension().lastPathComponent
        let name = RecordingName(api: api, scenario: scenario)
        let path = "\(context.folders.recordings)/\(name.path)"
        guard try FileKind(of: context.url(path)) == .missing else {
            context.console.note("kept \(path)")
            return (scenario, try Archive(contentsOf: context.url(path)).interactions, [])
        }
        var fixture = try ForeignFixture(contentsOf: file, path: recording, url: nil)
        let all = fixture.interactions
        func isRepeatable(_ request: HTTPRequest) -> Bool { request.method == "GET" && request.body == nil }
        // What a browser loads beside an API is pages, images and the services of others.
        let answers = TrafficSelection(onlyJSON: true).select(from: all).selected
        let chosen = answers.contains { isRepeatable($0.request) } ? answers : all
        fixture.interactions = chosen.filter { isRepeatable($0.request) }
        guard !fixture.interactions.isEmpty else {
            throw FileProblem(
                location: recording, what: "no GET request, which a first scenario could send",
                next: "run the command without '--recording', and write a scenario")
        }
        let others = chosen.filter { !isRepeatable($0.request) }
        if chosen.count < all.count {
            let count = String.count(all.count - chosen.count, "request")
            fixture.losses.append("\(recording): \(count) not answered with JSON by the host that does most")
        }
        let recorded = try ImportCommand.publish(fixture, as: name, in: context.folders.recordings, context)
        if !others.isEmpty {
            let count = String.count(others.count, "request")
            context.console.note(
                "  only in the contract: \(count) not by GET, as a scenario would send them again")
        }
        return (scenario, recorded, others)
    }

    /// Writes a file, unless there is one, and says which.
    private func write(to path: String, in context: CommandContext, _ text: () throws -> String) throws {
        guard try FileKind(of: context.url(path)) == .missing else {
            return context.console.note("kept \(path)")
        }
        try context.write(try text(), to: path)
        context.console.note("wrote \(path)")
    }
}
