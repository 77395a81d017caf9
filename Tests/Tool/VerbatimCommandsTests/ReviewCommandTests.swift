import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim review` as people use it.
@Suite struct ReviewCommandTests {
    @Test func `a whole session`() async throws {
        let tool = try CommandLineHarness.shop()
        let contract = try tool.text("Contracts/shop.json")
        let run = await tool.run(
            words: ["review"],
            answers: [
                "x", "a", "u", "o", "warning", "", "the app hides such items", "soon", "2999-01-01", "k", "?",
                "a",
            ])
        let usual = ExpiryDay.usual
        #expect(run.code == .broken)
        #expect(
            run.out == """
                1 of 3, breaking: shop sends null for 'name'
                  GET /items -> 200 · 2 values in 1 recording
                  recorded  Recordings/shop/items/1.json:3:21
                    - expected string
                    + found null
                  app
                    ✗ ShopItem.name expects String, but it is null  Sources/ShopItem.swift:3:9
                  if you accept, Contracts/shop.json changes in 1 place (+4 -1 lines):
                    Item.name, line 47
                    - "type": "string"
                    + "type": [
                    +   "string",
                    +   "null"
                    + ]
                  ! the app still breaks after accepting: change ShopItem.name too
                  decide [a,k,o,s,u,d,e,?,q]: x
                  'x' is no answer: ? explains them
                  decide [a,k,o,s,u,d,e,?,q]: a

                2 of 3, breaking: shop answers GET /items with 404, not with 200
                  GET /items -> 404 · 1 place in 1 recording
                  recorded  Recordings/shop/items.har:22
                    - expected 200
                    + found 404
                  if you accept, Contracts/shop.json changes in 1 place (+19 -0 lines):
                    /items.get.responses, line 29
                    + },
                    + "404": {
                    +   "description": "Not Found",
                    +   "content": {
                    +     "application/json": {
                    +       "schema": {
                    +         "type": "object",
                    +         "required": [
                    +           "error"
                    +         ],
                    … and 9 more lines
                  decide [a,k,o,s,u,d,e,?,q]: u

                1 of 3, breaking: shop sends null for 'name'
                  GET /items -> 200 · 2 values in 1 recording
                  recorded  Recordings/shop/items/1.json:3:21
                    - expected string
                    + found null
                  app
                    ✗ ShopItem.name expects String, but it is null  Sources/ShopItem.swift:3:9
                  if you accept, Contracts/shop.json changes in 1 place (+4 -1 lines):
                    Item.name, line 47
                    - "type": "string"
                    + "type": [
                    +   "string",
                    +   "null"
                    + ]
                  ! the app still breaks after accepting: change ShopItem.name too
                  decide [a,k,o,s,u,d,e,?,q]: o
                  severity, off, info, warning or breaking [info]: warning
                  reason:\u{20}
                  reason: the app hides such items
                  last day, or a number of days [\(usual)]: soon
                  'soon' is not a day such as 2027-03-31, or a number of days such as 90d
                  last day, or a number of days [\(usual)]: 2999-01-01

                2 of 3, breaking: shop answers GET /items with 404, not with 200
                  GET /items -> 404 · 1 place in 1 recording
                  recorded  Recordings/shop/items.har:22
                    - expected 200
                    + found 404
                  if you accept, Contracts/shop.json changes in 1 place (+19 -0 lines):
                    /items.get.responses, line 29
                    + },
                    + "404": {
                    +   "description": "Not Found",
                    +   "content": {
                    +     "application/json": {
                    +       "schema": {
                    +         "type": "object",
                    +         "required": [
                    +           "error"
                    +         ],
                    … and 9 more lines
                  decide [a,k,o,s,u,d,e,?,q]: k

                3 of 3, note: shop sends a new property, 'weight'
                  GET /items -> 200 · 1 value in 1 recording
                  recorded  Recordings/shop/items/1.json:4:37
                    + "weight": 2
                  if you accept, Contracts/shop.json changes in 1 place (+3 -0 lines):
                    Item.properties, line 48
                    + },
                    + "weight": {
                    +   "type": "integer"
                  decide [a,k,o,s,u,d,e,?,q]: ?
                  a  accept: the contract allows it, and the recordings stay
                  k  keep: nothing is written, and the findings stay until the API keeps the contract
                  o  override: the findings get another severity, for a reason and until a day
                  s  skip: decide another time
                  A  all: accept this and all that follow, and skip what cannot be accepted
                  u  undo: take the last decision back
                  n  next: look at the next one (also the right arrow)
                  p  previous: look at the one before (also the left arrow)
                  d  diff: show all lines of the contract that change
                  e  editor: open the contract in $VISUAL or $EDITOR, and review what is left
                  ?  help: explain the keys
                  q  quit: write what is decided so far
                  decide [a,k,o,s,u,d,e,?,q]: a

                3 to review: 1 accepted, 1 kept, 1 overridden
                  overridden  shop sends null for 'name'
                  kept        shop answers GET /items with 404, not with 200
                  accepted    shop sends a new property, 'weight'

                """)
        #expect(
            run.error == """
                wrote Contracts/shop.json: 1 edit
                wrote Contracts/overrides.json: 2 overrides
                  next: review with `git diff Contracts`, then run `verbatim check`

                """)
        #expect(try tool.text("Contracts/shop.json") != contract)
        #expect(try tool.text("Contracts/shop.json").contains("\"weight\""))
        let overrides = try JSON(parsing: tool.text("Contracts/overrides.json"))["overrides"]
        #expect(overrides.elements.map { $0["rule"].string } == ["response-property-type", "model-null"])
        #expect(
            overrides[0]["severity"].string == "warning" && overrides[0]["expires"].string == "2999-01-01")
    }

    @Test func `without a terminal, the causes are listed`() async throws {
        let tool = try CommandLineHarness.shop()
        let files = try tool.files(in: "Contracts")
        let run = await tool.run("review")
        #expect(run.code == .broken && run.error.isEmpty)
        #expect(run.out.hasPrefix("1 of 3, breaking: shop sends null for 'name'\n"))
        #expect(run.out.contains("\n  id: a263127022fed014 (2 items)\n"), "\(run.out)")
        #expect(
            run.out.hasSuffix(
                """
                3 to review: 3 edits of contracts, 1 finding that no edit resolves
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
        #expect(
            items.map { $0["cause"]["title"].string } == [
                "shop sends null for 'name'", "shop sends a new property, 'weight'",
                "shop answers GET /items with 404, not with 200", "shop sends null for 'name'",
            ])
        #expect(items[0]["cause"]["id"].string == items[3]["cause"]["id"].string)
        #expect(!items[1]["old"].exists && items[3]["decisions"].value == ["keep", "override"])
    }

    @Test func `a question says since when recordings show it`() async throws {
        let tool = try CommandLineHarness.shop()
        let body = "Recordings/shop/items/1.json"
        let items = try tool.text(body)
        func commit(_ day: String) throws {
            let folder = tool.folder.path(percentEncoded: false)
            let identity = ["-c", "user.name=v", "-c", "user.email=v"]
            for words in [["add", "."], identity + ["commit", "-qm", day]] {
                let git = ["env", "GIT_COMMITTER_DATE=\(day)T12:00:00", "git", "-C", folder]
                #expect(try ExternalProgram.run(git + words).code == 0)
            }
        }
        #expect(
            try ExternalProgram.run(["git", "init", "-q", tool.folder.path(percentEncoded: false)]).code == 0)
        try tool.write(items.replacing("null", with: "\"Rug\""), to: body)
        try commit("2026-11-20")
        try tool.write(items, to: body)
        let first = await tool.run("review")
        #expect(first.out.contains("2 values in 1 recording · since the last commit\n"), "\(first.out)")
        try commit("2026-11-22")
        let second = await tool.run("review")
        #expect(second.out.contains("2 values in 1 recording · since 2026-11-22 ("), "\(second.out)")
    }

    @Test func `where contracts and recordings are committed together, there is nothing to review`()
        async throws
    {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        try FileManager.default.createDirectory(
            at: tool.path("Recordings"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: PackageFolder.frozen("Recordings/reqres"), to: tool.path("Recordings/reqres"))
        let run = await tool.run(words: ["review", "reqres"], answers: [])
        #expect(run.code == .holds && run.out == "nothing to review\n", "\(run.out)")
    }
}
