import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// The content that is promised of responses, and the headers.
@Suite struct ResponseContentTests {
    private func response(_ status: Int, _ body: String, _ headers: HeaderFields = [:]) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? "application/json"
        return HTTPResponse(status, headers: headers, body: .text(body))
    }

    private func described(_ method: String, _ responses: [HTTPResponse]) throws -> String {
        let traffic = responses.map {
            Interaction(HTTPRequest(method, "https://api.shop.test/a"), .response($0))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let pointer = JSONPointer(["paths", "/a", method.lowercased(), "responses"])
        return try #require(inferred.contract.document.value[pointer]).text(.compact)
    }

    @Test(arguments: [("GET", 204), ("GET", 304), ("HEAD", 200), ("GET", 302), ("PUT", 200)])
    func `no content is promised for a body that is not there`(_ method: String, _ status: Int) throws {
        #expect(try !described(method, [response(status, "")]).contains("content"))
    }

    @Test func `content that is not always there is optional`() throws {
        let mixed = try described("GET", [response(200, "{}"), response(200, "")])
        #expect(
            mixed
                == #"{"200":{"description":"OK","content":{"application/json":{"schema":{"type":"object"}}},"#
                + #""x-optional-body":true}}"#)
        #expect(try described("GET", [response(302, "{}")]).contains("x-optional-body"))
        #expect(try !described("GET", [response(200, "{}")]).contains("x-optional-body"))
    }

    @Test func `JSON after a byte order mark is described`() throws {
        let traffic = Traffic.responses(["\u{feff}{\"a\":1}"], to: "https://api.shop.test/a")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(
            ContractSet([inferred.contract]).check(traffic).findings.map(\.rule) == [
                .responseBodyMark
            ])
        #expect(inferred.text.contains(#""type": "integer""#))
    }

    @Test func `an error in place of events is described as a whole`() throws {
        let (url, type) = ("https://api.shop.test/a", "text/event-stream")
        let error = Traffic.responses([#"{"error": {"code": 1}}"#], to: url, status: 400, type: type)
        let traffic = error + Traffic.responses(["data: {\"a\": 1}\n\n"], to: url, type: type)
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        #expect(ContractSet([contract]).check(traffic).findings.isEmpty)
        let wrong = Traffic.responses([#"{"error": {"code": "a"}}"#], to: url, status: 400, type: type)
        #expect(ContractSet([contract]).check(wrong).findings.map(\.rule) == [.responsePropertyType])
        let later = try ContractInference().update(contract, with: traffic)
        #expect(!later.isChanged)
    }

    @Test func `lines of a stream of JSON are described`() throws {
        let lines = "{\"kind\": \"start\"}\n{\"kind\": \"end\"}\n"
        let traffic = Traffic.responses([lines], type: "application/stream+json")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(inferred.text.contains("x-item-schema"))
    }

    @Test func `JSON is the body of a request with an empty media type`() throws {
        let request = HTTPRequest(
            "POST", "https://api.shop.test/a", headers: ["Content-Type": ""], body: Data(#"{"a": 1}"#.utf8))
        let traffic = [Interaction(request, .response(HTTPResponse(204)))]
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(inferred.text.contains(#""application/json""#))
    }

    @Test func `optional content is validated where it is`() throws {
        let url = "https://api.shop.test/a"
        let traffic = Traffic.responses(["{}", ""], to: url)
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        let other = ContractSet([contract]).check(Traffic.responses(["[1]"], to: url)).findings
        #expect(other.map(\.rule) == [.responsePropertyType])
    }

    @Test func `headers are described that every response has and that clients rely on`() throws {
        let stable: HeaderFields = [
            "ETag": "\"1\"", "Date": "Sat, 21 Nov 2026 10:00:00 GMT", "X-Served-By": "a",
        ]
        var more = stable
        more.append("Location", "/b")
        #expect(
            try described("GET", [response(200, "{}", stable), response(200, "{}", more)]).hasPrefix(
                #"{"200":{"description":"OK","headers":{"ETag":{"schema":{"type":"string"}}},"content""#))
    }
}
