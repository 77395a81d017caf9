import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimModels
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport
import VerbatimTestingSupport
import VerbatimURLSession

@testable import VerbatimContractTesting
@testable import VerbatimTesting

@Suite(.quietRecording) struct ContractRequirementTests {
    private struct Item: Decodable {
        let id: Int
    }

    private static let shop = API(
        name: "shop", models: [ModelBinding("getItem", Item.self, decoder: { JSONDecoder() })])

    @Test func `a test that keeps the contract passes`() async throws {
        #expect(try await messages(body: #"{"id": 7}"#).isEmpty)
    }

    @Test func `a violation is an issue of the test`() async throws {
        let messages = try await messages(body: #"{"id": "7", "name": null}"#)
        #expect(messages.count == 1)
        let text = try #require(messages.first)
        #expect(text.hasPrefix("response-property-type: '/id': expected integer, found the string \"7\"\n"))
        #expect(text.contains("GET /item -> 200"))
        #expect(text.contains("\n  next: "))
    }

    @Test func `violations that are alike are one issue`() async throws {
        let body = #"{"id": 7, "sizes": [{"cm": 1}, {"cm": "2"}, {"cm": "3"}, {"cm": "4"}]}"#
        let messages = try await messages(body: body)
        #expect(messages.count == 1, "\(messages)")
        let text = try #require(messages.first)
        #expect(
            text.hasPrefix("response-property-type: '/sizes/1/cm': expected integer, found the string \"2\""))
        #expect(text.contains("\n  and 2 more like it\n  next: "))
    }

    @Test func `the next step runs the plugin of a package`() async throws {
        let messages = try await messages(body: #"{"id": "7"}"#, manifest: "// swift-tools-version: 6.3")
        #expect(
            messages.first?.contains("accept it with `swift package verbatim review shop`") == true,
            "\(messages)")
        let other = try await self.messages(body: #"{"id": "7"}"#)
        #expect(other.first?.contains("accept it with `verbatim review shop`") == true, "\(other)")
    }

    @Test func `a value that a model cannot decode is an issue as well`() async throws {
        let messages = try await messages(body: #"{"id": 1e30}"#, api: Self.shop)
        #expect(messages.contains { $0.contains("Item.id expects Int") }, "\(messages)")
    }

    @Test func `a live interaction is checked too, and recorded`() async throws {
        let server = try HTTPServer.start { _ in
            ServerResponse(
                HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(#"{"id": []}"#)))
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let contract = Self.contract.replacing("http://shop.example", with: server.origin)
            try write(Data(contract.utf8), to: folder.appending(path: "Contracts/shop.json"))
            let recordings = folder.appending(path: "Recordings").path
            let issues = try await issues {
                try await withRecording("shop/item", mode: .record, keeping: .contract, in: recordings) {
                    _ = try await $0.text(server.origin + "/item")
                }
            }
            #expect(issues.map(\.severity) == [.error, .warning])
            #expect(
                issues.last?.comments.first?.rawValue.hasPrefix("recording-published: 'shop/item'") == true)
            #expect(
                issues.first?.comments.first?.rawValue.hasPrefix(
                    "response-property-type: '/id': expected integer")
                    == true)
            let recorded = try Archive(contentsOf: URL(fileURLWithPath: recordings + "/shop/item.har"))
            #expect(recorded.interactions.count == 1)
        }
    }

    @Test func `a test that records again attaches the changes`() async throws {
        let count = Atomic(0)
        let server = try HTTPServer.start { _ in
            let isFirst = count.add(1, ordering: .relaxed).oldValue == 0
            return ServerResponse(
                HTTPResponse(
                    200, headers: ["Content-Type": "application/json"],
                    body: .text(isFirst ? #"{"id": 7, "size": 1}"# : #"{"id": 7, "size": "1"}"#)))
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let contract = Self.contract.replacing("http://shop.example", with: server.origin)
            try write(Data(contract.utf8), to: folder.appending(path: "Contracts/shop.json"))
            let recordings = folder.appending(path: "Recordings")
            for attachments in [[], ["shop-item.drift.txt"]] {
                let player = try Player(
                    recording: recordings.appending(path: "shop/item.har"), mode: .record,
                    transport: URLSessionTransport())
                let check = try RequiredContract().check(
                    of: "shop/item", testFolder: folder, recordings: recordings)
                let recording = OpenRecording(player, .immediate, stubs: [], check, journal: nil)
                _ = try await recording.session.text(server.origin + "/item")
                let report = recording.close(passed: true)
                #expect(report.problems.isEmpty)
                #expect(report.attachments.map(\.name) == attachments)
                let change =
                    "  changed: drift-type-added: '/size': old integer, new string (GET /item -> 200)"
                #expect(report.notes.dropFirst() == (attachments.isEmpty ? [] : [change]))
            }
        }
    }

    @Test func `a test that fails while it records again shows the changes`() async throws {
        let body = Mutex(#"{"id": 7, "size": 1}"#)
        let server = try HTTPServer.start { _ in
            ServerResponse(
                HTTPResponse(
                    200, headers: ["Content-Type": "application/json"], body: .text(body.withLock { $0 })))
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let contract = Self.contract.replacing("http://shop.example", with: server.origin)
            try write(Data(contract.utf8), to: folder.appending(path: "Contracts/shop.json"))
            try write(Data(), to: folder.appending(path: "Package.swift"))
            let recordings = folder.appending(path: "Recordings").path
            let record = {
                try await issues {
                    try await withRecording("shop/item", mode: .record, keeping: .contract, in: recordings) {
                        let item = try await $0.text(server.origin + "/item")
                        #expect(item.hasPrefix(#"{"id": 7"#))
                    }
                }.compactMap { $0.comments.first?.rawValue }
            }
            #expect(try await record().isEmpty)
            body.withLock { $0 = #"{"id": "7", "size": 1}"# }
            let messages = try await record()
            let kept = folder.appending(path: ".build/verbatim/unpublished/shop/item.har").path
            let review = "`swift package verbatim review shop --unpublished`"
            let message = try #require(messages.first { $0.hasPrefix("recording-not-published: ") })
            #expect(
                message == """
                    recording-not-published: the test failed, so 'shop/item' is as it was before
                      kept: \(kept)
                      changed: drift-type-added: '/id': old integer, new string (GET /item -> 200)
                      next: if the API changed for good, run \(review), make the test pass, then record again
                    """)
            let finding = try #require(messages.first { $0.hasPrefix("response-property-type: ") })
            #expect(finding.hasSuffix("accept it with \(review)"), "\(finding)")
        }
    }

    private struct DatedItem: Decodable {
        let id: Int
        let made: Date
    }

    @Test func `a model of the test decodes the answer`() async throws {
        let keeping = ContractRequirement.contract.decoding(DatedItem.self) {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
        let good = #"{"id": 7, "made": "2026-11-22T09:30:00Z"}"#
        #expect(try await messages(body: good, keeping: keeping).isEmpty)
        let messages = try await messages(body: #"{"id": 7}"#, keeping: keeping)
        #expect(messages.count == 1)
        #expect(
            messages.first?.contains(
                "'/made' is missing, ContractRequirementTests.DatedItem.made expects Date\n")
                == true, "\(messages)")
    }

    @Test func `a decoder without a strategy for dates is named`() async throws {
        let body = #"{"id": 7, "made": "2026-11-22T09:30:00Z"}"#
        let messages = try await messages(body: body, keeping: .contract.decoding(DatedItem.self))
        #expect(messages.count == 1)
        let text = try #require(messages.first)
        #expect(
            text.hasPrefix("model-bad-date: '/made' is the string \"2026-11-22T09:30:00Z\""), "\(text)")
        #expect(
            text.contains(": this binding decodes with JSONDecoder(), which has no date strategy"), "\(text)")
        #expect(
            text.hasSuffix("\n  next: give the binding the decoder of the app: `decoder:`"), "\(text)")
    }

    private struct Delta: Decodable { let text: String }

    @Test func `a model of the test decodes the events of a stream`() async throws {
        try await withShop(body: #"{"id": 7}"#) { folder in
            let file = folder.appending(path: "Contracts/shop.json")
            let schema =
                #"{"properties": {"data": {"contentMediaType": "application/json", "contentSchema": {}}}}"#
            let stream = """
                "paths": {"/talk": {"get": {"operationId": "talk", "responses": {"200": {"description": "All.",
                "content": {"text/event-stream": {"x-item-schema": \(schema)}}}}}},
                """
            let text = try String(contentsOf: file, encoding: .utf8)
            try write(Data(text.replacing(#""paths": {"#, with: stream).utf8), to: file)
            let body = "event: delta\ndata: {\"text\": \"a\"}\n\nevent: other\ndata: {}\n\ndata: [DONE]\n\n"
            let response = HTTPResponse(
                200, headers: ["Content-Type": "text/event-stream"], body: .text(body))
            let archive = Archive([
                Interaction(HTTPRequest("GET", "http://shop.example/talk"), .response(response))
            ])
            try write(
                try archive.selfContainedHAR(), to: folder.appending(path: "Recordings/shop/item.har"))
            func messages(_ keeping: ContractRequirement) async throws -> [String] {
                try await issues {
                    try await withRecording(
                        "shop/item", keeping: keeping,
                        in: folder.appending(path: "Recordings").path
                    ) { _ = try await $0.text("http://shop.example/talk") }
                }.compactMap { $0.comments.first?.rawValue }
            }
            let contract = ContractRequirement.contract
            #expect(try await messages(contract.decoding(items: Delta.self, kind: "delta")).isEmpty)
            let found = try await messages(contract.decoding(items: Delta.self))
            #expect(found.count == 1)
            #expect(
                found.first?.hasPrefix(
                    "model-missing-key: '/1/data/text' is missing, ContractRequirementTests.Delta.text "
                        + "expects String\n") == true, "\(found)")
            let whole = try await messages(contract.decoding(Delta.self, of: "talk"))
            #expect(
                whole.first?.hasSuffix(
                    "\n  next: bind the model to each item: `ModelBinding(\"talk\", items: Delta.self)`")
                    == true, "\(whole)")
        }
    }

    @Test func `a model of an operation that the contract lacks is a failure`() async throws {
        let keeping = ContractRequirement.contract.decoding(Item.self, of: "getItme")
        let messages = try await messages(body: #"{"id": 7}"#, keeping: keeping)
        #expect(
            messages.map { $0.prefix { $0 != ":" } } == ["binding-unknown-operation"], "\(messages)")
        let named = ContractRequirement.contract.decoding(Item.self, of: "GET /item")
        #expect(try await self.messages(body: #"{"id": 7}"#, keeping: named).isEmpty)
    }

    @Test func `a model that could be that of several operations has to name one`() async throws {
        try await withShop(body: #"{"id": 7}"#) { folder in
            let file = folder.appending(path: "Contracts/shop.json")
            let two = try String(contentsOf: file, encoding: .utf8).replacing(
                #""paths": {"#,
                with:
                    #""paths": {"/all": {"get": {"operationId": "all", "responses": {"200": {"description": "All."}}}},"#
            )
            try write(Data(two.utf8), to: file)
            let json = HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{}"))
            let item = HTTPResponse(
                200, headers: ["Content-Type": "application/json"], body: .text(#"{"id": 7}"#))
            let archive = Archive([
                Interaction(HTTPRequest("GET", "http://shop.example/all"), .response(json)),
                Interaction(HTTPRequest("GET", "http://shop.example/item"), .response(item)),
            ])
            try write(
                try archive.selfContainedHAR(), to: folder.appending(path: "Recordings/shop/item.har"))
            let recordings = folder.appending(path: "Recordings").path
            for (operation, count) in [(nil, 1), ("getItem", 0)] {
                let issues = try await issues {
                    try await withRecording(
                        "shop/item", keeping: .contract.decoding(Item.self, of: operation), in: recordings
                    ) {
                        for path in ["all", "item"] { _ = try await $0.text("http://shop.example/\(path)") }
                    }
                }.filter { $0.severity == .error }
                #expect(issues.count == count, "\(issues)")
                guard count > 0 else { continue }
                #expect(
                    issues.first?.comments.first?.rawValue == """
                        decoding-ambiguous: the recording has answers of all and getItem, and Item is the model of one
                          next: name it: `.decoding(Item.self, of: "all")`
                        """)
            }
        }
    }

    @Test func `an override of the contracts applies`() async throws {
        let overrides = """
            {"overrides": [{"rule": "response-property-type", "api": "shop", "severity": "off",
              "reason": "the shop has letters in its ids", "expires": "2999-01-01"}]}
            """
        #expect(try await messages(body: #"{"id": "7"}"#, overrides: overrides).isEmpty)
    }

    @Test func `a test whose requests no contract has is a failure`() async throws {
        let messages = try await messages(body: "{}", url: "http://other.example/item", name: "other/item")
        #expect(messages.count == 1)
        #expect(
            messages.first?.hasPrefix(
                "contract-missing: no contract has the URL of a request of 'other/item'")
                == true)
    }

    @Test(arguments: ["Contracts", "Contracts/shop.json"])
    func `a test without contracts runs, and says how to make one`(removed: String) async throws {
        try await withShop(body: #"{"id": 7}"#) { folder in
            try FileManager.default.removeItem(at: folder.appending(path: removed))
            let recordings = folder.appending(path: "Recordings").path
            let issues = try await issues {
                try await withRecording("shop/item", keeping: .contract, in: recordings) {
                    _ = try await $0.text("http://shop.example/item")
                }
            }
            #expect(issues.map(\.severity) == [.error])
            let text = issues.first?.comments.first?.rawValue ?? ""
            #expect(text.hasPrefix("contract-missing: "), "\(text)")
            #expect(text.contains("or run `verbatim infer shop` to make one"), "\(text)")
        }
    }

    @Test func `a folder without contracts is an error`() async throws {
        try await withShop(body: "{}") { folder in
            let recordings = folder.appending(path: "Recordings").path
            let issues = try await issues {
                try await withRecording("shop/item", keeping: .contract(in: "/none"), in: recordings) { _ in
                    Issue.record("the body ran")
                }
            }
            #expect(issues.map(\.severity) == [.error])
            #expect(issues.first?.comments.first?.rawValue.contains("/none") == true)
        }
    }

    /// Returns the messages of a test that replays a response and is held to the contract.
    private func messages(
        body: String, url: String = "http://shop.example/item", name: String = "shop/item", api: API? = nil,
        keeping: ContractRequirement? = nil, overrides: String? = nil, manifest: String? = nil
    ) async throws -> [String] {
        var issues: [Issue] = []
        try await withShop(body: body, url: url, name: name) { folder in
            if let overrides {
                try write(Data(overrides.utf8), to: folder.appending(path: "Contracts/overrides.json"))
            }
            if let manifest {
                try write(Data(manifest.utf8), to: folder.appending(path: "Package.swift"))
            }
            let recordings = folder.appending(path: "Recordings").path
            issues = try await VerbatimTestSupport.issues {
                try await withRecording(name, keeping: keeping ?? .contract(of: api), in: recordings) {
                    session in
                    _ = try await session.text(url)
                }
            }
        }
        #expect(issues.allSatisfy { $0.severity == .error })
        #expect(issues.allSatisfy { $0.sourceLocation?.fileName == "ContractRequirementTests.swift" })
        return issues.compactMap { $0.comments.first?.rawValue }
    }

    private func withShop(
        body: String, url: String = "http://shop.example/item", name: String = "shop/item",
        _ work: (URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let response = HTTPResponse(
                200, headers: ["Content-Type": "application/json"], body: .text(body))
            let archive = Archive([Interaction(HTTPRequest("GET", url), .response(response))])
            try write(try archive.selfContainedHAR(), to: folder.appending(path: "Recordings/\(name).har"))
            try write(Data(Self.contract.utf8), to: folder.appending(path: "Contracts/shop.json"))
            try await work(folder)
        }
    }

    private func write(_ data: Data, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    private static let contract = """
        {
          "openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
          "servers": [{"url": "http://shop.example"}],
          "paths": {"/item": {"get": {"operationId": "getItem", "responses": {"200": {
            "description": "An item.",
            "content": {"application/json": {"schema": {
              "type": "object", "required": ["id"], "properties": {
                "id": {"type": "integer"},
                "sizes": {"type": "array", "items": {"properties": {"cm": {"type": "integer"}}}}
              }
            }}}
          }}}}}
        }
        """
}
