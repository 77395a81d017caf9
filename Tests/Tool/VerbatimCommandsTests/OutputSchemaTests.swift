import Foundation
import Testing
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

@testable import VerbatimCommands

/// The JSON of commands without reports has the schema that is published beside the article Reports.
@Suite struct OutputSchemaTests {
    private static func document(_ name: String) throws -> JSON {
        let folder = "Sources/Tool/VerbatimKit/Verbatim.docc/Resources"
        return try JSON(contentsOf: PackageFolder.url.appending(path: "\(folder)/\(name).schema.json"))
    }

    private static func schema(_ name: String) throws -> CompiledSchema {
        try Schema(try document("output")).compile(at: JSONPointer(parsing: "/$defs/\(name)"))
    }

    @Test(arguments: [
        ("status", ["status", "--format", "json"]), ("rules", ["rules", "--format", "json"]),
        ("explain", ["explain", "response-body-malformed", "became-nullable", "--format", "json"]),
        ("review", ["review", "--format", "json"]),
        ("review", ["review", "--accept-all", "--format", "json"]),
        ("schema", ["schema", "Contracts/shop.json", "Contracts/shop.json", "--format", "json"]),
        ("schema", ["schema", "false.json", "Contracts/shop.json", "--format", "json"]),
        ("expectations", ["models", "--expectations"]),
    ])
    func `each command has its own`(name: String, words: [String]) async throws {
        let tool = try CommandLineHarness.shop()
        try tool.write(#"{"required": ["none"]}"#, to: "false.json")
        let run = await tool.run(words: words)
        let output = try JSON(parsing: run.out)
        let violations = try Self.schema(name).validate(output)
        #expect(violations.isEmpty, "\(violations.first?.description ?? ""): \(run.out.prefix(2_000))")
        // A schema that accepts everything would as well.
        let others = ["status", "rules", "review", "schema", "expectations"].filter { $0 != name }
        for other in others where output.kind == .object || output.elements.count > 0 {
            #expect(
                try !Self.schema(other).accepts(output) || name == "explain" && other == "rules", "\(other)")
        }
    }

    @Test func `the first line of a server has its schema`() async throws {
        let tool = try CommandLineHarness.shop()
        let run = await tool.run(words: ["serve", "--host", "127.0.0.2"])
        let line = try JSON(parsing: Data(run.out.utf8.prefix { $0 != UInt8(ascii: "\n") }))
        #expect(try Self.schema("serve").accepts(line), "\(run.out)\(run.error)")
    }

    @Test func `every command that prints JSON has a schema`() throws {
        let printing = CommandLineTool.commands.filter { command in
            command.syntax.options.contains { $0.name == "--format" && $0.choices.contains("json") }
        }
        let (own, reports) = (try Self.document("output"), try Self.document("report"))
        // What `merge` prints is the report of another command.
        let names = printing.map { $0.syntax.name }.filter { $0 != "merge" && !own["$defs"][$0].exists }
        #expect(names == ["record", "check", "diff", "models", "mutate"])
        #expect(Set(names) == Set(reports["properties"]["command"]["enum"].elements.compactMap(\.string)))
    }
}
