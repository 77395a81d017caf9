import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// What requests that a server rejects, and responses that report failures only, show of the others.
@Suite struct RejectionTests {
    private static let address = "https://api.shop.test/charges"

    private func exchange(
        _ sent: String?, _ status: Int, _ body: String = #"{"id": "ch_1"}"#, method: String = "POST"
    ) -> Interaction {
        var request = HTTPRequest(method, Self.address, body: sent.map { Data($0.utf8) })
        let isForm = sent?.hasPrefix("{") != true
        request.headers["Content-Type"] = isForm ? "application/x-www-form-urlencoded" : "application/json"
        let response = HTTPResponse(
            status, headers: ["Content-Type": "application/json"], body: .text(body))
        return Interaction(request, .response(response))
    }

    private func operation(_ traffic: [Interaction], _ method: String = "post") throws -> JSONValue? {
        let inference = ContractInference()
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(try inference.update(inferred.contract, with: traffic).edits.isEmpty)
        return inferred.contract.document.value["paths"]?["/charges"]?[method]
    }

    private func sent(_ operation: JSONValue?) -> JSONObject? {
        operation?["requestBody"]?["content"]?.object?.members.first?.value["schema"]?["properties"]?.object
    }

    private func schema(_ operation: JSONValue?) -> JSONValue? {
        operation?["responses"]?["200"]?["content"]?["application/json"]?["schema"]
    }

    @Test(arguments: [
        (#"{"cash": "a"}"#, #"{"card": "tok_1"}"#, "Token could not be found", ["card", "cash"]),
        ("cash=a", "card[month]=05&card[year]=29", "The card was declined", ["card", "cash"]),
        (#"{"cash": "a"}"#, #"{"crad": "tok_1"}"#, #"unknown parameter \"crad\""#, ["cash"]),
        ("cash=a", "crad=tok_1", "unknown parameter 'crad'", ["cash"]),
        ("cash=a", "card=tok_1&card=tok_2", #"no such card", "card": "invalid"#, ["card", "cash"]),
        ("cash=a", "card=tok_1", #"unknown field", "card": "?"#, ["cash"]),
    ])
    func `a rejected request shows properties that accepted ones lack, unless the response quotes them`(
        _ accepted: String, _ rejected: String, _ message: String, _ names: [String]
    ) throws {
        let operation = try operation([
            exchange(accepted, 200), exchange(rejected, 400, #"{"message": "\#(message)"}"#),
        ])
        #expect(sent(operation)?.names.sorted() == names)
    }

    @Test func `a rejected request does not change what an accepted one shows`() throws {
        let rejected = exchange(#"{"amount": "ten"}"#, 422, #"{"message": "no number"}"#)
        let operation = try operation([exchange(#"{"amount": 10}"#, 200), rejected])
        #expect(sent(operation)?["amount"]?["type"] == "integer")
    }

    @Test(arguments: [([#"{"a": 1}"#, nil], false), ([#"{"a": 1}"#, #"{"a": 2}"#], true)])
    func `a body of a GET is described if each accepted request has one`(
        _ sent: [String?], _ isDescribed: Bool
    ) throws {
        let operation = try operation(sent.map { exchange($0, 200, method: "GET") }, "get")
        #expect((operation?["requestBody"] != nil) == isDescribed)
    }

    @Test func `a form without an equals sign has no fields`() throws {
        let operation = try operation([exchange("[FILTERED]", 200)])
        let body = operation?["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
        #expect(body?["schema"] == ["type": "object"])
    }

    @Test(arguments: [
        (#"{"ok": false, "error": "e", "meta": {"at": 1}}"#, ["ok"]),
        (#"{"ok": true, "error": "e", "meta": {"at": 1}}"#, ["ok", "meta"]),
        (#"{"ok": true, "error": "", "meta": {"at": 1}}"#, ["ok", "error", "meta"]),
        (#"{"status": "s", "errors": [], "errorCode": "7"}"#, ["status", "errors"]),
    ])
    func `a success does not have what only failures had`(_ body: String, _ required: [String]) throws {
        let traffic = (1...3).map { _ in exchange(nil, 200, body) }
        let schema = try schema(operation(traffic))
        #expect(schema?["required"]?.array?.compactMap(\.string) == required)
        let inside = schema?["properties"]?["meta"]?["required"]
        #expect(inside == nil || inside == (required == ["ok"] ? [] : ["at"]))
    }

    @Test func `an error has what each error had`() throws {
        let body = #"{"error": {"errorCode": "7", "errorMessage": "m"}}"#
        let schema = try schema(operation((1...3).map { _ in exchange(nil, 200, body) }))
        #expect(schema?["required"] == [])
        #expect(schema?["properties"]?["error"]?["required"]?.array?.count == 2)
    }
}
