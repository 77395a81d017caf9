import Foundation
import Testing

@testable import VerbatimCommands

/// What `verbatim show` prints for the names of recordings, bodies, APIs and folders.
@Suite struct ShowCommandTests {
    private static let lines = """
        1  GET https://api.shop.test/items -> 200 application/json Recordings/shop/items/1.json
        2  GET https://api.shop.test/items -> 404 application/json Recordings/shop/items/2.json

        """

    @Test(arguments: ["shop/items", "Recordings/shop/items.har"])
    func `a recording is listed`(name: String) async throws {
        let run = try await CommandLineHarness.shop().run("show", name)
        #expect(run.code == .holds && run.out == Self.lines, "\(run.out)\(run.error)")
    }

    @Test func `an archive in YAML is listed`() async throws {
        let harness = try CommandLineHarness.shop()
        let archive = """
            log:
              creator: {name: Polly.JS, version: "6"}
              entries:
                - request: {method: GET, url: "https://api.shop.test/items", headers: []}
                  response: {status: 200, headers: [{name: Content-Type, value: application/json}], content: {text: "{}"}}
            """
        try harness.write(archive, to: "recording.yaml")
        let run = await harness.run("show", "recording.yaml")
        #expect(
            run.out == "1  GET https://api.shop.test/items -> 200 application/json\n",
            "\(run.out)\(run.error)")
    }

    @Test func `the file of a body, as findings name it, is printed with its interaction`() async throws {
        let run = try await CommandLineHarness.shop().run("show", "Recordings/shop/items/2.json")
        #expect(
            run.out == """
                GET https://api.shop.test/items

                404
                Content-Type: application/json

                {
                  "error": "gone"
                }

                """, "\(run.out)\(run.error)")
    }

    @Test(arguments: [
        (["--raw"], [:], "\n{\"error\": \"gone\"}\n"),
        ([], ["CLICOLOR_FORCE": "1"], "\n  \u{1b}[36m\"error\"\u{1b}[0m: \u{1b}[32m\"gone\"\u{1b}[0m\n"),
    ])
    func `a body is printed as it is, or in color`(
        words: [String], environment: [String: String], text: String
    ) async throws {
        let run = try await CommandLineHarness.shop().run(
            words: ["show", "Recordings/shop/items/2.json"] + words, environment: environment)
        #expect(run.out.contains(text), "\(run.out)\(run.error)")
    }

    @Test(arguments: [
        (Data("<p>{}</p>\n".utf8), "<p>{}</p>\n\n"), (Data([0x89, 0xff]), "(2 bytes, not text)\n"),
        (Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), "(image/png, 8 bytes)\n"),
    ])
    func `what is not JSON stays as it is, and what is not text has a type and a size`(
        body: Data, text: String
    ) async throws {
        let shop = try CommandLineHarness.shop()
        try body.write(to: shop.path("Recordings/shop/items/2.json"))
        let run = await shop.run("show", "shop/items", "--entry", "2")
        #expect(run.out.hasSuffix("application/json\n\n" + text), "\(run.out)\(run.error)")
    }

    @Test func `the messages of a WebSocket are imported without secrets, and listed`() async throws {
        let shop = try CommandLineHarness.shop()
        let messages = """
            [{"type": "send", "time": 1, "opcode": 1, "data": "{\\"token\\": \\"ghp_9fK2mQ7xLw3Zt8Vb1Nc5\\"}"},
             {"type": "receive", "time": 2, "opcode": 2, "data": "AAH/"}]
            """
        try Data(
            """
            {"log": {"version": "1.2", "creator": {"name": "c", "version": "1"}, "entries": [
             {"request": {"method": "GET", "url": "wss://api.shop.test/events"},
              "response": {"status": 101, "headers": []}, "_webSocketMessages": \(messages)}]}}
            """.utf8
        ).write(to: shop.path("socket.har"))
        let imported = await shop.run("import", "shop", "socket.har")
        #expect(imported.code == .holds, "\(imported.out)\(imported.error)")
        let run = await shop.run("show", "shop/socket")
        #expect(
            run.out == "1  GET wss://api.shop.test/events -> 101 no content type 2 messages\n",
            "\(run.out)\(run.error)")
        let entry = await shop.run("show", "shop/socket", "--entry", "1")
        let text = """
            message 1, send
            {
              "token": "REDACTED-token-1"
            }

            message 2, receive
            (3 bytes, not text)

            """
        #expect(entry.out.hasSuffix(text), "\(entry.out)\(entry.error)")
    }

    @Test(arguments: ["shop", "Recordings/shop", "Recordings"])
    func `the recordings of an API or a folder are listed by their names`(name: String) async throws {
        let run = try await CommandLineHarness.shop().run("show", name)
        let lines = Self.lines.split(separator: "\n").map { "  \($0)\n" }.joined()
        #expect(run.code == .holds && run.out == "shop/items\n\(lines)", "\(run.out)\(run.error)")
    }

    @Test(arguments: [
        (
            ["shop/item"],
            "unknown recording 'shop/item', did you mean 'shop/items'?\n  next: use one of shop/items"
        ),
        (["shpo"], "unknown recording 'shpo', did you mean 'shop'?\n  next: use one of shop"),
        (["shop", "--embed"], "'--embed' cannot be combined with 'shop': it has several recordings"),
        (["Contracts/shop.json"], "unknown recording 'Contracts/shop.json'"),
    ])
    func `another name is refused, with the nearest one`(words: [String], message: String) async throws {
        let run = try await CommandLineHarness.shop().run(words: ["show"] + words)
        #expect(run.code != .holds && run.error.contains(message), "\(run.error)")
    }
}
