import Synchronization
import VerbatimHAR
package import VerbatimJSON

/// Resolves the references of a document: JSON Pointers, anchors, `$id`, and texts relative to one.
///
/// Each is looked up once, as thousands may lead to one schema of a large contract.
package final class References: Sendable {
    /// The document with the references and their targets.
    package let document: JSON
    private let state: Mutex<State>

    private struct State {
        /// The names of the document's schemas; nil until a reference uses one.
        var names: ReferenceNames?
        var targets: [Key: JSON?] = [:]
    }

    /// References with the same text lead to the same value within a resource.
    private struct Key: Hashable {
        let resource: Int?
        let text: String
    }

    /// Creates a resolver for a document, which is the only one that its references lead to.
    package init(in document: JSON) {
        self.document = document
        // Pointers are relative to the schemas with `$id`.
        state = Mutex(State(names: Self.mayHaveResources(document) ? ReferenceNames(of: document) : nil))
    }

    /// Returns whether the text of a document contains the end of the name `$id`: one search for a rare byte.
    private static func mayHaveResources(_ document: JSON) -> Bool {
        var rest = document.text.utf8[...]
        while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
            rest = rest[dollar...].dropFirst()
            if rest.starts(with: "id\"".utf8) { return true }
        }
        return false
    }

    /// Returns the value that the `$ref` of an object leads to; nil if there is none, or if it is unresolved.
    package func target(of object: JSON) -> JSON? { object["$ref"].string.flatMap { target($0, in: object) } }

    /// Returns the schema that the `$dynamicRef` of a schema leads to; nil if there is none, or if it depends
    /// on the schemas before it.
    package func dynamicTarget(of schema: JSON) -> JSON? {
        guard let text = schema["$dynamicRef"].string, let target = target(text, in: schema),
            target["$dynamicAnchor"].string.map({ text.hasSuffix("#" + $0) }) != true
                || state.withLock({ $0.names?.isUnique(dynamicAnchor: text) }) == true
        else { return nil }
        return target
    }

    /// Returns the value that the text of a reference in a value of the document leads to, or nil.
    package func target(_ text: String, in value: JSON) -> JSON? {
        state.withLock { state in
            let resource = state.names?.resource(of: value, in: "")
            let key = Key(resource: resource?.root.node, text: text)
            if let known = state.targets[key] { return known }
            let target: JSON?
            if text.hasPrefix("#/") || text == "#" {
                target = (resource?.root ?? document).value(atFragment: text.dropFirst())
            } else {
                let names = state.names ?? ReferenceNames(of: document)
                state.names = names
                target = names.target(of: text, in: resource ?? names.resource(of: value, in: ""))?.value
            }
            state.targets[key] = .some(target)
            return target
        }
    }
}

extension JSON {
    /// Returns the value at the pointer that the fragment of a URI has, or nil if there is none.
    func value(atFragment fragment: Substring) -> JSON? {
        guard let pointer = try? JSONPointer(parsing: PercentEncoding.decode(fragment)) else { return nil }
        let value = self[pointer]
        return value.exists ? value : nil
    }

    /// The schemas directly inside a schema.
    package var subschemas: [JSON] {
        members.flatMap { member -> [JSON] in
            switch member.name {
            case "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not",
                "unevaluatedItems", "unevaluatedProperties", "contentSchema":
                [member.value]
            case "prefixItems", "allOf", "anyOf", "oneOf": Array(member.value.elements)
            case "$defs", "properties", "patternProperties", "dependentSchemas":
                member.value.members.map(\.value)
            default: []
            }
        }
    }
}
