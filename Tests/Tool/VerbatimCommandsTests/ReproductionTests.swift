import Foundation
import Testing
import VerbatimAPI
import VerbatimJSON
import VerbatimModels
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim check --reproduce` as people use it.
@Suite struct ReproductionTests {
    private static let folder = "Tests/Reproduced"

    private func shop() throws -> CommandLineHarness {
        let tool = try CommandLineHarness.shop()
        try tool.write("", to: "Package.swift")
        return tool
    }

    private func reproduce(
        _ tool: CommandLineHarness, _ words: String..., program: String? = "apis.APIs"
    ) async -> CommandLineHarness.Run {
        await tool.run(words: ["check", "--reproduce", Self.folder] + words, program: program)
    }

    /// Returns the texts of the files by the rules in their names.
    private func texts(_ tool: CommandLineHarness) throws -> [String: String] {
        let files = try tool.files(in: Self.folder).map { name, data in
            (
                String(name.prefix(name.count - "-0123456789abcdef.swift".count)),
                String(decoding: data, as: UTF8.self)
            )
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// Expects the same lines; the first that differs is shown.
    private func expect(_ text: String?, _ expected: String, _ location: SourceLocation = #_sourceLocation) {
        let lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        let others = expected.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == others.count, sourceLocation: location)
        let difference = zip(lines, others).first { $0 != $1 }
        if let difference {
            Issue.record("'\(difference.0)', not '\(difference.1)'", sourceLocation: location)
        }
    }

    @Test func `the name of a test has nothing that ends it`() async throws {
        let tool = try shop()
        let names = ["\u{a0}", "\u{3000}x", "##vso[a]", "`; x()", "a\\b", "é"]
        let item = names.map { "\(JSONValue.string($0).text()): \"x\"" }.joined(separator: ", ")
        let schema = names.map { "\(JSONValue.string($0).text()): {\"type\": \"integer\"}" }
            .joined(separator: ", ")
        try tool.write("[{\"id\": 1, \"name\": \"a\", \(item)}]", to: "Recordings/shop/items/1.json")
        let contract = try tool.text("Contracts/shop.json").replacing(
            #""properties": {"#, with: "\"properties\": {\(schema), ")
        try tool.write(contract, to: "Contracts/shop.json")
        _ = await reproduce(tool)
        let lines = try tool.files(in: Self.folder).values.flatMap {
            String(decoding: $0, as: UTF8.self).split(separator: "\n").filter { $0.contains("@Test func") }
        }
        #expect(lines.count > names.count)
        for line in lines {
            #expect(
                line.wholeMatch(of: #/ {4}@Test func `[ -"$-\[\]-_a-~]+`\(\) (throws )?\{/#) != nil, "\(line)"
            )
        }
    }

    // MARK: The files

    @Test func `each finding that a response shows has a test`() async throws {
        let tool = try shop()
        let run = await reproduce(tool)
        #expect(run.code == .broken)
        #expect(
            run.error == """
                Tests/Reproduced: 3 tests written
                  next: run `swift test --filter Reproduction_`, in which every test fails; if they do not link, \
                make 'apis' a dependency of the test target

                """)
        #expect(
            try tool.files(in: Self.folder).keys.sorted() == [
                "model-null-b3aed7ad0e651464.swift", "response-property-type-cce132b01b30cf00.swift",
                "response-status-undocumented-fe166ccfbcf0418f.swift",
            ])
        #expect(run.out == (await tool.run("check")).out)
    }

    @Test func `the test of a rule of the contract needs no module of the app`() async throws {
        let tool = try shop()
        _ = await reproduce(tool)
        expect(try texts(tool)["response-property-type"], Self.propertyType)
    }

    @Test func `the test of a model gets it from the program that binds it`() async throws {
        let tool = try shop()
        _ = await reproduce(tool)
        expect(try texts(tool)["model-null"], Self.modelNull)
    }

    @Test func `a value beside others that break the rule as well is named`() async throws {
        let tool = try shop()
        let file = "Recordings/shop/items/1.json"
        try tool.write(try tool.text(file).replacing("\"id\": 2", with: "\"id\": \"2\""), to: file)
        _ = await reproduce(tool)
        let texts = try tool.files(in: Self.folder).values.map { String(decoding: $0, as: UTF8.self) }
        for pointer in ["/*/id", "/*/name"] {
            let argument = "at: \"\(pointer)\")"
            #expect(texts.count { $0.contains(argument) && $0.contains(#"[{"id":"2","name":null}]"#) } == 1)
        }
    }

    @Test func `a request with a body and secrets`() async throws {
        let tool = try shop()
        let keyed = "https://api.shop.test/items?api_key=REDACTED-api_key-1"
        let archive = try tool.text("Recordings/shop/items.har")
            .replacing("\"method\": \"GET\"", with: "\"method\": \"POST\"")
            .replacing("https://api.shop.test/items", with: keyed)
            .replacing(
                "\"cookies\": [], \"headersSize\": -1, \"bodySize\": 0",
                with: """
                    "cookies": [], "headersSize": -1, "bodySize": -1,
                    "postData": {"mimeType": "", "text": "it's\\n$(id) */ `"}
                    """)
        try tool.write(archive, to: "Recordings/shop/items.har")
        _ = await reproduce(tool)
        let texts = try texts(tool)
        #expect(texts.count == 1)
        expect(texts["operation-undocumented"], Self.undocumented)
    }

    // MARK: What has none

    @Test func `what no response shows is listed, with the reason`() async throws {
        let tool = try shop()
        try tool.write(
            #"""
            {"overrides": [
              {"rule": "response-property-type", "severity": "info", "reason": "by hand", "expires": "2999-01-01"},
              {"rule": "transport-failed", "severity": "off", "reason": "unused", "expires": "2999-01-01"}
            ]}
            """#, to: "Contracts/overrides.json")
        let run = await reproduce(tool, program: nil)
        #expect(
            run.error == """
                Tests/Reproduced: 1 test written
                  no test for model-null: a test cannot name the APIs of this program, as it is no VerbatimTool
                  no test for override-unused: no single response shows it
                  next: run `swift test --filter Reproduction_`, in which every test fails

                """)
        #expect(try texts(tool).keys.sorted() == ["response-status-undocumented"])
    }

    @Test(arguments: [
        ("apis.APIs", "apis APIs"), ("apis.Outer.APIs", "apis Outer.APIs"),
        ("Swift.Array<App.Outer.Item>", "App [Outer.Item]"), ("APIs", nil),
        ("apis.(unknown context at $10).APIs", nil), ("App.(Item in _AB)", nil),
        ("App.Page<App.Item>", nil), ("Swift.Array<App.Page<App.Item>>", nil),
    ])
    func `a type is named if another file can name it`(qualified: String, name: String?) {
        #expect(QualifiedType.named(qualified).map { "\($0.module) \($0.name)" } == name)
    }

    // MARK: The folder

    @Test func `a later run replaces its files, and removes those without a finding`() async throws {
        let tool = try shop()
        _ = await reproduce(tool)
        let old = try tool.files(in: Self.folder)
        #expect(await reproduce(tool).error.hasPrefix("Tests/Reproduced: 3 tests written\n"))
        #expect(try tool.files(in: Self.folder) == old, "the same files")

        try tool.write("// by hand\n", to: Self.folder + "/Mine.swift")
        let foreign =
            "// Generated by `verbatim check --reproduce` for 'other'. The next run replaces or removes this file.\n"
        try tool.write(foreign, to: Self.folder + "/model-null-0123456789abcdef.swift")
        try tool.write(
            try tool.text("Recordings/shop/items/1.json").replacing("null", with: "\"Lamp\""),
            to: "Recordings/shop/items/1.json")
        let part = await reproduce(tool, "--recordings", "Recordings/shop/items.har")
        #expect(
            part.error.hasPrefix("Tests/Reproduced: 1 test written\n"), "other recordings may have others")
        let run = await reproduce(tool)
        #expect(run.error.hasPrefix("Tests/Reproduced: 1 test written and 2 removed\n"), "\(run.error)")
        #expect(
            try tool.files(in: Self.folder).keys.sorted() == [
                "Mine.swift", "model-null-0123456789abcdef.swift",
                "response-status-undocumented-fe166ccfbcf0418f.swift",
            ])
    }

    @Test func `beyond a limit, each rule and operation comes first, and the number of others is printed`()
        async throws
    {
        let tool = try shop()
        let names = (0..<110).map { "n\($0)" }
        let properties = names.map { "\"\($0)\": {\"type\": \"integer\"}, " }.joined()
        let members = names.map { ", \"\($0)\": \"\"" }.joined()
        let contract = try tool.text("Contracts/shop.json")
        try tool.write(
            contract.replacing("\"properties\": {", with: "\"properties\": {\(properties)"),
            to: "Contracts/shop.json")
        let body = "Recordings/shop/items/1.json"
        try tool.write(try tool.text(body).replacing("\"id\": 2", with: "\"id\": 2\(members)"), to: body)
        func rules() throws -> [String: Int] {
            try tool.files(in: Self.folder).keys.reduce(into: [:]) {
                $0[String($1.prefix($1.count - "-0123456789abcdef.swift".count)), default: 0] += 1
            }
        }
        let first = await reproduce(tool, "--limit", "4")
        let next = "no test for 109 more findings like these: mend them first, or use '--limit 113'"
        #expect(first.error.contains("4 tests written\n  \(next)\n"), "\(first.error)")
        #expect(
            try rules() == [
                "model-null": 1, "response-property-type": 2, "response-status-undocumented": 1,
            ])
        #expect(
            await reproduce(tool).error.hasPrefix(
                "Tests/Reproduced: 100 tests written\n  no test for 13 more"))
        let less = await reproduce(tool, "--limit", "1")
        #expect(less.error.hasPrefix("Tests/Reproduced: 1 test written\n"), "others stay: \(less.error)")
        #expect(try rules().values.reduce(0, +) == 100)
        let all = await reproduce(tool, "--limit", "113")
        #expect(all.error.hasPrefix("Tests/Reproduced: 113 tests written\n  next"), "\(all.error)")
        let lone = await tool.run("check", "--limit", "3")
        #expect(lone.code == .usage && lone.error.contains("'--limit'"), "\(lone.error)")
    }

    @Test func `a file of someone else is not overwritten`() async throws {
        let tool = try shop()
        let name = Self.folder + "/response-property-type-cce132b01b30cf00.swift"
        try tool.write("// by hand\n", to: name)
        let run = await reproduce(tool)
        #expect(run.code == .unreadable)
        #expect(
            run.error == """
                verbatim: \(name): the file is in the way, it was not written by 'check --reproduce'
                  next: rename it, or name another folder

                """)
        #expect(try tool.files(in: Self.folder).count == 1, "nothing is written")
        #expect(try tool.text(name) == "// by hand\n")
    }

    @Test func `a folder in another package names the contracts`() async throws {
        let tool = try shop()
        try tool.write("", to: "Tests/Package.swift")
        _ = await reproduce(tool)
        #expect(
            try texts(tool)["response-property-type"]?.contains(
                #"keeping: .contract(of: API(name: "shop"), in: "../../Contracts"),"#) == true)
    }

    @Test(arguments: [
        (["--watch"], "'--reproduce' cannot be combined with '--watch'"),
        (["--write-baseline"], "'--reproduce' cannot be combined with '--write-baseline'"),
    ])
    func `wrong usage is explained`(words: [String], message: String) async throws {
        let run = try await shop().run(words: ["check", "--reproduce", "Tests"] + words)
        #expect(run.code == .usage && run.error.contains(message), "\(run.error)")
    }
}

// MARK: - Golden files

extension ReproductionTests {
    private static let propertyType = ##"""
        // Generated by `verbatim check --reproduce` for 'shop'. The next run replaces or removes this file.
        //
        // response-property-type: '/1/name': expected string, found null
        //   at GET /items -> 200, Recordings/shop/items/1.json:3:21, Contracts/shop.json:47:21
        //   and 1 more like it
        //   next: if the API changed for good, accept it with `verbatim review shop`
        //
        // The body is reduced from 99 to 22 bytes. The request was:
        // GET https://api.shop.test/items
        //
        // To ask the provider again:
        // curl --include --globoff --request GET --url 'https://api.shop.test/items'

        import Testing
        import VerbatimContractTesting

        @Suite struct Reproduction_cce132b01b30cf00 {
            @Test func `'/*/name' of 'items.list' keeps response-property-type`() {
                let body = #"[{"id":2,"name":null}]"#
                let request = HTTPRequest("GET", "https://api.shop.test/items")
                let response = HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))
                checkResponse(
                    response, to: request, keeping: .contract(of: API(name: "shop")), for: "response-property-type")
            }
        }

        """##

    private static let modelNull = ##"""
        // Generated by `verbatim check --reproduce` for 'shop'. The next run replaces or removes this file.
        //
        // model-null: '/1/name' is null, ShopItem.name expects String
        //   at GET /items -> 200, Recordings/shop/items/1.json:3:21
        //   and 1 more like it
        //   next: if the API changed for good, change ShopItem.name to match and run `verbatim check shop`
        //
        // The model is Array<ShopItem>. 'APIs.apis' binds it, with the decoder of the app.
        // A test target that cannot import 'apis' imports VerbatimKit and VerbatimCommandsTests, and binds it itself:
        // let api = API(name: "shop", models: [ModelBinding("items.list", [ShopItem].self)])
        //
        // The body is reduced from 99 to 22 bytes. The request was:
        // GET https://api.shop.test/items
        //
        // To ask the provider again:
        // curl --include --globoff --request GET --url 'https://api.shop.test/items'

        import Testing
        import VerbatimContractTesting

        @testable import apis

        @Suite struct Reproduction_b3aed7ad0e651464 {
            @Test func `Array<ShopItem> decodes '/*/name' of 'items.list'`() throws {
                let api = try #require(APIs.apis.first { $0.name == "shop" })
                let body = #"[{"id":2,"name":null}]"#
                let request = HTTPRequest("GET", "https://api.shop.test/items")
                let response = HTTPResponse(200, body: .text(body))
                checkResponse(response, to: request, keeping: .contract(of: api), for: "model-null")
            }
        }

        """##

    private static let undocumented = ##"""
        // Generated by `verbatim check --reproduce` for 'shop'. The next run replaces or removes this file.
        //
        // operation-undocumented: 'POST https://api.shop.test/items': undocumented operation; closest: GET /items
        //   at POST /items -> 200, Recordings/shop/items.har:6, Contracts/shop.json:12:12
        //   and 1 more like it
        //   next: declare the operation in Contracts/shop.json and run `verbatim check`
        //
        // The body is reduced from 99 to 0 bytes. The request was:
        // POST https://api.shop.test/items?api_key=REDACTED-api_key-1
        //
        // To ask the provider again, with SHOP_API_KEY set:
        // printf 'it'\''s\012$(id) */ `' | curl --include --globoff --request POST --url 'https://api.shop.test/items?api_key='"$SHOP_API_KEY" --header 'Content-Type:' --data-binary @-

        import Testing
        import VerbatimContractTesting

        @Suite struct Reproduction_d3a0fa11c868b137 {
            @Test func `'POST https://api.shop.test/items' keeps operation-undocumented`() {
                let request = HTTPRequest("POST", "https://api.shop.test/items")
                let response = HTTPResponse(200)
                checkResponse(
                    response, to: request, keeping: .contract(of: API(name: "shop")), for: "operation-undocumented")
            }
        }

        """##
}
