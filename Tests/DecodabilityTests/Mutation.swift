import JSONDocument

/// Changes to a body, as APIs make them.
enum Mutation: CaseIterable {
    case drop, null, string, emptyString, number, fraction, huge, negative, bool, array, object, rename, add

    /// The body with one to four changes at random places.
    static func mutated(_ body: JSONValue, with random: inout SeededRandom) -> JSONValue {
        var body = body
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let places = body.places
            let place = places[Int.random(in: 0..<places.count, using: &random)]
            guard let mutation = allCases.randomElement(using: &random) else { continue }
            body = mutation.applied(to: body, at: place)
        }
        return body
    }

    private func applied(to body: JSONValue, at place: JSONPointer) -> JSONValue {
        switch self {
        case .drop: body.setting(place, to: nil)
        case .null: body.setting(place, to: .null)
        case .string: body.setting(place, to: "mutant")
        case .emptyString: body.setting(place, to: "")
        case .number: body.setting(place, to: 3)
        case .fraction: body.setting(place, to: 3.5)
        case .huge: body.setting(place, to: .number(JSONNumber(9_999_999_999_999_999_999 as UInt64)))
        case .negative: body.setting(place, to: -1)
        case .bool: body.setting(place, to: false)
        case .array: body.setting(place, to: .array(body.at(place).map { [$0] } ?? []))
        case .object: body.setting(place, to: ["mutant": 1])
        case .rename: renamed(body, at: place)
        case .add: body.at(place)?.object == nil ? body : body.setting(place.appending("mutant"), to: 1)
        }
    }

    private func renamed(_ body: JSONValue, at place: JSONPointer) -> JSONValue {
        guard let value = body.at(place), let parent = place.parent, body.at(parent)?.object != nil else {
            return body
        }
        return body.setting(place, to: nil).setting(parent.appending("mutant"), to: value)
    }
}

extension JSONValue {
    /// Every place in the value.
    var places: [JSONPointer] {
        switch self {
        case .array(let elements):
            [.root]
                + elements.enumerated().flatMap { index, element in
                    element.places.map { JSONPointer([String(index)] + $0.tokens) }
                }
        case .object(let object):
            [.root]
                + object.members.flatMap { name, value in value.places.map { JSONPointer([name] + $0.tokens) }
                }
        default:
            [.root]
        }
    }

    /// The value with another value at a place, or with none: the last element goes, one in the middle
    /// becomes null.
    func setting(_ place: JSONPointer, to value: JSONValue?) -> JSONValue {
        guard let token = place.tokens.first else { return value ?? self }
        let rest = JSONPointer(Array(place.tokens.dropFirst()))
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

    /// The value with the places made again what they are in a good one: put back, or taken out.
    func repaired(at places: [JSONPointer], as good: JSONValue) -> JSONValue {
        places.reduce(self) { $0.setting($1, to: good.at($1)) }
    }

    /// The place whose repair mends a failure: itself, but for an element that no good body has, the array
    /// it is in.
    func repair(of place: JSONPointer, as good: JSONValue) -> JSONPointer {
        guard good.at(place) == nil, let parent = place.parent, at(parent)?.object == nil else {
            return place
        }
        return repair(of: parent, as: good)
    }
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(truncatingIfNeeded: seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
