import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimCommands

/// `verbatim review` as people use it.
@Suite struct ReviewCommandTests {
    @Test func `a whole session`() async throws {
        let tool = try CommandLineHarness.shop()
        let contract = try tool.text("Contracts/shop.json")
        let run = await tool.run(
            words: ["review"],
            answers: [
                "a", "k", "?", "s", "a", "o", "warning", "", "the app hides such items", "soon", "2999-01-01",
            ])
        let usual = ExpiryDay.usual
        #expect(run.code == .broken)
        #expect(
            run.out == """
                1 of 4, widened: '/components/schemas/Item/properties/name/type' was "string", is now ["string","null"]
                  id: 4ae680a190b6
                  contract: Contracts/shop.json:47:21 "type": "string"
                  recorded: null at Recordings/shop/items/1.json:3:21, and 1 more like it
                  resolves: response-property-type: '/*/name' (GET /items -> 200), 2 times
                  breaks: ShopItem.name (Sources/ShopItem.swift:3:9): ShopItem.name expects String, but it is null
                  decide [a,k,o,s,A,q,?]: a

                2 of 4, added: '/components/schemas/Item/properties/weight' is a property, {"type":"integer"}
                  id: ed5e3cc06789
                  contract: Contracts/shop.json:42:23 "properties": {
                  recorded: Recordings/shop/items/1.json:4:37
                  resolves: response-property-undocumented: '/*/weight' (GET /items -> 200)
                  decide [a,k,o,s,A,q,?]: k

                3 of 4, added: '/paths/~1items/get/responses/404' is a status
                  id: f9cabe22c38f
                  contract: Contracts/shop.json:16:22 "responses": {
                  recorded: Recordings/shop/items.har:22
                  resolves: response-status-undocumented: status (GET /items -> 404)
                  decide [a,k,o,s,A,q,?]: ?
                  a  accept: the contract allows it, and the recording stays
                  k  keep the promise: nothing is written, and the findings stay
                  o  override: the findings get another severity, for a reason and until a day
                  s  skip: decide another time
                  A  accept this edit and all that follow, and skip what cannot be accepted
                  q  quit: write what is decided so far
                  decide [a,k,o,s,A,q,?]: s

                4 of 4, model-null: '/1/name' is null, ShopItem.name expects String
                  id: 3effdeac65bd
                  recorded: Recordings/shop/items/1.json:3:21, and 1 more like it
                  breaks: ShopItem.name (Sources/ShopItem.swift:3:9): ShopItem.name expects String, but it is null
                  next: if the API changed for good, change ShopItem.name to match and run `verbatim check shop`
                  decide [k,o,s,A,q,?]: a
                  no edit of the contract resolves it: keep the promise, or override it
                  decide [k,o,s,A,q,?]: o
                  severity, off, info, warning or breaking [info]: warning
                  reason:\u{20}
                  reason: the app hides such items
                  last day, or a number of days [\(usual)]: soon
                  'soon' is not a day such as 2027-03-31, or a number of days such as 90d
                  last day, or a number of days [\(usual)]: 2999-01-01

                4 to review: 1 accepted, 1 kept, 1 overridden, 1 skipped

                """)
        #expect(
            run.error == """
                wrote Contracts/shop.json: 1 edit
                wrote Contracts/overrides.json: 1 override
                  next: review with `git diff Contracts`, then run `verbatim check`

                """)
        let type = "\"type\": [\n              \"string\",\n              \"null\"\n            ]"
        let changed = contract.replacing("\"type\": \"string\"", with: type)
        #expect(try tool.text("Contracts/shop.json") == changed)
        let overrides = try JSON(parsing: tool.text("Contracts/overrides.json"))["overrides"]
        #expect(overrides.elements.map { $0["rule"].string } == ["model-null"])
        #expect(
            overrides[0]["severity"].string == "warning" && overrides[0]["expires"].string == "2999-01-01")
    }

    @Test func `without a terminal, the items are listed`() async throws {
        let tool = try CommandLineHarness.shop()
        let files = try tool.files(in: "Contracts")
        let run = await tool.run("review")
        #expect(run.code == .broken && run.error.isEmpty)
        #expect(run.out.hasPrefix("1 of 4, widened: '/components/schemas/Item/properties/name/type' was "))
        #expect(
            run.out.hasSuffix(
                """
                4 to review: 3 edits of contracts, 1 finding that no edit resolves
                  next: run `verbatim review` in a terminal, or decide with `verbatim review --accept ID`

                """))
        #expect(try tool.files(in: "Contracts") == files)
    }

    @Test func `items are listed as JSON, with the values on both sides`() async throws {
        let run = try await CommandLineHarness.shop().run("review", "--format", "json")
        #expect(run.code == .broken)
        let items = Array(try JSON(parsing: run.out)["items"].elements)
        #expect(items.map { $0["kind"].string } == ["widened", "added", "added", "model-null"])
        let first = try #require(items.first)
        #expect(first["pointer"].string == "/components/schemas/Item/properties/name/type")
        #expect(first["old"].value == "string" && first["new"].value == ["string", "null"])
        #expect(first["recorded"]["value"].string == "null" && first["recorded"]["others"].int == 1)
        #expect(first["contract"]["text"].string == #""type": "string""#)
        #expect(first["findings"].elements.map { $0["rule"].string } == ["response-property-type"])
        #expect(first["readers"][0]["name"].string == "ShopItem.name")
        #expect(first["readers"][0]["location"]["line"].int == 3)
        #expect(first["decisions"].value == ["accept", "keep", "override"])
        #expect(!items[1]["old"].exists && items[3]["decisions"].value == ["keep", "override"])
    }

    @Test func `where contracts and recordings are committed together, there is nothing to review`()
        async throws
    {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let recordings = CommandLineHarness.package.appending(path: "Recordings/reqres")
        try FileManager.default.createDirectory(
            at: tool.path("Recordings"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: recordings.resolvingSymlinksInPath(), to: tool.path("Recordings/reqres"))
        let run = await tool.run(words: ["review", "reqres"], answers: [])
        #expect(run.code == .holds && run.out == "nothing to review\n", "\(run.out)")
    }
}
