import Foundation
import Testing

@testable import VerbatimCommands

/// The commands with contracts and schemas in YAML.
@Suite struct YAMLCommandTests {
    private static let schema = """
        # A book
        type: object
        properties:
          pages: {type: integer}
          title: !text
            minLength: 1
        """

    private static let archive = """
        {"log": {"version": "1.2", "creator": {"name": "a browser", "version": "1"}, "entries": [
          {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
           "request": {"method": "GET", "url": "https://api.shop.test/items", "httpVersion": "HTTP/1.1",
             "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
           "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
             "headers": [{"name": "Content-Type", "value": "application/json"}],
             "content": {"size": -1, "mimeType": "application/json", "text": "{\\"name\\": 1, \\"new\\": 2}"},
             "redirectURL": "", "headersSize": -1, "bodySize": -1},
           "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}
        ]}}
        """

    private static let contract = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"} # kept
        servers: [{url: https://api.shop.test}]
        paths:
          /items:
            get:
              operationId: items
              responses:
                200:
                  description: OK
                  content:
                    application/json:
                      schema:
                        type: object
                        properties:
                          name: {type: string}
        """

    private func tool(_ files: [String: String]) throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: [])
        for (name, text) in files { try Data(text.utf8).write(to: tool.path(name)) }
        return tool
    }

    @Test func `schema reads schemas and instances`() async throws {
        let tool = try tool(["s.yaml": Self.schema, "a.yml": "pages: '312'\ntitle: x\n", "b.json": "{}"])
        let run = await tool.run("schema", "s.yaml", "a.yml", "b.json")
        #expect(run.code == .broken)
        #expect(
            run.out == """
                '/pages': expected integer, found the string "312"
                  at a.yml:1:8, s.yaml:4:17 (type)
                b.json: valid

                """)
        #expect(run.error == "warning: s.yaml:5:10: tag '!text' is ignored\n")
        let broken = try self.tool(["s.yaml": "a: [\n"])
        let refused = await broken.run("schema", "s.yaml", "s.yaml")
        #expect(refused.code == .unreadable)
        #expect(refused.error == "verbatim: s.yaml:1:4: invalid YAML: a sequence does not end\n")
    }

    @Test func `check and diff have locations in YAML`() async throws {
        let tool = try tool(["Contracts/shop.yaml": Self.contract, "shop.har": Self.archive])
        let check = await tool.run("check", "--recordings", "shop.har", "--verbose")
        #expect(check.code == .broken)
        #expect(check.out.contains("Contracts/shop.yaml:16:32"), "\(check.out)")
        try Data(Self.contract.replacing("{type: string}", with: "{type: integer}").utf8)
            .write(to: tool.path("new.yml"))
        let diff = await tool.run("diff", "Contracts/shop.yaml", "new.yml", "--verbose")
        #expect(diff.code == .broken)
        #expect(diff.out.contains("at new.yml:16:32, was Contracts/shop.yaml:16:32"), "\(diff.out)")
    }

    @Test(.enabled(if: Git.isSupported))
    func `diff reads YAML of a Git revision`() async throws {
        let tool = try tool(["Contracts/shop.yml": Self.contract])
        try tool.git("init", "--quiet")
        try tool.git("add", "Contracts")
        try tool.git(
            "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first")
        let run = await tool.run("diff", "HEAD", "Contracts")
        #expect(run.code == .holds && run.out.hasPrefix("✓ holds"), "\(run.error)")
    }

    @Test func `infer reads a contract in YAML, and writes JSON beside it only`() async throws {
        let tool = try tool(["Contracts/shop.yaml": Self.contract, "shop.har": Self.archive])
        let words = ["infer", "--recordings", "shop.har", "--evidence", "1", "shop"]
        let refused = await tool.run(words: words)
        #expect(refused.code == .unreadable)
        #expect(
            refused.error.hasSuffix(
                """
                verbatim: Contracts/shop.yaml: the file is YAML, and only JSON is written
                  next: write the contract as JSON with `verbatim infer API --output FILE.json`, review it, and \
                remove the file in YAML

                """), "\(refused.error)")
        #expect(try String(contentsOf: tool.path("Contracts/shop.yaml"), encoding: .utf8) == Self.contract)
        let written = await tool.run(words: words + ["--output", "shop.json"])
        #expect(written.code == .holds, "\(written.error)")
        let clean = await tool.run("diff", "Contracts/shop.yaml", "shop.json")
        #expect(clean.out.contains("'new'"), "\(clean.out)")
    }
}
