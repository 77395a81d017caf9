import VerbatimJSON

/// The changes that an API may make to a single value.
struct ValueMutations: Sendable {
    /// The seed, for words that no API uses.
    let seed: UInt64

    /// Every change of the value at a location, in a fixed order.
    func alterations(of index: Int, in map: BodyMap) -> [Mutation] {
        let location = map.locations[index]
        let schemas = map.patterns[location.pattern].schemas
        let text = map.text(of: location)
        let own: [Mutation] =
            switch location.kind {
            case .null: []
            case .bool: otherTypes(than: location.kind) + [.scalarToArray]
            case .number: numbers(text, schemas) + otherTypes(than: location.kind) + [.scalarToArray]
            case .string: strings(text, schemas) + otherTypes(than: location.kind) + [.scalarToArray]
            case .array: arrays(isEmpty: location.end == index + 1) + otherTypes(than: location.kind)
            case .object: objects(index, in: map) + otherTypes(than: location.kind)
            }
        let dropped = location.name == nil ? [] : [Mutation(.dropKey, .drop)]
        let null = location.kind == .null ? [] : [Mutation(.null, "null")]
        return dropped + null + own
    }

    /// A value of each other type, but for what is an operator of its own.
    private func otherTypes(than kind: JSON.Kind) -> [Mutation] {
        let values: [(kind: JSON.Kind, text: String)] = [
            (.bool, "true"), (.number, "7"), (.string, "\"verbatim\""), (.array, "[]"), (.object, "{}"),
        ]
        return values.filter { $0.kind != kind }.map {
            Mutation(.otherType, $0.text, detail: $0.kind.rawValue)
        }
    }

    private func numbers(_ text: String, _ schemas: SchemaBranches) -> [Mutation] {
        let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
        let negated = text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
        let isZero = !text.contains { ("1"..."9").contains($0) }
        let fraction = isInteger ? [Mutation(.fraction, text + ".5")] : []
        return [
            Mutation(.numberInString, .wrap([UInt8(ascii: "\"")], [UInt8(ascii: "\"")])),
            Mutation(.overflow, isInteger ? "9223372036854775808" : "1e400"),
            Mutation(.sign, isZero ? "-7" : negated),
        ] + fraction + newNumber(text, schemas.enumeration)
    }

    /// A number one more than all of an enumeration, for a number of it.
    private func newNumber(_ text: String, _ known: [JSON]) -> [Mutation] {
        guard known.contains(where: { $0.number?.text == text }) else { return [] }
        return [Mutation(.newValue, String((known.compactMap(\.int).max() ?? 0) + 1))]
    }

    private func strings(_ text: String, _ schemas: SchemaBranches) -> [Mutation] {
        let value = String(text.dropFirst().dropLast())
        let empty = value.isEmpty ? [] : [Mutation(.empty, "\"\"")]
        if let date = DateText(value, insisting: !schemas.isDate) {
            return empty + date.otherForms + date.impossible
        }
        let known = schemas.enumeration.compactMap(\.string)
        guard known.contains(value) || Self.isConstant(value) else { return empty }
        return empty + [Mutation(.newValue, "\"\(newWord(like: value, known))\"")] + otherCase(value)
    }

    /// Whether a text is written as only values of enumerations are: `NOT_FOR_SALE`.
    private static func isConstant(_ value: String) -> Bool {
        value.contains("_") && !value.hasPrefix("_")
            && value.allSatisfy { $0 == "_" || ("A"..."Z").contains($0) }
    }

    /// A word of the same make that is not known, so that a pattern alone does not give it away.
    private func newWord(like value: String, _ known: [String]) -> String {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 {
            let word = String(value.map { Self.character(like: $0, using: &random) })
            if word != value, !known.contains(word) { return word }
        }
        return value + "x"
    }

    private static func character(like one: Character, using random: inout SeededGenerator) -> Character {
        let makes = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"]
        return makes.first { $0.contains(one) }?.randomElement(using: &random) ?? one
    }

    private func otherCase(_ value: String) -> [Mutation] {
        let other = value.contains(where: \.isLowercase) ? value.uppercased() : value.lowercased()
        return other == value ? [] : [Mutation(.letterCase, "\"\(other)\"")]
    }

    private func arrays(isEmpty: Bool) -> [Mutation] {
        let emptied = isEmpty ? [] : [Mutation(.empty, "[]")]
        return emptied + [Mutation(.arrayToObject, .wrap(Array("{\"0\":".utf8), Array("}".utf8)))]
    }

    private func objects(_ index: Int, in map: BodyMap) -> [Mutation] {
        let wrapped = Mutation(.objectToArray, .wrap(Array("[".utf8), Array("]".utf8)))
        let unknown = Mutation(.unknownKey, .append(Array("\"verbatim\(seed)\":true".utf8)))
        guard let first = map.firstChild(of: index), let name = map.locations[first].name
        else { return [wrapped, unknown] }
        let member = map.bytes[name] + [UInt8(ascii: ":")] + map.bytes[map.locations[first].value]
        return [
            Mutation(.empty, "{}"), wrapped, Mutation(.duplicateKey, .append(Array(member))), unknown,
        ]
    }
}

extension Mutation {
    fileprivate static let scalarToArray = Mutation(.scalarToArray, .wrap(Array("[".utf8), Array("]".utf8)))
}
