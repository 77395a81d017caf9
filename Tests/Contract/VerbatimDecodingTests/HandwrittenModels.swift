import VerbatimJSON

// Models around a value of any type, decoded as people write it by hand.

/// Reaches into nested containers by hand, as one does to flatten an answer.
struct Flattened<A: Specimen>: Specimen {
    let value: A
    let pair: (A, Int)

    enum Keys: String, CodingKey { case outer, innerValue, pair }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let outer = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        value = try outer.decode(A.self, forKey: .innerValue)
        var pair = try container.nestedUnkeyedContainer(forKey: .pair)
        self.pair = (try pair.decode(A.self), try pair.decode(Int.self))
    }

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object([
            "outer": dialect.object(["innerValue": A.body(dialect)]), "pair": [A.body(dialect), 7],
        ])
    }
}

/// An array without names, read element by element.
struct Tuple<A: Specimen>: Specimen {
    let first: A
    let second: String
    let third: A?

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(A.self)
        second = try container.decode(String.self)
        third = try container.decodeIfPresent(A.self)
    }

    static func body(_ dialect: Dialect) -> JSONValue { [A.body(dialect), "s", A.body(dialect)] }
}

class Base<A: Specimen>: Decodable {
    var baseValue: A
}

/// A subclass that shares its object with its superclass.
final class Derived<A: Specimen>: Base<A>, Specimen {
    let own: Int

    enum Keys: String, CodingKey { case own }

    required init(from decoder: any Decoder) throws {
        own = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .own)
        try super.init(from: decoder)
    }

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["own": 1, "baseValue": A.body(dialect)])
    }
}

/// A subclass whose superclass has an object of its own.
final class Nestling<A: Specimen>: Base<A>, Specimen {
    let own: A

    enum Keys: String, CodingKey { case own, parent }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        own = try container.decode(A.self, forKey: .own)
        try super.init(from: container.superDecoder(forKey: .parent))
    }

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["own": A.body(dialect), "parent": dialect.object(["baseValue": A.body(dialect)])])
    }
}

/// Takes a value in one of two forms.
struct Either<A: Specimen>: Specimen {
    struct Holder: Decodable {
        let text: String?
        let value: A?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(A.self) {
                (text, self.value) = (nil, value)
            } else {
                (text, value) = (try container.decode(String.self), nil)
            }
        }
    }

    var either: Holder
    var more: [Holder]

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["either": A.body(dialect), "more": [A.body(dialect), "x"]])
    }
}

/// Ignores what it cannot decode, and needs the rest.
struct Lenient<A: Specimen>: Specimen {
    let maybe: A?
    let kept: [A]
    let needed: A

    enum Keys: String, CodingKey { case maybe, kept, needed }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        maybe = try? container.decode(A.self, forKey: .maybe)
        kept = try container.decode([Sieve].self, forKey: .kept).compactMap(\.value)
        needed = try container.decode(A.self, forKey: .needed)
    }

    private struct Sieve: Decodable {
        let value: A?

        init(from decoder: any Decoder) {
            value = try? A(from: decoder)
        }
    }

    static func body(_ dialect: Dialect) -> JSONValue {
        let value = A.body(dialect)
        return dialect.object(["maybe": value, "kept": [value, value], "needed": value])
    }
}

/// Checks what it has read, and refuses what it does not like.
struct Choosy<A: Specimen>: Specimen {
    let code: String
    let value: A
    let even: Int

    enum Keys: String, CodingKey { case code, value, even }

    struct Odd: Error {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        code = try container.decode(String.self, forKey: .code)
        guard code.hasPrefix("c-") else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: container, debugDescription: "a code begins with 'c-'")
        }
        value = try container.decode(A.self, forKey: .value)
        even = try container.decode(Int.self, forKey: .even)
        guard even.isMultiple(of: 2) else { throw Odd() }
    }

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["code": "c-1", "value": A.body(dialect), "even": 2])
    }

    static var refuses: Bool { true }
}

/// Goes another way for each kind of thing, by a word beside it.
struct Tagged<A: Specimen>: Specimen {
    enum Tag: String, Decodable { case number, thing }

    struct Thing: Decodable {
        let value: A?
        let number: Int?

        enum Keys: String, CodingKey { case tag, value, number }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            switch try container.decode(Tag.self, forKey: .tag) {
            case .number: (value, number) = (nil, try container.decode(Int.self, forKey: .number))
            case .thing: (value, number) = (try container.decode(A.self, forKey: .value), nil)
            }
        }
    }

    var things: [Thing]

    static func body(_ dialect: Dialect) -> JSONValue {
        let thing = dialect.object(["tag": "thing", "value": A.body(dialect)])
        let number = dialect.object(["tag": "number", "number": 1])
        return dialect.object(["things": [thing, number, thing]])
    }

    static var refuses: Bool { true }
}

/// Takes a second value where the first is not there.
struct Fallback<A: Specimen>: Specimen {
    let value: A
    let note: String?

    enum Keys: String, CodingKey { case best, second, note }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        value =
            try container.decodeIfPresent(A.self, forKey: .best) ?? container.decode(A.self, forKey: .second)
        note = try container.decodeIfPresent(String.self, forKey: .note)
    }

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["best": A.body(dialect), "second": A.body(dialect), "note": "n"])
    }
}
