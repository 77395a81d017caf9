import VerbatimJSON
import VerbatimTestSupport

/// Changes to a body, as APIs make them.
enum Mutation: CaseIterable {
    case drop, null, string, emptyString, number, fraction, huge, negative, bool, array, object, rename, add

    /// The body with one to four changes at random locations.
    static func mutated(_ body: JSONValue, with random: inout SeededRandom) -> JSONValue {
        var body = body
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let locations = body.locations
            let location = locations[Int.random(in: 0..<locations.count, using: &random)]
            guard let mutation = allCases.randomElement(using: &random) else { continue }
            body = mutation.applied(to: body, at: location)
        }
        return body
    }

    private func applied(to body: JSONValue, at location: JSONPointer) -> JSONValue {
        switch self {
        case .drop: body.setting(location, to: nil)
        case .null: body.setting(location, to: .null)
        case .string: body.setting(location, to: "mutant")
        case .emptyString: body.setting(location, to: "")
        case .number: body.setting(location, to: 3)
        case .fraction: body.setting(location, to: 3.5)
        case .huge: body.setting(location, to: .number(JSONNumber(9_999_999_999_999_999_999 as UInt64)))
        case .negative: body.setting(location, to: -1)
        case .bool: body.setting(location, to: false)
        case .array: body.setting(location, to: .array(body.at(location).map { [$0] } ?? []))
        case .object: body.setting(location, to: ["mutant": 1])
        case .rename: renamed(body, at: location)
        case .add: body.at(location)?.object == nil ? body : body.setting(location.appending("mutant"), to: 1)
        }
    }

    private func renamed(_ body: JSONValue, at location: JSONPointer) -> JSONValue {
        guard let value = body.at(location), let parent = location.parent, body.at(parent)?.object != nil
        else {
            return body
        }
        return body.setting(location, to: nil).setting(parent.appending("mutant"), to: value)
    }
}

extension JSONValue {
    /// Every location in the value.
    var locations: [JSONPointer] {
        switch self {
        case .array(let elements):
            [.root]
                + elements.enumerated().flatMap { index, element in
                    element.locations.map { JSONPointer([String(index)] + $0.tokens) }
                }
        case .object(let object):
            [.root]
                + object.members.flatMap { name, value in
                    value.locations.map { JSONPointer([name] + $0.tokens) }
                }
        default:
            [.root]
        }
    }

    /// The value with another value at a location, or with none: the last element goes, one in the middle
    /// becomes null.
    func setting(_ location: JSONPointer, to value: JSONValue?) -> JSONValue {
        guard let token = location.tokens.first else { return value ?? self }
        let rest = JSONPointer(Array(location.tokens.dropFirst()))
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

    /// The value with the locations made again what they are in a good one: put back, or taken out.
    func repaired(at locations: [JSONPointer], as good: JSONValue) -> JSONValue {
        locations.reduce(self) { $0.setting($1, to: good.at($1)) }
    }

    /// The location whose repair mends a failure: itself, but for an element that no good body has, the array
    /// it is in.
    func repair(of location: JSONPointer, as good: JSONValue) -> JSONPointer {
        guard good.at(location) == nil, let parent = location.parent, at(parent)?.object == nil else {
            return location
        }
        return repair(of: parent, as: good)
    }
}
