import Foundation
import Testing

@testable import VerbatimCommands

/// The output of `verbatim schema`.
@Suite struct SchemaCommandTests {
    private func tool(_ files: [String: String]) throws -> CommandLineHarness {
        let tool = try CommandLineHarness()
        for (name, text) in files { try Data(text.utf8).write(to: tool.path(name)) }
        return tool
    }

    private let schema = """
        {
          "type": "object",
          "properties": { "pages": { "type": "integer" } }
        }
        """

    @Test func `reports violations with both locations`() async throws {
        let tool = try tool([
            "book.schema.json": schema, "good.json": "{\"pages\": 3}",
            "bad.json": "{\n  \"pages\": \"312\"\n}",
        ])
        let run = await tool.run("schema", "book.schema.json", "good.json", "bad.json")
        #expect(run.code == .broken)
        #expect(
            run.out == """
                good.json: valid
                '/pages': expected integer, found the string "312"
                  at bad.json:2:12, book.schema.json:3:38 (type)

                """)
    }

    @Test func `prints the output format basic of the specification`() async throws {
        let tool = try tool(["book.schema.json": schema, "bad.json": "{\"pages\": \"312\"}"])
        let run = await tool.run("schema", "--format", "json", "book.schema.json", "bad.json")
        #expect(run.code == .broken)
        #expect(run.out.contains("\"keywordLocation\": \"/properties/pages/type\""))
        #expect(run.out.contains("\"instanceLocation\": \"/pages\""))
    }

    @Test func `resolves references to other documents in a folder only`() async throws {
        let tool = try tool(["s.json": "{\"$ref\": \"https://example.test/n\"}", "one.json": "1"])
        let without = await tool.run("schema", "s.json", "one.json")
        #expect(without.code == .unreadable)
        #expect(
            without.error.hasPrefix("verbatim: s.json:1:10: the schema does not compile: "),
            "\(without.error)")
        try FileManager.default.createDirectory(
            at: tool.path("remotes"), withIntermediateDirectories: true)
        try Data("{\"$id\": \"https://example.test/n\", \"type\": \"integer\"}".utf8)
            .write(to: tool.path("remotes/n.json"))
        let with = await tool.run("schema", "--remotes", "remotes", "s.json", "one.json")
        #expect(with.code == .holds, "\(with.error)")
    }

    @Test func `maps an address to a folder`() async throws {
        let tool = try tool([
            "s.json": "{\"$ref\": \"http://localhost:1234/a/n.json#/$defs/n\"}", "one.json": "1",
            "no.json": "{}",
        ])
        try FileManager.default.createDirectory(
            at: tool.path("remotes/a"), withIntermediateDirectories: true)
        try Data("{\"$defs\": {\"n\": {\"$ref\": \"m.json\"}}}".utf8).write(to: tool.path("remotes/a/n.json"))
        try Data("{\"type\": \"integer\"}".utf8).write(to: tool.path("remotes/a/m.json"))
        for address in ["http://localhost:1234/", "http://localhost:1234"] {
            let run = await tool.run("schema", "--remotes", "\(address)=remotes", "s.json", "one.json")
            #expect(run.code == .holds, "\(run.error)")
            let broken = await tool.run("schema", "--remotes=\(address)=remotes", "s.json", "no.json")
            #expect(broken.code == .broken, "\(broken.error)")
        }
    }

    @Test func `a schema that names its dialect has the formats of that`() async throws {
        let named = "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"format\": \"date\"}"
        let tool = try tool(["s.json": "{\"format\": \"date\"}", "named.json": named, "i.json": "\"x\""])
        #expect(await tool.run("schema", "s.json", "i.json").code == .broken)
        #expect(await tool.run("schema", "--formats", "annotation", "s.json", "i.json").code == .holds)
        #expect(await tool.run("schema", "--formats", "assertion", "named.json", "i.json").code == .broken)
        let run = await tool.run("schema", "named.json", "i.json")
        #expect(run.code == .holds)
        #expect(run.out == "i.json: valid\n")
        #expect(
            run.error.hasPrefix("warning: i.json:1:1: expected the format date, found the string \"x\"; "))
    }

    @Test(arguments: [
        ("oops", "{}", "verbatim: s.json:1:1: invalid JSON: "),
        ("{\"type\": \"intger\"}", "{}", "verbatim: s.json:1:10: the schema does not compile: "),
        ("{}", "{,}", "verbatim: i.json:1:2: invalid JSON: "),
    ])
    func `reports an unusable file with its location`(schema: String, instance: String, text: String)
        async throws
    {
        let run = await (try tool(["s.json": schema, "i.json": instance])).run(
            "schema", "s.json", "i.json")
        #expect(run.code == .unreadable)
        #expect(run.error.hasPrefix(text), "\(run.error)")
    }

    @Test func `reports a missing file and continues with the others`() async throws {
        let run = await (try tool(["s.json": "{}", "i.json": "1"])).run(
            "schema", "s.json", "no.json", "i.json")
        #expect(run.code == .unreadable)
        #expect(run.error.hasPrefix("verbatim: no.json: the file cannot be read: "))
        #expect(run.out == "i.json: valid\n")
    }
}
