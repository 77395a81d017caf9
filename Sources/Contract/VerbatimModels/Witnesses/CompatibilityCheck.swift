import Foundation
import VerbatimContract
import VerbatimJSON

/// Puts changed documents to the contract and to the model.
struct CompatibilityCheck {
    let contract: Contract
    let binding: ModelBinding
    let schema: SchemaReference

    /// Whether the contract allows a document.
    func isAllowed(_ value: JSONValue) -> Bool {
        guard let json = try? JSON(parsing: value.bytes(.compact)) else { return false }
        return contract.accepts(json, schema)
    }

    /// Whether the model reads a document.
    func isRead(_ value: JSONValue) -> Bool {
        binding.accepts(Data(value.bytes(.compact)))
    }

    /// Why the model does not read a document.
    func failures(_ value: JSONValue) -> [ModelFailure] {
        binding.read(Data(value.bytes(.compact))).failures
    }
}
