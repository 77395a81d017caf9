import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The changes of a contract that might make it notice a mutant; a trial shows which of them do, and hold.
struct EditSuggestions {
    let contract: Contract

    /// The greatest integer that every reader of JSON keeps exactly: 2^53 - 1.
    ///
    /// https://www.rfc-editor.org/rfc/rfc8259#section-6
    private static let greatestInteger = JSONValue.number(JSONNumber(9_007_199_254_740_991))

    /// Changes for a mutant of the value at a location, those of the schema that describes it before those beside a
    /// reference to it.
    ///
    /// - Parameter seen: The strings that stand in locations of the same pattern, for enumerations and dates.
    func edits(
        for mutation: MutationOperator, at index: Int, in map: BodyMap, seen: @autoclosure () -> [String]
    ) -> [ContractEdit] {
        let location = map.locations[index]
        let schemas = map.patterns[location.pattern].schemas
        switch mutation {
        case .dropKey: return required(location, in: map)
        case .null:
            return edits(of: schemas) {
                $0["type"].kind == .array ? [("type", .remove("null"))] : types(of: location, map)
            }
        case .otherType, .numberInString, .arrayToObject, .objectToArray, .scalarToArray, .fraction:
            return edits(of: schemas) { _ in types(of: location, map) }
        case .overflow: return edits(of: schemas) { _ in [("maximum", .set(Self.greatestInteger))] }
        case .sign:
            let bound = isNegative(location, map) ? "maximum" : "minimum"
            return edits(of: schemas) { _ in [(bound, .set(0))] }
        case .empty: return edits(of: schemas) { _ in [(leastLength(of: location.kind), .set(1))] }
        case .dateForm, .impossibleDate:
            let patterns = patterns(of: seen())
            return edits(of: schemas) { _ in [("x-date-formats", .set(patterns))] }
        case .newValue, .letterCase:
            let values = JSONValue.array(seen().map(JSONValue.string))
            return edits(of: schemas) { _ in [("x-known-values", .set(values))] }
        default: return []
        }
    }

    /// Changes for a mutant of the response as a whole.
    func edits(for mutation: ResponseMutation, of specimen: BodySample) -> [ContractEdit] {
        guard let promise = specimen.promise else { return [] }
        if let name = mutation.header {
            guard let header = promise.headers.first(where: { $0.name.equalsIgnoringASCIICase(name) }) else {
                return []
            }
            guard mutation.mutation == .malformedHeader else {
                return [edit(header.node, "required", .set(true))]
            }
            return malformed(header.node["schema"], instead: specimen.response.headers[name] ?? "")
        }
        let type: JSONValue = specimen.map?.locations[0].kind == .array ? "array" : "object"
        return promise.content.filter { $0.schema == nil && specimen.map != nil }.map {
            edit($0.node, "schema", .set(["type": type]))
        }
    }

    private func malformed(_ schema: JSON, instead value: String) -> [ContractEdit] {
        let date: JSONValue = ["EEE, dd MMM yyyy HH:mm:ss 'GMT'"]
        let type: JSONValue = Int(value) == nil ? "string" : "integer"
        return [edit(schema, "type", .set(type)), edit(schema, "x-date-formats", .set(date))]
    }

    private func required(_ location: BodyMap.Location, in map: BodyMap) -> [ContractEdit] {
        guard let parent = location.parent.map({ map.patterns[map.locations[$0].pattern].schemas }) else {
            return []
        }
        let name = map.patterns[location.pattern].name
        let holders = parent.branches.filter { $0["properties"][name].exists }
        return (holders + parent.branches.prefix(1)).map { edit($0, "required", .insert(.string(name))) }
    }

    /// The same changes for each schema that says something about the value itself.
    private func edits(
        of schemas: SchemaBranches, _ changes: (JSON) -> [(member: String, change: ContractEdit.Change)]
    ) -> [ContractEdit] {
        let typed = schemas.branches.filter { $0["type"].exists }
        return (typed + schemas.branches.prefix(1)).flatMap { schema in
            changes(schema).map { edit(schema, $0.member, $0.change) }
        }
    }

    private func types(of location: BodyMap.Location, _ map: BodyMap) -> [(String, ContractEdit.Change)] {
        let names: [JSONValue] =
            switch location.kind {
            case .number: isInteger(location, map) ? ["integer", "number"] : ["number"]
            case .bool: ["boolean"]
            default: [.string(location.kind.rawValue)]
            }
        return names.map { ("type", .set($0)) }
    }

    private func leastLength(of kind: JSON.Kind) -> String {
        switch kind {
        case .array: "minItems"
        case .object: "minProperties"
        default: "minLength"
        }
    }

    private func patterns(of dates: [String]) -> JSONValue {
        var patterns: [String] = []
        for date in dates {
            guard let pattern = DateText(date, insisting: false)?.pattern, !patterns.contains(pattern) else {
                continue
            }
            patterns.append(pattern)
        }
        return .array(patterns.map(JSONValue.string))
    }

    private func isInteger(_ location: BodyMap.Location, _ map: BodyMap) -> Bool {
        JSONNumber(map.text(of: location))?.isInteger ?? false
    }

    private func isNegative(_ location: BodyMap.Location, _ map: BodyMap) -> Bool {
        map.bytes[location.value.lowerBound] == UInt8(ascii: "-")
    }

    private func edit(_ node: JSON, _ member: String, _ change: ContractEdit.Change) -> ContractEdit {
        ContractEdit(
            pointer: node.pointer, member: member, change: change, location: contract.location(of: node))
    }
}
