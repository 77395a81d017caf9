import Synchronization
import VerbatimHAR
package import VerbatimJSON

/// Resolves the references of a document: JSON Pointers, anchors, `$id`, and texts relative to one.
///
/// Each is looked up once, as thousands may lead to one schema of a large contract.
package final class References: Sendable {
    package let document: JSON
    /// The schemas of events, by their nodes: in these, `contentSchema` describes the JSON in a string, which
    /// is read with the event.
    let eventSchemas: Set<Int>
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
        let names = Self.mayContain("id\"", after: "$", document) ? ReferenceNames(of: document) : nil
        state = Mutex(State(names: names))
        guard Self.mayContain("ontentSchema\"", after: "c", document) else {
            eventSchemas = []
            return
        }
        let unread = References(document, names)
        eventSchemas = unread.schemas(ofEventsIn: document)
    }

    /// Creates a resolver that knows no schemas of events.
    private init(_ document: JSON, _ names: ReferenceNames?) {
        self.document = document
        eventSchemas = []
        state = Mutex(State(names: names))
    }

    /// Returns whether the text of a document contains the end of a name after its first character.
    private static func mayContain(_ end: String, after first: Unicode.Scalar, _ document: JSON) -> Bool {
        var text = document.text
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while let start = rest.firstIndex(of: UInt8(ascii: first)) {
                rest = rest[(start + 1)...]
                if rest.starts(with: end.utf8) { return true }
            }
            return false
        }
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

    /// Returns whether the JSON in the data of events is read, because a schema describes it.
    func readsContent(of schema: JSON?) -> Bool { schema?.node.map(eventSchemas.contains) ?? false }

    /// Returns the schema of the JSON in a string of an event.
    ///
    /// https://spec.openapis.org/oas/v3.2.0.html#special-considerations-for-server-sent-events
    package func content(of schema: JSON) -> JSON? {
        readsContent(of: schema) && schema["contentSchema"].exists ? schema["contentSchema"] : nil
    }

    /// Returns the nodes of the schemas of events and the strings in them, if some describe the JSON in one.
    private func schemas(ofEventsIn document: JSON) -> Set<Int> {
        var found: Set<Int> = []
        var pending = [document]
        while let value = pending.popLast() {
            pending += value.kind == .array ? Array(value.elements) : value.members.map(\.value)
            if value.kind == .object, value["text/event-stream"].itemSchema.exists {
                found.formUnion(schemas(ofEvents: value["text/event-stream"].itemSchema))
            }
        }
        return found
    }

    private func schemas(ofEvents schema: JSON) -> Set<Int> {
        var found: Set<Int> = []
        var seen: Set<Int> = []
        var hasContent = false
        var pending = [schema]
        while let schema = pending.popLast() {
            let branches = branches(of: schema)
            // Beside the schema of JSON, a string is one that is no JSON.
            let ofContent = branches.filter { $0["contentSchema"].exists && $0.contentIsJSON }
            hasContent = hasContent || !ofContent.isEmpty
            found.formUnion((ofContent.isEmpty ? branches : ofContent).compactMap(\.node))
            for branch in branches where branch.node.map({ seen.insert($0).inserted }) == true {
                pending += branch["properties"].members.map(\.value)
            }
        }
        return hasContent ? found : []
    }
}

extension JSON {
    /// Whether a schema of strings says that they are JSON.
    fileprivate var contentIsJSON: Bool {
        MediaType(self["contentMediaType"].string ?? "application/json")?.isJSON == true
    }

    /// The schema of the items, in a media type object: `x-item-schema` before OpenAPI 3.2.
    package var itemSchema: JSON { self["itemSchema"].exists ? self["itemSchema"] : self["x-item-schema"] }

    /// Returns the value at the pointer that the fragment of a URI has, or nil if there is none.
    func value(atFragment fragment: Substring) -> JSON? {
        guard let pointer = try? JSONPointer(parsing: PercentEncoding.decode(fragment)) else { return nil }
        let value = self[pointer]
        return value.exists ? value : nil
    }

    /// The types that `type` of a schema names; nil if it has none.
    package var typeNames: [String]? {
        let type = self["type"]
        return type.string.map { [$0] } ?? (type.kind == .array ? type.elements.compactMap(\.string) : nil)
    }

    /// The types that `type`, `const` or `enum` of a schema allows; nil if it has none of them.
    var allowedTypes: Set<String>? {
        typeNames.map(Set.init)
            ?? listedValues.flatMap { $0.isEmpty ? nil : Set($0.compactMap { $0.kind?.typeName }) }
    }

    /// The values of `const` or `enum` of a schema; nil if it has neither.
    package var listedValues: [JSON]? {
        if self["const"].exists { return [self["const"]] }
        return self["enum"].exists ? Array(self["enum"].elements) : nil
    }
}

extension JSON.Kind {
    /// The type of JSON Schema that has the values.
    package var typeName: String { self == .bool ? "boolean" : rawValue }
}
