import Testing
import VerbatimJSON

@testable import VerbatimCommands

/// Which findings `verbatim review` says that an edit resolves, however the files are laid out.
@Suite struct ReviewIdentityTests {
    /// The layouts of a recording and of a contract: indented, or in one line.
    enum Layout: CaseIterable {
        case indented, oneLine

        func text(_ value: JSONValue) -> String {
            value.text(self == .indented ? .pretty : .compact)
        }
    }

    private static let contract: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "x", "version": "1"], "servers": [["url": "https://x.test"]],
        "paths": ["/p": get, "/q": get],
    ]

    private static let get: JSONValue = [
        "get": [
            "responses": [
                "200": [
                    "description": "", "headers": ["X-A": ["required": true, "schema": [:]]],
                    "content": [
                        "application/json": [
                            "schema": [
                                "type": "object", "required": ["r", "s"],
                                "properties": [
                                    "r": ["type": "string"], "s": ["type": "string"],
                                    "w": ["x-known-values": ["a"]],
                                ],
                            ]
                        ]
                    ],
                ]
            ]
        ]
    ]

    private static func entry(_ target: String, _ body: String, status: Int = 200) -> JSONValue {
        [
            "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1,
            "request": [
                "method": "GET", "url": .string("https://x.test\(target)"), "httpVersion": "HTTP/1.1",
                "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0,
            ],
            "response": [
                "status": JSONValue(count: status), "statusText": "", "httpVersion": "HTTP/1.1",
                "cookies": [],
                "headers": [
                    ["name": "Content-Type", "value": "application/json"], ["name": "X-A", "value": "1"],
                ],
                "content": [
                    "size": JSONValue(count: body.utf8.count), "mimeType": "application/json",
                    "text": .string(body),
                ],
                "redirectURL": "", "headersSize": -1, "bodySize": -1,
            ],
            "cache": [:], "timings": ["send": 0, "wait": 1, "receive": 0],
        ]
    }

    /// Entries that differ in one thing each, and one with several.
    private static let archive: JSONValue = [
        "log": [
            "version": "1.2", "creator": ["name": "c", "version": "1"],
            "entries": [
                entry("/p", #"{"r": "", "s": "", "k0": 1}"#), entry("/q", #"{"r": "", "s": "", "k0": 1}"#),
                entry("/p", #"{"r": "", "s": "", "k1": 1, "k2": 1}"#), entry("/p", #"{"r": 1, "s": 2}"#),
                entry("/q", #"{"w": "b"}"#), entry("/q?a=1&b=1", #"{"r": "", "s": "", "w": "c"}"#),
                entry("/p", "{}", status: 404),
            ],
        ]
    ]

    private func tool(_ archive: Layout, _ contract: Layout) throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        try tool.write("", to: "Package.swift")
        try tool.write(contract.text(Self.contract), to: "Contracts/x.json")
        try tool.write(archive.text(Self.archive), to: "Recordings/x/a.har")
        return tool
    }

    /// The items, each with the findings that its edit resolves.
    private func items(_ tool: CommandLineHarness) async throws -> [JSON] {
        Array(try JSON(parsing: await tool.run("review", "--format", "json").out)["items"].elements)
    }

    private static let expected = [
        "widened /paths/~1p/get/responses/200/content/application~1json/schema/properties/r/type: "
            + "response-property-type /r",
        "widened /paths/~1p/get/responses/200/content/application~1json/schema/properties/s/type: "
            + "response-property-type /s",
        "widened /paths/~1q/get/responses/200/content/application~1json/schema/required: "
            + "response-property-missing /r",
        "widened /paths/~1q/get/responses/200/content/application~1json/schema/required: "
            + "response-property-missing /s",
        "added /paths/~1p/get/responses/200/content/application~1json/schema/properties/k0: "
            + "response-property-undocumented /k0",
        "added /paths/~1q/get/responses/200/content/application~1json/schema/properties/k0: "
            + "response-property-undocumented /k0",
        "added /paths/~1p/get/responses/200/content/application~1json/schema/properties/k1: "
            + "response-property-undocumented /k1",
        "added /paths/~1p/get/responses/200/content/application~1json/schema/properties/k2: "
            + "response-property-undocumented /k2",
        "added /paths/~1q/get/responses/200/content/application~1json/schema/properties/w/x-known-values: "
            + "response-value-unknown /w",
        "added /paths/~1p/get/responses/404: response-status-undocumented ",
        "added /paths/~1q/get/parameters: request-parameter-undocumented ",
        "added /paths/~1q/get/parameters: request-parameter-undocumented ",
    ]

    @Test(arguments: Layout.allCases, Layout.allCases)
    func `each edit resolves its own findings, also where files have one line`(
        _ archive: Layout, _ contract: Layout
    ) async throws {
        let items = try await items(tool(archive, contract))
        let found = items.map { item in
            let findings = item["findings"].elements.map {
                "\($0["rule"].string ?? "") \($0["pointer"].string ?? "")"
            }
            return "\(item["kind"].string ?? "") \(item["pointer"].string ?? ""): "
                + findings.joined(separator: ", ")
        }
        #expect(found == Self.expected, "\(found.joined(separator: "\n"))")
    }

    @Test(arguments: Layout.allCases)
    func `an override is about the findings of its item`(_ layout: Layout) async throws {
        let tool = try tool(layout, layout)
        let item = try #require(
            try await items(tool).first { $0["pointer"].string?.hasSuffix("/k1") ?? false })
        let run = await tool.run("review", "--override", item["id"].string ?? "", "--reason", "r")
        #expect(run.error.hasPrefix("wrote Contracts/overrides.json: 1 override\n"), "\(run.error)")
        let overrides = try JSON(parsing: tool.text("Contracts/overrides.json"))["overrides"]
        #expect(overrides.elements.map { $0["pointer"].string } == ["/k1"])
    }

    @Test func `an item has a part of a long line of the contract`() async throws {
        let tool = try tool(.oneLine, .oneLine)
        let length = try tool.text("Contracts/x.json").utf8.count
        let texts = try await items(tool).map { $0["contract"]["text"].string ?? "" }
        #expect(texts.count == Self.expected.count && texts.contains(#""type":"string"},"s":{"#) == false)
        #expect(texts.allSatisfy { !$0.isEmpty && $0.utf8.count < min(length, 400) }, "\(texts)")
        #expect(texts[0].contains(#""type":"string""#))
    }
}
