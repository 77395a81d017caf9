import Foundation
import Testing
import VerbatimContract

@testable import VerbatimCommands

/// The commands on an archive of another tool, of which parts are lost.
@Suite struct ForeignArchiveCommandTests {
    private static let archive = """
        {"log": {"version": "1.2", "creator": {"name": "a browser", "version": "1"}, "entries": [
        {"request": {"method": "get", "url": "https://a.test/x"}, "response": {"status": 200,
          "headers": {"Date": ""}, "content": {"mimeType": "application/json", "size": 2, "text": "{}"}}},
        {"request": {"method": "GET"}, "response": {"status": 200}},
        {"request": {"method": "GET", "url": "https://a.test/x"}, "response": {"status": 200,
          "headers": [{"name": "Content-Type", "value": "application/json"}], "content": {"size": 9}}},
        {"request": {"method": "GET", "url": "https://a.test/x"}, "response": {"status": 200,
          "headers": [{"name": "Content-Type", "value": "application/json"}], "content": {"size": 10}}},
        {"request": {"method": "GET", "url": "https://a.test/x"}, "response": {"status": 0}}
        ]}}
        """

    private static let losses = """
        loss-entry: entry 2 has no 'url'; it is left out
          at export.har:4 (entry 2)
          next: correct the entry, or export the archive again
        loss-response-body: the response body of 9 bytes is not in the archive; it is not judged, and a replay of it fails
          at export.har:5 (entry 3)
          and 1 more like it
          next: export the archive again, with contents
        loss-response: the archive has neither a response nor an error; the request is not judged, and fails in a replay
          at export.har:9 (entry 5)
          next: export the archive again if a test depends on it

        """

    private static let contract = """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
         "paths": {"/x": {"get": {"operationId": "x", "responses": {
           "200": {"description": "a", "content": {"application/json": {"schema": {"type": "object"}}}}}}}}}
        """

    private func tool() throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: [])
        try Data(Self.archive.utf8).write(to: tool.path("export.har"))
        return tool
    }

    @Test func `show lists the entries that can be read by their numbers, then the losses`() async throws {
        let run = try await tool().run("show", "export.har")
        #expect(run.code == .holds)
        #expect(
            run.out == """
                1  GET https://a.test/x -> 200 application/json
                3  GET https://a.test/x -> 200 application/json
                4  GET https://a.test/x -> 200 application/json
                5  GET https://a.test/x -> the recording has no response and does not say why (NSURLErrorDomain -1)

                """)
        #expect(run.error == Self.losses)
    }

    @Test func `show says why there is no body`() async throws {
        let tool = try tool()
        let run = await tool.run("show", "export.har", "--entry", "3")
        #expect(run.code == .holds)
        #expect(run.out.hasSuffix("(the response body of 9 bytes is not in the archive)\n"))
        #expect(await tool.run("show", "export.har", "--entry", "2").code == .usage)
    }

    @Test func `check reports the losses as warnings and judges the rest`() async throws {
        let tool = try tool()
        let folder = tool.path("own")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.contract.utf8).write(to: folder.appending(path: "x.json"))
        let run = await tool.run(
            "check", "--contracts", "own", "--recordings", "export.har", "--verbose")
        #expect(run.code == .holds)
        #expect(run.out.contains(Self.losses), "\(run.out)")
        #expect(run.out.contains(" · 4 interactions, "), "\(run.out)")
    }

    @Test func `infer reports the losses before the contract`() async throws {
        let run = try await tool().run("infer", "--recordings", "export.har", "--output", "own/x.json", "x")
        #expect(run.code == .holds)
        #expect(run.error.hasPrefix(Self.losses), "\(run.error)")
    }

    @Test func `the next step for a file from elsewhere is no command of this repository`() async throws {
        let tool = try tool()
        try Data("onInputData({});".utf8).write(to: tool.path("export.har"))
        let run = await tool.run("show", "export.har")
        #expect(run.code == .unreadable)
        #expect(
            run.error == """
                verbatim: recording-malformed: the recording is not JSON: unexpected 'o' at the start; expected a value
                  at export.har:1:1
                  next: export it again as HAR 1.2

                """)
    }

    // MARK: Another server

    /// Runs a check of traffic with a server that no contract names.
    private func check(
        _ url: String, server: String?, contract: String = Self.contract
    ) async throws -> CommandLineHarness.Run {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        try Data(contract.utf8).write(to: tool.path("Contracts/a.json"))
        let body =
            #""headers": [{"name": "Content-Type", "value": "application/json"}], "content": {"size": 2, "text": "[]"}"#
        let archive = """
            {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [
            {"request": {"method": "GET", "url": "\(url)"}, "response": {"status": 200, \(body)}}]}}
            """
        try Data(archive.utf8).write(to: tool.path("local.har"))
        let option = server.map { ["--server", $0] } ?? []
        return await tool.run(words: ["check", "--recordings", "local.har"] + option)
    }

    @Test func `check fails if no request belongs to a contract`() async throws {
        let run = try await check("http://localhost:3000/x", server: nil)
        #expect(run.code == .broken)
        #expect(run.out.contains("traffic-unmatched"), "\(run.out)\(run.error)")
        #expect(run.out.contains("pass '--server URL'"), "\(run.out)")
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        try Data(Self.contract.utf8).write(to: tool.path("Contracts/a.json"))
        guard case .files(let files) = Rule.trafficUnmatched.explanation.example, let file = files.first
        else {
            Issue.record("the example of the rule is no file")
            return
        }
        try Data(file.text.utf8).write(to: tool.path("local.har"))
        #expect(await tool.run("check", "--recordings", "local.har").out.contains("traffic-unmatched"))
    }

    @Test(arguments: [
        ("http://localhost:3000/x?q=1", "http://localhost:3000"),
        ("http://localhost:3000/api/x", "http://localhost:3000=/api"),
        ("http://localhost:3000/api/v2/x", "http://LOCALHOST:3000/api=/v2/"),
    ])
    func `check holds traffic with another server to the contract`(_ url: String, _ server: String)
        async throws
    {
        let run = try await check(url, server: server)
        #expect(run.code == .broken)
        #expect(
            run.out.hasPrefix("breaking: a sends its answer as an array, not as an object"),
            "\(run.out)\(run.error)")
    }

    @Test(arguments: [#"[{"url": "https://c.test/v2"}]"#, #"[{"url": "https://b.test/v1"}]"#])
    func `an operation with a server of its own is found among many`(_ servers: String) async throws {
        let hosts = (0..<50).map { #"{"url": "https://a\#($0).test/v1"}, {"url": "https://b.test/v1"}"# }
        let contract = Self.contract
            .replacing(#"[{"url": "https://a.test"}]"#, with: "[\(hosts.joined(separator: ", "))]")
            .replacing(#""operationId": "x","#, with: #""operationId": "x", "servers": \#(servers),"#)
        let run = try await check(
            "http://localhost:3000/x", server: "http://localhost:3000", contract: contract)
        #expect(run.out.hasPrefix("breaking: a sends its answer as an array"), "\(run.out)\(run.error)")
    }

    @Test(arguments: [
        ("http://localhost:3000/x", "http://localhost:3001"),
        ("http://localhost:3000/apix", "http://localhost:3000=/api"),
        ("http://localhost:3000/y", "http://localhost:3000"),
    ])
    func `a server with nothing of a contract is no success`(_ url: String, _ server: String) async throws {
        let run = try await check(url, server: server)
        #expect(run.code == .usage)
        #expect(run.error.contains("a server with an operation of a contract for any of the 1 request"))
    }

    @Test(arguments: ["localhost:3000", "http://a.test=api", "http://a.test?x"])
    func `a server is a URL with a path`(_ server: String) async throws {
        #expect(try await check("http://localhost:3000/x", server: server).code == .usage)
    }
}
