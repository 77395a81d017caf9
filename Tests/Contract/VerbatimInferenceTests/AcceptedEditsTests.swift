import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Updates of which a person accepts some edits only.
@Suite struct AcceptedEditsTests {
    /// Traffic that calls for edits of every kind, some of which follow from others.
    private static let interactions =
        Traffic.responses([
            #"{"name": null, "id": 0, "unit": "in", "weight": 2, "colour": "blue"}"#,
            #"{"name": "é", "id": 200, "unit": 4, "made": "21.11.2026"}"#,
        ])
        + Traffic.responses(["{}"], status: 404)
        + Traffic.responses(["<a/>"], type: "text/html")
        + Traffic.responses([#"{"name": "Lamp", "id": 1}"#], to: "https://api.shop.test/items?page=2&size=3")
        + Traffic.responses(["{}"], to: "https://api.shop.test/carts")
        + Traffic.responses(["{}"], to: "https://api.shop.test/orders")

    private func update(where isAccepted: ((InferredEdit.Key) -> Bool)? = nil) throws -> InferredContract {
        let contract = try Contract(parsing: Data(ShopContract.text.utf8), file: Traffic.file)
        return try ContractInference().update(contract, with: Self.interactions, where: isAccepted)
    }

    @Test func `accepting everything is the same as asking for nothing`() throws {
        let all = try update()
        let accepted = try update { _ in true }
        #expect(accepted.text == all.text && accepted.edits == all.edits)
        #expect(Set(all.edits.map(\.key)).count >= 12, "\(all.edits.map(\.key))")
    }

    @Test func `accepting nothing changes nothing, and the findings stay`() throws {
        let inferred = try update { _ in false }
        #expect(!inferred.isChanged && inferred.text == ShopContract.text)
        #expect(inferred.edits.isEmpty && inferred.decisions.isEmpty)
        #expect(inferred.unresolved.contains { $0.rule == .responsePropertyType })
    }

    @Test func `each edit alone is made alone`() throws {
        let all = try update()
        for key in Set(all.edits.map(\.key)) {
            let inferred = try update { $0 == key }
            #expect(Set(inferred.edits.map(\.key)).isSubset(of: [key]), "\(key)")
        }
        let added = try #require(all.edits.first { $0.name == "size" }?.key)
        let parameters = try update { $0 == added }.contract.document[added.pointer]
        #expect(parameters.elements.map { $0["name"].string } == ["size"])
    }

    @Test func `each edit but one leaves the value at its position as it was`() throws {
        let all = try update()
        let old = try Contract(parsing: Data(ShopContract.text.utf8), file: Traffic.file).document
        for key in Set(all.edits.map(\.key)) where key.name == nil {
            let document = try update { $0 != key }.contract.document
            let inside = all.edits.contains {
                $0.key != key && $0.pointer.tokens.starts(with: key.pointer.tokens)
            }
            if inside { continue }
            #expect(document[key.pointer].exists == old[key.pointer].exists, "\(key)")
            #expect(document[key.pointer].value == old[key.pointer].value, "\(key)")
        }
    }

    @Test func `an edit that follows from another one waits for it`() throws {
        let unit = try JSONPointer(parsing: "/components/schemas/Item/properties/unit")
        let accepted = try update { $0.pointer == unit.appending("const") }
        #expect(accepted.contract.document[unit]["enum"].value == ["cm", "in", 4])
    }
}
