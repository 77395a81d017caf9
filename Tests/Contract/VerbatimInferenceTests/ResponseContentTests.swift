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
