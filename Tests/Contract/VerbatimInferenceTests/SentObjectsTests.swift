import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Objects that requests send and get again.
@Suite struct SentObjectsTests {
    private func exchange(
        _ method: String, _ path: String, _ sent: String? = nil, _ body: String = #"{"ok": true}"#
    ) -> Interaction {
        var request = HTTPRequest(
            method, "https://api.shop.test" + path, body: sent.map { Data($0.utf8) })
        let isJSON = sent?.hasPrefix("{") ?? true
        request.headers["Content-Type"] = isJSON ? "application/json" : "application/x-www-form-urlencoded"
        return Interaction(
            request,
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))))
    }

    private func components(of traffic: [Interaction]) throws -> JSONObject {
        let inference = ContractInference()
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(try inference.update(inferred.contract, with: traffic).edits.isEmpty)
        return inferred.contract.document.value["components"]?["schemas"]?.object ?? JSONObject()
    }

    private static let read = "{" + many("a") + "}"
    private static let all = "{" + many("a") + ", " + many("b") + "}"

    private static func many(_ letter: String) -> String {
        (0..<10).map { #""\#(letter)\#(String(repeating: "x", count: $0))": 1"# }.joined(separator: ", ")
    }

    @Test(arguments: [(read, all, 10), (all, read, nil)])
    func `what is read lacks what was not sent, but what answers a request may be a part of it`(
        _ read: String, _ sent: String, _ required: Int?
    ) throws {
        let schemas = try components(of: [
            exchange("GET", "/papers/7", nil, read), exchange("POST", "/papers", "{}", sent),
        ])
        #expect(schemas["Paper"]?["required"]?.array?.count == required)
    }
}
