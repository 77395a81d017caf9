import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Suggests edits of a contract that may make it kill a mutant; a trial shows which of them do.
struct EditSuggestions {
    let contract: Contract

    /// The greatest integer that all implementations of JSON represent exactly: 2^53 - 1.
    ///
    /// https://www.rfc-editor.org/rfc/rfc8259#section-6
    private static let greatestInteger = JSONValue.number(JSONNumber(9_007_199_254_740_991 as Int64))

    /// The number of schemas of a value that an edit is tried in: a chain of references may have thousands.
    private static let schemaLimit = 8

    /// The edits for a mutation of a value; those of its schemas before those of references to them.
    ///
    /// - Parameter strings: The strings of all recordings at the same pointer pattern, for enumerations and
    ///   dates.
    func edits(
        for mutationOperator: MutationOperator, at index: Int, in map: BodyMap,
        strings: @autoclosure () -> [String]
    ) -> [ContractEdit] {
        let node = map.nodes[index]
        let schemas = map.patterns[node.pattern].schemas
        switch mutationOperator {
        case .dropKey: return required(node, in: map)
        case .null:
            return edits(of: schemas) {
                $0["type"].kind == .array ? [("type", .remove("null"))] : types(of: node, map)
            }
        case .otherType, .numberInString, .arrayToObject, .objectToArray, .scalarToArray, .fraction:
            return edits(of: schemas) { _ in types(of: node, map) }
        case .overflow: return edits(of: schemas) { _ in [("maximum", .set(Self.greatestInteger))] }
        case .sign:
            let bound = isNegative(node, map) ? "maximum" : "minimum"
            return edits(of: schemas) { _ in [(bound, .set(0))] }
        case .empty: return edits(of: schemas) { _ in [(minimumKeyword(for: node.kind), .set(1))] }
        case .dateForm, .impossibleDate:
            let patterns = patterns(of: strings())
            return edits(of: schemas) { _ in [("x-date-formats", .set(patterns))] }
        case .newValue, .letterCase:
            let values = JSONValue.array(strings().map(JSONValue.string))
            return edits(of: schemas) { _ in [("x-known-values", .set(values))] }
        default: return []
        }
    }

    /// The edits for a mutation of a response as a whole.
    func edits(for mutation: ResponseMutation, of original: OriginalResponse) -> [ContractEdit] {
        guard let declared = original.declared else { return [] }
        if let name = mutation.header {
            guard let header = declared.headers.first(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
                return []
            }
            guard mutation.mutationOperator == .malformedHeader else {
                return [edit(header.node, "required", .set(true))]
            }
            return typeEdits(of: header.node["schema"], for: original.response.headers[name] ?? "")
        }
        // A sequence without items is one, unless the schema of all items says how many there are.
        if original.items != nil {
            return mutation.mutationOperator != .truncated
                ? []
                : declared.content.filter { $0.schema == nil }.map {
                    edit($0.node, "schema", .set(["type": "array", "minItems": 1]))
                }
        }
        let type: JSONValue = original.map?.nodes[0].kind == .array ? "array" : "object"
        return declared.content.filter { $0.schema == nil && original.map != nil }.map {
            edit($0.node, "schema", .set(["type": type]))
        }
    }

    // MARK: Keywords

    private func typeEdits(of schema: JSON, for value: String) -> [ContractEdit] {
        let date: JSONValue = ["EEE, dd MMM yyyy HH:mm:ss 'GMT'"]
        let type: JSONValue = Int(value) == nil ? "string" : "integer"
        return [edit(schema, "type", .set(type)), edit(schema, "x-date-formats", .set(date))]
    }

    private func required(_ node: BodyMap.Node, in map: BodyMap) -> [ContractEdit] {
        guard let parent = node.parent.map({ map.patterns[map.nodes[$0].pattern].schemas }) else { return [] }
        let name = map.patterns[node.pattern].name
        let holders = parent.schemas.lazy.filter { $0["properties"][name].exists }.prefix(Self.schemaLimit)
        return (holders + parent.schemas.prefix(1)).map { edit($0, "required", .insert(.string(name))) }
    }

    /// The same changes of each schema that describes the value itself.
    private func edits(
        of schemas: SchemaView, _ changes: (JSON) -> [(keyword: String, change: ContractEdit.Change)]
    ) -> [ContractEdit] {
        let typed = schemas.schemas.lazy.filter { $0["type"].exists }.prefix(Self.schemaLimit)
        return (typed + schemas.schemas.prefix(1)).flatMap { schema in
            changes(schema).map { edit(schema, $0.keyword, $0.change) }
        }
    }

    private func types(of node: BodyMap.Node, _ map: BodyMap) -> [(String, ContractEdit.Change)] {
        let names: [JSONValue] =
            switch node.kind {
            case .number: isInteger(node, map) ? ["integer", "number"] : ["number"]
            default: [.string(node.kind.typeName)]
            }
        return names.map { ("type", .set($0)) }
    }

    private func minimumKeyword(for kind: JSON.Kind) -> String {
        switch kind {
        case .array: "minItems"
        case .object: "minProperties"
        default: "minLength"
        }
    }

    private func patterns(of strings: [String]) -> JSONValue {
        .array(strings.compactMap { ISODate($0)?.pattern }.uniqued.map(JSONValue.string))
    }

    private func isInteger(_ node: BodyMap.Node, _ map: BodyMap) -> Bool {
        JSONNumber(map.text(of: node))?.isInteger ?? false
    }

    private func isNegative(_ node: BodyMap.Node, _ map: BodyMap) -> Bool {
        map.bytes[node.target.value.lowerBound] == UInt8(ascii: "-")
    }

    private func edit(_ node: JSON, _ keyword: String, _ change: ContractEdit.Change) -> ContractEdit {
        ContractEdit(
            pointer: node.pointer, keyword: keyword, change: change, location: contract.location(of: node))
    }
}
