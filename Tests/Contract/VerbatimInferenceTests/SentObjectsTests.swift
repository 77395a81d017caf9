import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Objects that requests send in several places, or send and get again.
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

    private static let street =
        #""name": "a", "phone": "b", "line1": "c", "line2": "d", "city": "e", "state": "f", "country": "g""#
    private static let address = #"{\#(street), "zip": "h"}"#
    private static let paper = #"{"id": 1, "title": "a", "open": true, "tags": ["b"], "#
    private static let read = paper + many("a") + "}"
    private static let all = paper + many("a") + ", " + many("b") + "}"

    private static func many(_ letter: String) -> String {
        (1...10).map { #""\#(letter)\#(String(repeating: "x", count: $0))": 1"# }.joined(separator: ", ")
    }

    @Test(arguments: [(read, all, 14), (all, read, nil)])
    func `what is read lacks what was not sent, but what answers a request may be a part of it`(
        _ read: String, _ sent: String, _ required: Int?
    ) throws {
        let schemas = try components(of: [
            exchange("GET", "/papers/7", nil, read), exchange("POST", "/papers", "{}", sent),
        ])
        #expect(schemas["Paper"]?["required"]?.array?.count == required)
    }

    @Test func `large objects in several requests are one component, after what responses call them`() throws
    {
        let shop = #"{"id": 1, "address": \#(Self.address), "home": {"address": \#(Self.address)}}"#
        let schemas = try components(of: [
            exchange("POST", "/parcels", #"{"ship_to": \#(Self.address)}"#),
            exchange("POST", "/stores", #"{"origin_address": \#(Self.address)}"#),
            exchange("GET", "/shops/7", nil, shop),
        ])
        #expect(schemas.names.sorted() == ["Address", "AddressInput"])
        #expect(schemas["AddressInput"]?["required"] == nil)
    }

    @Test func `what some requests send as text or as a number is both in others with its holder`() throws {
        let inference = ContractInference()
        let contract = try inference.contract(
            file: Traffic.file,
            from: [
                exchange("POST", "/taxes", #"{"items": [{"off": "1"}, {"off": 1}]}"#),
                exchange("POST", "/orders", #"{"items": [{"off": "a", "to": "b"}], "off": "c"}"#),
            ]
        ).contract
        let order = contract.operations.first { $0.path == "/orders" }?.requestBody?.content.first?.schema
        let properties = order?.node["properties"]
        #expect(properties?["off"].value == ["type": "string"])
        #expect(
            properties?["items"]["items"]["properties"].value
                == ["off": ["type": ["string", "number"]], "to": ["type": "string"]])
    }

    private static let bodies: [(String, String, [String])] = [
        (#"{"target": \#(address)}"#, #"{"target": \#(address), "id": 1}"#, ["TargetInput"]),
        (#"{"home_address": \#(address)}"#, #"{"work_address": \#(address)}"#, ["AddressInput"]),
        (address, "{\(street), \"zip\": \"i\"}", ["PlaceInput"]),
        // No name is true of both.
        (#"{"sender": \#(address)}"#, #"{"target": \#(address)}"#, []),
        (#"{"ship_to": \#(address)}"#, #"{"ship_to": \#(address), "id": 1}"#, []),
        // Few properties are described where they are.
        (#"{"address": {\#(street)}}"#, #"{"address": {\#(street)}, "id": 1}"#, []),
        (#"{"address": \#(address)}"#, #"{"address": {\#(street), "door": 1}}"#, []),
        (
            "a=1&card[a]=a&card[b]=b&card[c]=c&card[d]=d&card[e]=e&card[f]=f&card[g]=g&card[h]=h",
            "card[a]=a&card[b]=b&card[c]=c&card[d]=d&card[e]=e&card[f]=f&card[g]=g&card[h]=h", ["CardInput"]
        ),
    ]

    @Test(arguments: bodies) func `objects of requests are named after what their places have in common`(
        _ first: String, _ second: String, _ names: [String]
    ) throws {
        let schemas = try components(of: [
            exchange("POST", "/places", first), exchange("PUT", "/places/7", second),
        ])
        #expect(schemas.names == names)
    }
}
