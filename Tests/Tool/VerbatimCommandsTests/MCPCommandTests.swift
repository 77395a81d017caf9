import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

@testable import VerbatimCommands

/// `verbatim mcp`: messages in, responses out, and what the tools do.
@Suite struct MCPCommandTests {
    /// Sends lines to a server, and returns its responses.
    private func serve(
        _ lines: [String], to tool: CommandLineHarness? = nil
    ) async throws -> [JSONValue] {
        let tool = try tool ?? CommandLineHarness(contractsOf: [], apis: [])
        let input = Array(lines.map { $0 + "\n" }.joined().utf8)
        let run = await tool.run(words: ["mcp"], input: [input])
        #expect(run.code == .holds, "\(run)")
        return try run.out.split(separator: "\n").map { try JSON(parsing: String($0)).value }
    }

    /// Calls a tool, and returns the result.
    private func call(
        _ name: String, _ arguments: JSONValue, of tool: CommandLineHarness
    ) async throws -> JSONValue {
        let request: JSONValue = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": .string(name), "arguments": arguments],
        ]
        return try #require(try await serve([request.text()], to: tool).first?["result"])
    }

    private func text(_ result: JSONValue) -> String { result["content"]?[0]?["text"]?.string ?? "" }

    // MARK: The protocol

    @Test(
        arguments: [
            ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
            ("2025-03-26", "2025-11-25"), ("1999-01-01", "2025-11-25"),
        ])
    func `the handshake agrees on a revision`(asked: String, agreed: String) async throws {
        let responses = try await serve([
            #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "\#(asked)"}}"#,
            #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
            #"{"jsonrpc": "2.0", "id": "a", "method": "ping"}"#,
        ])
        #expect(responses.count == 2)
        let result = try #require(responses.first?["result"])
        #expect(responses[0]["id"] == 0 && result["protocolVersion"] == .string(agreed))
        #expect(result["capabilities"] == ["tools": [:]])
        #expect(result["serverInfo"]?["version"] == .string(CommandLineTool.version))
        #expect(responses[1] == ["jsonrpc": "2.0", "id": "a", "result": [:]])
    }

    @Test(
        arguments: [
            ("{", nil, -32700), ("nonsense", nil, -32700), ("{\"jsonrpc\": \"2.0\"} {}", nil, -32700),
            ("[]", nil, -32600), ("1", nil, -32600), (#"{"id": 1, "method": "ping"}"#, nil, -32600),
            (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, nil, -32600),
            (#"{"jsonrpc": "2.0", "id": 1}"#, nil, -32600),
            (#"{"jsonrpc": "2.0", "id": 1, "method": 2}"#, nil, -32600),
            (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, nil, -32600),
            (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, nil, -32600),
            (#"{"jsonrpc": "2.0", "id": 7, "method": "server/discover"}"#, 7, -32601),
            (#"{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": []}"#, 7, -32602),
            (#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call"}"#, 7, -32602),
            (
                #"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "record"}}"#, 7,
                -32602
            ),
        ] as [(String, Int?, Int)])
    func `what is no request is an error, and the next one is answered`(
        line: String, id: Int?, code: Int
    ) async throws {
        let responses = try await serve([line, #"{"jsonrpc": "2.0", "id": 9, "method": "ping"}"#])
        #expect(responses.count == 2)
        #expect(responses[0]["id"] == (id.map { JSONValue(count: $0) } ?? .null))
        #expect(responses[0]["error"]?["code"]?.number?.int == code, "\(responses[0])")
        #expect(responses[0]["error"]?["message"]?.string?.isEmpty == false)
        #expect(responses[1]["id"] == 9 && responses[1]["result"] == [:])
    }

    @Test(arguments: [
        "", " \t\r", #"{"jsonrpc": "2.0", "method": "no/such"}"#,
        #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#,
        #"{"jsonrpc": "2.0", "id": 3, "result": {}}"#,
        #"{"jsonrpc": "2.0", "id": 3, "error": {"code": 1, "message": ""}}"#,
    ])
    func `notifications, responses and empty lines have no response`(line: String) async throws {
        #expect(try await serve([line]).isEmpty)
    }

    @Test func `without a message it says how it is run`() async throws {
        let run = try await CommandLineHarness(contractsOf: [], apis: []).run("mcp")
        #expect(run.code == .usage && run.out.isEmpty)
        #expect(run.error.contains("no message on the standard input\n  next: let an agent run it"))
    }

    // MARK: Lines

    @Test func `a line is put together from pieces, and the last one needs no line break`() {
        let pieces = ["{\"a\"", ": 1}", "\r\nx\n\ny", "z"].map { Array($0.utf8) }
        var rest = pieces[...]
        nonisolated(unsafe) let read = { rest.popFirst() ?? [] }
        var lines = BoundedLines { read() }
        var found: [String] = []
        while let line = lines.next() { found.append(String(decoding: line ?? [], as: UTF8.self)) }
        #expect(found == ["{\"a\": 1}\r", "x", "", "yz"])
    }

    @Test func `a line that is too long is an error, and the next one is answered`() async throws {
        let ping = #"{"jsonrpc": "2.0", "id": 9, "method": "ping"}"#
        let spaces = [UInt8](repeating: 0x20, count: 1 << 16)
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        // 1 MiB with its request is too much by the request, and without it just right.
        for (count, codes) in [(16, [-32600, nil]), (15, [nil, nil]), (200, [-32600, nil])] {
            let input = Array(repeating: spaces, count: count) + [Array("\(ping)\n\(ping)\n".utf8)]
            let run = await tool.run(words: ["mcp"], input: input)
            let responses = try run.out.split(separator: "\n").map { try JSON(parsing: String($0)) }
            #expect(responses.map { $0["error"]["code"].number?.int } == codes)
        }
    }

    // MARK: The tools

    @Test func `the list has tools with schemas, of which one writes`() async throws {
        let list = try await serve([#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#])
        let tools = try #require(list.first?["result"]?["tools"]?.array)
        #expect(
            tools.compactMap { $0["name"]?.string } == [
                "check", "explain", "show", "diff", "review", "decide",
            ])
        #expect(
            tools.map { $0["annotations"]?["readOnlyHint"]?.bool } == [true, true, true, true, true, false])
        for tool in tools {
            let schema = try #require(tool["inputSchema"])
            #expect(schema["type"] == "object" && tool["description"]?.string?.isEmpty == false)
            _ = try Schema(try JSON(parsing: schema.text())).compile()
        }
    }

    @Test func `a check has the causes of its report, and with details everything`() async throws {
        let tool = try CommandLineHarness.shop()
        let report = try JSON(parsing: await tool.run("check", "--format", "json").out).value
        let result = try await call("check", [:], of: tool)
        #expect(result["isError"] == false)
        let short = try #require(result["structuredContent"])
        #expect(
            short.object?.names == ["version", "command", "verdict", "causes", "summary", "exitCode"])
        #expect(short["causes"] == report["causes"] && short["exitCode"] == 1)
        #expect(try JSON(parsing: text(result)).value == short)
        let whole = try await call("check", ["apis": ["shop"], "details": true], of: tool)
        #expect(whole["structuredContent"]?["findings"] == report["findings"])
        let id = try #require(report["causes"]?[0]?["id"]?.string)
        let explained = try await call("explain", ["ids": [.string(id)]], of: tool)
        #expect(text(explained).contains("cause \(id), "), "\(explained)")
        let shown = try await call("show", ["recording": "shop/items", "entry": 1], of: tool)
        #expect(text(shown).hasPrefix("GET https://api.shop.test/items\n"), "\(shown)")
        let diff = try await call("diff", ["old": "Contracts", "new": "Contracts"], of: tool)
        #expect(diff["structuredContent"]?["causes"] == [] && diff["structuredContent"]?["exitCode"] == 0)
    }

    @Test func `a review writes nothing, a decision writes what it names`() async throws {
        let tool = try CommandLineHarness.shop()
        let old = try tool.files(in: "")
        let items = try await call("review", [:], of: tool)["structuredContent"]?["items"]?.array ?? []
        #expect(items.count == 4)
        #expect(try tool.files(in: "") == old)
        let id = try #require(items.first?["id"])
        let refused = try await call("decide", ["override": [id]], of: tool)
        #expect(text(refused) == "'': expected a property 'reason', found none" && refused["isError"] == true)
        #expect(try tool.files(in: "") == old)
        let accepted = try await call("decide", ["accept": [id]], of: tool)
        #expect(accepted["structuredContent"]?["written"] == ["Contracts/shop.json"], "\(accepted)")
        let changed = try tool.files(in: "").filter { old[$0.key] != $0.value }
        #expect(changed.map(\.key) == ["Contracts/shop.json"])
    }

    @Test(
        arguments: [
            ("check", ["apis": ["--fix-all"]], "unknown API '--fix-all'"),
            ("check", ["apis": "shop"], "'/apis': expected"), ("check", ["api": "shop"], "'/api'"),
            ("check", [1], "expected"), ("show", ["recording": "--embed"], "unknown recording '--embed'"),
            ("show", [:], "expected a property 'recording', found none"),
            ("show", ["recording": "shop/items", "entry": 0], "'/entry': expected"),
            ("show", ["recording": "shop/items", "entry": 99], "'99' is not one of its"),
            ("explain", ["ids": ["no-such-rule"]], "unknown rule 'no-such-rule'"),
            ("diff", ["new": "Contracts"], "expected a property 'old'"),
            ("diff", ["old": "none.json", "new": "Contracts"], "none.json"),
            ("decide", [:], "expected a property 'accept'"),
            ("decide", ["accept": ["0123"]], "unknown item '0123'"),
        ] as [(String, JSONValue, String)])
    func `wrong arguments are a result to read, and write nothing`(
        name: String, arguments: JSONValue, message: String
    ) async throws {
        let tool = try CommandLineHarness.shop()
        let old = try tool.files(in: "")
        let result = try await call(name, arguments, of: tool)
        #expect(result["isError"] == true && text(result).contains(message), "\(result)")
        #expect(try tool.files(in: "") == old)
    }

    @Test func `secrets are placeholders`() async throws {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        let request = HTTPRequest("GET", "https://w.test/now?api_key=s3cr3tK3yOfMine99")
        try Archive([Interaction(request, .response(HTTPResponse(200, body: .text("s3cr3tK3yOfMine99"))))])
            .selfContainedHAR().write(to: tool.path("export.har"))
        let result = try await call("show", ["recording": "export.har", "entry": 1], of: tool)
        #expect(text(result).contains("REDACTED-api_key-1") && !text(result).contains("s3cr3t"), "\(result)")
    }

    @Test func `a result that is too long says how to ask for less`() async throws {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        let body = String(repeating: "long text ", count: 30_000)
        let interaction = Interaction(
            HTTPRequest("GET", "https://w.test/now"), .response(HTTPResponse(200, body: .text(body))))
        try Archive([interaction]).selfContainedHAR().write(to: tool.path("long.har"))
        let result = try await call("show", ["recording": "long.har", "entry": 1], of: tool)
        #expect(result["isError"] == true && text(result).hasSuffix("or leave out 'details'"))
        let list = try await call("show", ["recording": "long.har"], of: tool)
        #expect(text(list).hasPrefix("1  GET https://w.test/now -> 200"), "\(list)")
    }
}
