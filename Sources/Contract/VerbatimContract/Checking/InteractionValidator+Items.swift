import Foundation
import VerbatimJSON
import VerbatimSchema

/// Bodies that are a sequence of items: `itemSchema` describes each, and `schema` all of them as an array.
///
/// https://spec.openapis.org/oas/v3.2.0.html#sequential-media-types
extension InteractionValidator {
    /// Validates the items of the body of a response.
    mutating func validateItems(_ bytes: Data, _ format: ItemFormat, _ content: MediaTypeObject) {
        let items = format.items(in: bytes)
        let schema = content.schema(ofItemsIn: format, contract.shapes)
        var isWhole = true
        for (index, item) in items.enumerated() {
            let json: JSON
            do {
                json = try JSON(parsing: item.text)
            } catch {
                isWhole = false
                let position = item.position(of: error.position)
                report(
                    .malformedBody("JSON", "\(position): \(error.reason)"), at: content.node,
                    location: bodyLocation(position), severity: content.hasSchema ? nil : .warning)
                continue
            }
            if let schema {
                validate(json, schema, in: JSONPointer([String(index)])) { item.position(of: $1) }
            }
        }
        guard isWhole, let all = content.schema(ofAllItemsWith: contract.shapes) else { return }
        let text = "[" + items.map { String(decoding: $0.text, as: UTF8.self) }.joined(separator: ",") + "]"
        guard let json = try? JSON(parsing: text) else { return }
        validate(json, all) { pointer, _ in
            let item = pointer.tokens.first.flatMap(Int.init).flatMap { $0 < items.count ? items[$0] : nil }
            return JSONPosition(offset: 0, line: item?.line ?? 1, column: item?.column ?? 1)
        }
    }

    /// Validates the items of the body of a request.
    mutating func validateRequestItems(_ bytes: Data, _ format: ItemFormat, _ content: MediaTypeObject) {
        guard let schema = content.schema(ofItemsIn: format, contract.shapes) else { return }
        for (index, item) in format.items(in: bytes).enumerated() {
            do {
                let json = try JSON(parsing: item.text)
                validateRequestBody(json, schema, in: JSONPointer([String(index)]))
            } catch {
                report(
                    .malformedRequestBody("\(item.position(of: error.position)): \(error.reason)"),
                    at: schema.node)
            }
        }
    }
}

extension MediaTypeObject {
    /// Whether it promises values.
    var hasSchema: Bool { schema != nil || itemSchema != nil }

    /// Returns the schema of each item. Before OpenAPI 3.2 there is none but `schema`, which is meant to be
    /// the one of a line if it allows no array.
    fileprivate func schema(ofItemsIn format: ItemFormat, _ shapes: SchemaShapes) -> SchemaReference? {
        if let itemSchema { return itemSchema }
        guard format != .events, let schema, !shapes[schema.shape].allows("array") else { return nil }
        return schema
    }

    /// Returns the schema of the array of all items.
    fileprivate func schema(ofAllItemsWith shapes: SchemaShapes) -> SchemaReference? {
        schema.flatMap { shapes[$0.shape].allows("array") ? $0 : nil }
    }
}
