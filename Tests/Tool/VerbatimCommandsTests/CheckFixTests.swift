import Foundation
import Testing
import VerbatimAPI
import VerbatimModels

@testable import VerbatimCommands

/// A medium of a shop, of a kind that the app knows.
private struct ShopMedium: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
        case song
    }

    let id: Int
    let kind: Kind
}

/// `verbatim check --fix` as people use it.
@Suite struct CheckFixTests {
    private static let source = "Sources/ShopItem.swift"

    /// A shop that renamed `name`.
    private func renaming() throws -> CommandLineHarness {
        let shop = try CommandLineHarness.shop()
        let items = #"[{"id": 1, "itemName": "Lamp"}, {"id": 2, "itemName": "Table"}]"#
        try shop.write(items + "\n", to: "Recordings/shop/items/1.json")
        // So that the new name is seen without the history of the recordings.
        let closed = try shop.text("Contracts/shop.json").replacing(
            "\"type\": \"object\"", with: "\"type\": \"object\", \"additionalProperties\": false")
        try shop.write(closed, to: "Contracts/shop.json")
        return shop
    }

    /// Returns what is printed below the report.
    private func fixes(_ run: CommandLineHarness.Run) -> String {
        run.out.range(of: "\n1 of ").map { String(run.out[$0.lowerBound...]) } ?? run.out
    }

    private func property(_ key: String, _ shop: CommandLineHarness) -> String? {
        let index = SourceIndex(contentsOf: shop.path("Sources"))
        return index.property(readFrom: key, of: "ShopItem").map(\.description)
    }

    @Test func `without a terminal only the difference is shown`() async throws {
        let shop = try renaming()
        let source = try shop.text(Self.source)
        let run = await shop.run("check", "--fix")
        #expect(run.code == .broken)
        #expect(
            fixes(run) == """

                1 of 1: shop renamed 'name' to 'itemName'
                --- a/Sources/ShopItem.swift
                +++ b/Sources/ShopItem.swift
                @@ -1,4 +1,9 @@
                 struct ShopItem: Decodable {
                     let id: Int
                     let name: String
                +
                +    enum CodingKeys: String, CodingKey {
                +        case id
                +        case name = "itemName"
                +    }
                 }
                nothing was written
                  next: run `verbatim check --fix` in a terminal, or `verbatim check --fix-all`; then accept the change in the contract with `verbatim review shop`

                """)
        #expect(try shop.text(Self.source) == source)
    }

    @Test func `with --fix-all the app reads the new name`() async throws {
        let shop = try renaming()
        let run = await shop.run("check", "shop", "--fix-all")
        #expect(
            fixes(run).hasSuffix(
                """
                wrote Sources/ShopItem.swift
                  next: build, and accept the change in the contract with `verbatim review shop`

                """))
        #expect(property("itemName", shop) == "ShopItem.name")
        #expect(property("name", shop) == nil)
    }

    @Test(arguments: [(["y"], true), (["what?", "A"], true), (["n"], false), (["q"], false), ([], false)])
    func `a terminal is asked`(answers: [String], writes: Bool) async throws {
        let shop = try renaming()
        let run = await shop.run(words: ["check", "--fix"], width: 80, answers: answers)
        #expect(run.out.contains("make these edits? [y]es, [n]o, [a]ll, [q]uit: "))
        #expect(run.out.contains("nothing was written") == !writes)
        #expect((property("itemName", shop) != nil) == writes)
    }

    @Test func `a property that is null becomes optional`() async throws {
        let shop = try CommandLineHarness.shop()
        let run = await shop.run("check", "--fix-all")
        #expect(fixes(run).contains("-    let name: String\n+    let name: String?\n"))
        #expect(fixes(run).contains("\n  other code may have to change as well: the compiler shows where\n"))
        #expect(try shop.text(Self.source).contains("let name: String?\n"))
    }

    @Test func `a new word of an enumeration becomes a case`() async throws {
        let shop = try CommandLineHarness.shop(ModelBinding("items.list", [ShopMedium].self))
        try shop.write(
            "struct ShopMedium: Decodable {\n    let id: Int\n    let kind: Kind\n\n"
                + "    enum Kind: String, Decodable {\n        case song\n    }\n}\n", to: Self.source)
        let items = #"[{"id": 1, "name": "Lamp", "kind": "song-preview"}]"#
        try shop.write(items + "\n", to: "Recordings/shop/items/1.json")
        let known = try shop.text("Contracts/shop.json").replacing(
            "\"properties\": {", with: #""properties": {"kind": {"type": "string", "enum": ["song"]},"#)
        try shop.write(known, to: "Contracts/shop.json")
        let run = await shop.run("check", "--fix-all")
        #expect(fixes(run).contains("+        case songPreview = \"song-preview\"\n"))
        #expect(
            try shop.text(Self.source).contains(
                "        case song\n        case songPreview = \"song-preview\"\n"))
    }

    @Test func `a name that another recording still has is kept`() async throws {
        let shop = try renaming()
        let items = #"[{"id": 1, "itemName": "Lamp"}, {"id": 2, "name": "Table"}]"#
        try shop.write(items + "\n", to: "Recordings/shop/items/1.json")
        let run = await shop.run("check", "--fix-all")
        #expect(
            fixes(run).contains(
                "  left as it is: ShopItem.name: 'name' is the name of 1 recorded value still: record again first\n"
            ))
    }

    @Test func `what is not sure is left as it is`() async throws {
        let shop = try renaming()
        let initializer = "    init(from decoder: any Decoder) throws { fatalError() }\n}\n"
        try shop.write(try shop.text(Self.source).dropLast(2) + initializer, to: Self.source)
        #expect(
            fixes(await shop.run("check", "--fix")) == """

                1 of 1: shop renamed 'name' to 'itemName'
                  left as it is: ShopItem.name: its `init(from:)` is written by hand: write `enum CodingKeys: String, CodingKey` with `case name = "itemName"`
                nothing was written
                  next: accept the change in the contract with `verbatim review shop`

                """)
    }

    @Test func `a file that is linked from elsewhere stays as it is`() async throws {
        let shop = try renaming()
        let other = try CommandLineHarness.shop()
        try FileManager.default.removeItem(at: shop.path(Self.source))
        try FileManager.default.createSymbolicLink(
            at: shop.path(Self.source), withDestinationURL: other.path(Self.source))
        let run = await shop.run("check", "--fix-all")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("the file is outside of the package, nothing was written"))
        #expect(try !other.text(Self.source).contains("CodingKeys"))
    }

    @Test func `a file that changes while it is asked stays as it is`() async throws {
        let shop = try renaming()
        let file = shop.path(Self.source)
        let run = await shop.run(
            words: ["check", "--fix"], answers: ["y"],
            beforeAnswers: {
                _ = FileManager.default.createFile(atPath: file.path, contents: Data("// new\n".utf8))
            })
        #expect(run.error.contains("the file changed meanwhile, nothing was written"))
        #expect(try shop.text(Self.source) == "// new\n")
    }

    @Test func `a recording without a cause needs no edit`() async throws {
        let shop = try CommandLineHarness.shop()
        try shop.write(#"[{"id": 1, "name": "Lamp"}]"#, to: "Recordings/shop/items/1.json")
        #expect(await shop.run("check", "--fix").out.contains("\nno edit of Sources mends a cause\n"))
    }

    @Test(arguments: [["--watch"], ["--write-baseline"], ["--format", "json"]])
    func `it is refused beside what it does not go with`(words: [String]) async throws {
        let shop = try CommandLineHarness.shop()
        let run = await shop.run(words: ["check", "--fix"] + words)
        #expect(run.code == .usage)
        #expect(run.error.contains("'--fix' cannot be combined with '\(words[0])'"))
    }
}
