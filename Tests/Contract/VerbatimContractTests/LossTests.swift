import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

/// Parts that an archive has lost are reported once, and judged nowhere.
@Suite struct LossTests {
    private func contracts() throws -> ContractSet {
        let contract = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/x": {
               "get": {"operationId": "x.get", "responses": {
                 "200": {"description": "a", "content": {
                   "application/json": {"schema": {"type": "object", "required": ["a"]}}}},
                 "204": {"description": "b", "content": {"application/json": {}}},
                 "302": {"description": "c", "content": {"text/html": {}}}}},
               "post": {"operationId": "x.post",
                 "requestBody": {"required": true, "content": {"application/json": {}}},
                 "responses": {"204": {"description": "d"}}}}}}
            """
        return ContractSet([try Contract(parsing: Data(contract.utf8), file: "Contracts/x.json")])
    }

    private func archive(_ entry: String, creator: String = "t") throws -> Archive {
        let text = """
            {"log": {"creator": {"name": "\(creator)"}, "entries": [
            \(entry)]}}
            """
        return try Archive(
            parsing: Data(text.utf8), path: "a.har", folder: URL(filePath: "/nowhere"), isLenient: true)
    }

    private static func entry(_ method: String = "GET", request: String = "", response: String) -> String {
        """
        {"request": {"method": "\(method)", "url": "https://a.test/x"\(request)}, "response": {\(response)}}
        """
    }

    private static let json = #""headers": [{"name": "Content-Type", "value": "application/json"}]"#

    @Test(arguments: [
        (entry(response: #""status": 200, \#(json), "content": {"size": 9}"#), "loss-response-body"),
        (
            entry(response: #""status": 200, \#(json), "content": {"text": "", "encoding": "hex"}"#),
            "loss-response-body"
        ),
        (entry(response: #""status": 200, \#(json), "content": {"size": -1}"#), "loss-response-body"),
        (
            entry("HEAD", response: #""status": 204, \#(json), "_error": "net::ERR_ABORTED""#),
            "loss-response"
        ),
        (entry(response: #""status": 0"#), "loss-response"),
        (entry(response: #""status": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT""#), "loss-response"),
        (entry("DELETE", response: #""status": 0"#), "loss-response"),
        ("{}", "loss-entry"),
        (
            entry("POST", request: #", "bodySize": 3"#, response: #""status": 204, \#(json)"#),
            "loss-request-body"
        ),
        (
            entry(
                "POST",
                request: #", "postData": {"mimeType": "multipart/form-data", "params": [{"name": "a"}]}"#,
                response: #""status": 204, \#(json)"#), "loss-request-body"
        ),
        (
            entry(
                "POST", request: #", "postData": {"text": "", "encoding": "x"}"#,
                response: #""status": 204, \#(json)"#),
            "loss-request-body"
        ),
    ])
    func `a loss is no finding about the contract`(entry: String, rule: String) throws {
        let archive = try archive(entry)
        #expect(try contracts().check(archive.interactions).findings.map(\.rule.id) == [])
        let losses = archive.losses.map { Finding($0, isForeign: archive.isForeign) }
        #expect(losses.map(\.rule.id) == [rule])
        #expect(losses.map(\.severity) == [.warning])
        #expect(losses.first?.location == SourceLocation(file: "a.har", line: 2))
        #expect(losses.first?.exchange == "entry 1")
    }

    @Test(arguments: [
        (entry(response: #""status": 200, "headers": [], "content": {"text": "{\"a\": 1}"}"#), []),
        (
            entry(response: #""status": 200, "headers": [], "content": {"text": "{}"}"#),
            ["response-property-missing"]
        ),
        (
            entry(
                response:
                    ##""status": 200, "headers": [{"name": "A", "value": "1"}], "content": {"text": "{\"a\": 1}"}"##
            ),
            ["response-media-type-missing"]
        ),
    ])
    func `header fields that were left out are not missing`(entry: String, rules: [String]) throws {
        let archive = try archive(entry)
        #expect(try contracts().check(archive.interactions).findings.map(\.rule.id) == rules)
        #expect(
            archive.losses.map(\.rule) == (rules == ["response-media-type-missing"] ? [] : ["loss-member"]))
    }

    @Test func `a body that is not there is breaking in a recording of this package`() throws {
        let archive = try archive(
            Self.entry(response: #""status": 200, \#(Self.json), "content": {"size": 9}"#),
            creator: "verbatim")
        #expect(archive.losses.map { Finding($0, isForeign: archive.isForeign).severity } == [.breaking])
    }

    @Test(arguments: [
        (204, "application/json", ""), (302, "text/html", ""), (302, "text/html", "<p>moved</p>"),
    ])
    func `a response that needs no body may be empty`(status: Int, type: String, body: String) throws {
        let interaction = Interaction(
            HTTPRequest("GET", "https://a.test/x"),
            .response(HTTPResponse(status, headers: ["Content-Type": type], body: .text(body))))
        #expect(try contracts().check(interaction).isEmpty)
    }

    @Test func `every kind of loss has a rule of the same name`() {
        let kinds: [ArchiveLoss.Kind] = [
            .entry(reason: ""), .member(reason: ""), .responseBody(size: 1),
            .unreadableResponseBody(reason: ""),
            .multipartBody, .requestBody(size: 1), .unreadableRequestBody(reason: ""), .charset("x"),
            .response(error: nil), .webSocket(messages: 1),
        ]
        for kind in kinds {
            let loss = ArchiveLoss(kind: kind, location: .init(archive: "a.har", entry: 0, line: 1))
            #expect(Finding(loss, isForeign: true).rule.id == loss.rule)
        }
    }
}
