import Foundation
import Testing

@testable import VerbatimCommands

/// `verbatim schema`, as a person at a terminal sees it.
struct SchemaCommandTests {
    private func workshop(_ files: [String: String]) throws -> CommandLineHarness {
        let workshop = try CommandLineHarness()
        for (name, text) in files { try Data(text.utf8).write(to: workshop.path(name)) }
        return workshop
    }

    private let schema = """
        {
          "type": "object",
          "properties": { "pages": { "type": "integer" } }
        }
        """

    @Test func `says what is wrong on both sides with line and column`() async throws {
        let workshop = try workshop([
            "book.schema.json": schema, "good.json": "{\"pages\": 3}",
            "bad.json": "{\n  \"pages\": \"312\"\n}",
        ])
        let run = await workshop.run("schema", "book.schema.json", "good.json", "bad.json")
        #expect(run.code == .broken)
        #expect(
            run.out == """
                good.json: valid
                '/pages' is the string "312", the schema says integer
                  at bad.json:2:12, book.schema.json:3:38 (type)

                """)
    }

    @Test func `prints the output formats of the specification`() async throws {
        let workshop = try workshop(["book.schema.json": schema, "bad.json": "{\"pages\": \"312\"}"])
        let run = await workshop.run("schema", "--format", "basic", "book.schema.json", "bad.json")
        #expect(run.code == .broken)
        #expect(run.out.contains("\"keywordLocation\": \"/properties/pages/type\""))
        #expect(run.out.contains("\"instanceLocation\": \"/pages\""))
    }

    @Test func `finds other documents in a folder and nowhere else`() async throws {
        let workshop = try workshop(["s.json": "{\"$ref\": \"https://example.test/n\"}", "one.json": "1"])
        let without = await workshop.run("schema", "s.json", "one.json")
        #expect(without.code == .unreadable)
        #expect(
            without.error.hasPrefix("verbatim: s.json:1:10: the schema does not compile: "),
            "\(without.error)")
        try FileManager.default.createDirectory(
            at: workshop.path("remotes"), withIntermediateDirectories: true)
        try Data("{\"$id\": \"https://example.test/n\", \"type\": \"integer\"}".utf8)
            .write(to: workshop.path("remotes/n.json"))
        let with = await workshop.run("schema", "--remotes", "remotes", "s.json", "one.json")
        #expect(with.code == .holds, "\(with.error)")
    }

    @Test(arguments: [
        ("oops", "{}", "verbatim: s.json:1:1: this is not JSON: "),
        ("{\"type\": \"intger\"}", "{}", "verbatim: s.json:1:10: the schema does not compile: "),
        ("{}", "{,}", "verbatim: i.json:1:2: this is not JSON: "),
    ])
    func `tells a file that is of no use with its location`(schema: String, instance: String, text: String)
        async throws
    {
        let run = await (try workshop(["s.json": schema, "i.json": instance])).run(
            "schema", "s.json", "i.json")
        #expect(run.code == .unreadable)
        #expect(run.error.hasPrefix(text), "\(run.error)")
    }

    @Test func `tells a file that is not there and goes on with the others`() async throws {
        let run = await (try workshop(["s.json": "{}", "i.json": "1"])).run(
            "schema", "s.json", "no.json", "i.json")
        #expect(run.code == .unreadable)
        #expect(run.error.hasPrefix("verbatim: no.json: the file cannot be read: "))
        #expect(run.out == "i.json: valid\n")
    }
}
