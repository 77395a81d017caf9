import VerbatimContract
import VerbatimJSON

/// A mutation of one value of a body.
struct ValueMutation: Sendable {
    let mutationOperator: MutationOperator
    /// The detail that distinguishes it from the operator's other mutations of the value, if a contract may
    /// treat them differently.
    let detail: String
    let splice: Splice

    init(_ mutationOperator: MutationOperator, _ splice: Splice, detail: String = "") {
        self.mutationOperator = mutationOperator
        self.detail = detail
        self.splice = splice
    }

    /// Creates a mutation that replaces the value by JSON text.
    init(_ mutationOperator: MutationOperator, _ text: String, detail: String = "") {
        self.init(mutationOperator, .replace(Array(text.utf8)), detail: detail)
    }
}

struct ValueMutations: Sendable {
    /// The seed for new values of enumerations and unknown keys.
    let seed: UInt64

    /// All mutations of the value of a node, in a fixed order.
    func mutations(of index: Int, in map: BodyMap) -> [ValueMutation] {
        let node = map.nodes[index]
        let schemas = map.patterns[node.pattern].schemas
        let text = map.text(of: node)
        let own: [ValueMutation] =
            switch node.kind {
            case .null: []
            case .bool: otherTypes(than: node.kind) + [.scalarToArray]
            case .number: numbers(text, schemas) + otherTypes(than: node.kind) + [.scalarToArray]
            case .string: strings(text, schemas) + otherTypes(than: node.kind) + [.scalarToArray]
            case .array: arrays(isEmpty: node.end == index + 1) + otherTypes(than: node.kind)
            case .object: objects(index, in: map) + otherTypes(than: node.kind)
            }
        let dropped = node.name == nil ? [] : [ValueMutation(.dropKey, .drop)]
        let null = node.kind == .null ? [] : [ValueMutation(.null, "null")]
        return dropped + null + own
    }

    /// A value of each other type; null is an operator itself.
    private func otherTypes(than kind: JSON.Kind) -> [ValueMutation] {
        let values: [(kind: JSON.Kind, text: String)] = [
            (.bool, "true"), (.number, "7"), (.string, "\"verbatim\""), (.array, "[]"), (.object, "{}"),
        ]
        return values.filter { $0.kind != kind }.map {
            ValueMutation(.otherType, $0.text, detail: $0.kind.rawValue)
        }
    }

    private func numbers(_ text: String, _ schemas: SchemaView) -> [ValueMutation] {
        let isInteger = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit }
        let negated = text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text
        let isZero = !text.contains { ("1"..."9").contains($0) }
        let fraction = isInteger ? [ValueMutation(.fraction, text + ".5")] : []
        return [
            ValueMutation(.numberInString, .wrap([UInt8(ascii: "\"")], [UInt8(ascii: "\"")])),
            ValueMutation(.overflow, isInteger ? "9223372036854775808" : "1e400"),
            ValueMutation(.sign, isZero ? "-7" : negated),
        ] + fraction + newNumber(text, schemas.enumeration)
    }

    /// A number greater than all integers of an enumeration, for one of them; none beyond 2^63-1.
    private func newNumber(_ text: String, _ known: [JSON]) -> [ValueMutation] {
        let largest = known.compactMap(\.int).max() ?? 0
        guard largest < .max, known.contains(where: { $0.number?.text == text }) else { return [] }
        return [ValueMutation(.newValue, String(largest + 1))]
    }

    private func strings(_ text: String, _ schemas: SchemaView) -> [ValueMutation] {
        let value = String(text.dropFirst().dropLast())
        let empty = value.isEmpty ? [] : [ValueMutation(.empty, "\"\"")]
        if let date = DateMutations(value, isDate: schemas.isDate) {
            return empty + date.otherForms + date.impossible
        }
        let known = schemas.enumeration.compactMap(\.string)
        guard known.contains(value) || Self.isConstant(value) else { return empty }
        return empty + [ValueMutation(.newValue, "\"\(newWord(like: value, known))\"")] + otherCase(value)
    }

    /// Whether a string is spelled as only values of enumerations are: `NOT_FOR_SALE`.
    private static func isConstant(_ value: String) -> Bool {
        value.contains("_") && !value.hasPrefix("_")
            && value.allSatisfy { $0 == "_" || ("A"..."Z").contains($0) }
    }

    /// A new word with the same kinds of characters, so that a `pattern` does not exclude it.
    private func newWord(like value: String, _ known: [String]) -> String {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 {
            let word = String(value.map { Self.character(like: $0, using: &random) })
            if word != value, !known.contains(word) { return word }
        }
        return value + "x"
    }

    private static func character(
        like character: Character, using random: inout SeededGenerator
    ) -> Character {
        let alphabets = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"]
        return alphabets.first { $0.contains(character) }?.randomElement(using: &random) ?? character
    }

    private func otherCase(_ value: String) -> [ValueMutation] {
        let other = value.contains(where: \.isLowercase) ? value.uppercased() : value.lowercased()
        return other == value ? [] : [ValueMutation(.letterCase, "\"\(other)\"")]
    }

    private func arrays(isEmpty: Bool) -> [ValueMutation] {
        let emptied = isEmpty ? [] : [ValueMutation(.empty, "[]")]
        return emptied + [ValueMutation(.arrayToObject, .wrap(Array("{\"0\":".utf8), Array("}".utf8)))]
    }

    private func objects(_ index: Int, in map: BodyMap) -> [ValueMutation] {
        let wrapped = ValueMutation(.objectToArray, .wrap(Array("[".utf8), Array("]".utf8)))
        let unknown = ValueMutation(.unknownKey, .append(Array("\"verbatim\(seed)\":true".utf8)))
        guard let first = map.firstChild(of: index), let name = map.nodes[first].name
        else { return [wrapped, unknown] }
        let member = map.bytes[name] + [UInt8(ascii: ":")] + map.bytes[map.nodes[first].target.value]
        return [
            ValueMutation(.empty, "{}"), wrapped, ValueMutation(.duplicateKey, .append(Array(member))),
            unknown,
        ]
    }
}

extension ValueMutation {
    fileprivate static let scalarToArray = ValueMutation(
        .scalarToArray, .wrap(Array("[".utf8), Array("]".utf8)))
}

/// A mutation of the bytes of a JSON body at one value.
enum Splice: Sendable {
    case replace([UInt8])
    /// The value gets a prefix and a suffix.
    case wrap([UInt8], [UInt8])
    /// The value is removed with its name and a comma.
    case drop
    /// The object gets another member at its end.
    case append([UInt8])

    var isString: Bool { if case .replace(let new) = self { new.first == UInt8(ascii: "\"") } else { false } }

    struct Target: Sendable {
        var value: Range<Int>
        /// The start of what is removed with it: the comma before it, or the byte after the opening bracket.
        let lead: Int
    }

    func applied(to bytes: [UInt8], at target: Target) -> [UInt8] {
        switch self {
        case .replace(let new): return bytes.replacing(target.value, with: new)
        case .wrap(let prefix, let suffix):
            return bytes.replacing(target.value, with: prefix + Array(bytes[target.value]) + suffix)
        case .drop: return bytes.replacing(Self.member(at: target, in: bytes), with: [])
        case .append(let member):
            let last: Int =
                bytes[..<(target.value.upperBound - 1)].lastIndex { $0 > 0x20 } ?? target.value.lowerBound
            let separator = last == target.value.lowerBound ? [] : [UInt8(ascii: ",")]
            return bytes.replacing((last + 1)..<(last + 1), with: separator + member)
        }
    }

    /// The bytes of a member with the comma before it or, for the first member, after it.
    private static func member(at target: Target, in bytes: [UInt8]) -> Range<Int> {
        guard bytes[target.lead] != UInt8(ascii: ",") else { return target.lead..<target.value.upperBound }
        let end = target.value.upperBound
        let next: Int = bytes[end...].firstIndex { $0 > 0x20 } ?? end
        return target.lead..<(bytes[next] == UInt8(ascii: ",") ? next + 1 : end)
    }
}

extension [UInt8] {
    fileprivate func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count - range.count + new.count)
        result += self[..<range.lowerBound]
        result += new
        result += self[range.upperBound...]
        return result
    }
}
