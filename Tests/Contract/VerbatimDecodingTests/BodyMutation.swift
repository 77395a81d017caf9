import VerbatimJSON
import VerbatimTestSupport

/// A change of a body as an API may make it.
enum BodyMutation: CaseIterable {
    case drop, null, string, emptyString, number, fraction, huge, negative, bool, array, object, rename, add

    /// Returns a body with one to four changes of random values.
    static func mutated(_ body: JSONValue, with random: inout SeededRandom) -> JSONValue {
        var body = body
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let pointers = body.pointers
            let pointer = pointers[Int.random(in: 0..<pointers.count, using: &random)]
            guard let mutation = allCases.randomElement(using: &random) else { continue }
            body = mutation.applied(to: body, at: pointer)
        }
        return body
    }

    private func applied(to body: JSONValue, at pointer: JSONPointer) -> JSONValue {
        switch self {
        case .drop: body.setting(pointer, to: nil)
        case .null: body.setting(pointer, to: .null)
        case .string: body.setting(pointer, to: "mutant")
        case .emptyString: body.setting(pointer, to: "")
        case .number: body.setting(pointer, to: 3)
        case .fraction: body.setting(pointer, to: 3.5)
        case .huge: body.setting(pointer, to: .number(JSONNumber(9_999_999_999_999_999_999 as UInt64)))
        case .negative: body.setting(pointer, to: -1)
        case .bool: body.setting(pointer, to: false)
        case .array: body.setting(pointer, to: .array(body[pointer].map { [$0] } ?? []))
        case .object: body.setting(pointer, to: ["mutant": 1])
        case .rename: renamed(body, at: pointer)
        case .add: body[pointer]?.object == nil ? body : body.setting(pointer.appending("mutant"), to: 1)
        }
    }

    private func renamed(_ body: JSONValue, at pointer: JSONPointer) -> JSONValue {
        guard let value = body[pointer], let parent = pointer.parent, body[parent]?.object != nil
        else {
            return body
        }
        return body.setting(pointer, to: nil).setting(parent.appending("mutant"), to: value)
    }
}

extension JSONValue {
    /// The pointers to the value and to every value inside it.
    var pointers: [JSONPointer] {
        switch self {
        case .array(let elements):
            [.root]
                + elements.enumerated().flatMap { index, element in
                    element.pointers.map { JSONPointer([String(index)] + $0.tokens) }
                }
        case .object(let object):
            [.root]
                + object.members.flatMap { name, value in
                    value.pointers.map { JSONPointer([name] + $0.tokens) }
                }
        default:
            [.root]
        }
    }

    /// Returns the value with another value at a pointer, or with none.
    ///
    /// If the removed value is an element of an array, the last element is removed, and any other becomes
    /// null.
    func setting(_ pointer: JSONPointer, to value: JSONValue?) -> JSONValue {
        guard let token = pointer.tokens.first else { return value ?? self }
        let rest = JSONPointer(Array(pointer.tokens.dropFirst()))
        switch self {
        case .object(var object):
            if rest.tokens.isEmpty, value == nil {
                object.remove(token)
            } else {
                object.set(
                    token,
                    to: rest.tokens.isEmpty ? value ?? .null : (object[token] ?? [:]).setting(rest, to: value)
                )
            }
            return .object(object)
        case .array(var array):
            guard let index = Int(token), index <= array.count else { return self }
            if rest.tokens.isEmpty, value == nil, index == array.count - 1 {
                array.removeLast()
            } else if index == array.count {
                if let value { array.append(value) }
            } else {
                array[index] = rest.tokens.isEmpty ? value ?? .null : array[index].setting(rest, to: value)
            }
            return .array(array)
        default:
            return self
        }
    }

    /// Returns the value with the values at some pointers replaced by those of a good body, or removed.
    func repaired(at pointers: [JSONPointer], as good: JSONValue) -> JSONValue {
        pointers.reduce(self) { $0.setting($1, to: good[$1]) }
    }

    /// Returns the pointer to the value whose repair removes a failure.
    ///
    /// For an element that the good body does not have, it is the array around the element.
    func repair(of pointer: JSONPointer, as good: JSONValue) -> JSONPointer {
        guard good[pointer] == nil, let parent = pointer.parent, self[parent]?.object == nil else {
            return pointer
        }
        return repair(of: parent, as: good)
    }
}
