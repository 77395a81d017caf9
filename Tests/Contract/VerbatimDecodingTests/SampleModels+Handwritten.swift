import VerbatimJSON

// Models that contain a value of any type, with handwritten initializers.

/// Decodes values from nested containers into one type.
struct Flattened<A: SampleModel>: SampleModel {
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

/// Decodes an array element by element.
struct Tuple<A: SampleModel>: SampleModel {
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

class Base<A: SampleModel>: Decodable {
    var baseValue: A
}

/// A subclass that is decoded from the same object as its superclass.
final class Derived<A: SampleModel>: Base<A>, SampleModel {
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

/// A subclass whose superclass is decoded from another object.
final class NestedSuper<A: SampleModel>: Base<A>, SampleModel {
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

/// Decodes a value in one of two forms.
struct Either<A: SampleModel>: SampleModel {
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

/// Ignores values that cannot be decoded, but for one.
struct Lenient<A: SampleModel>: SampleModel {
    let maybe: A?
    let kept: [A]
    let needed: A

    enum Keys: String, CodingKey { case maybe, kept, needed }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        maybe = try? container.decode(A.self, forKey: .maybe)
        kept = try container.decode([Lossy].self, forKey: .kept).compactMap(\.value)
        needed = try container.decode(A.self, forKey: .needed)
    }

    private struct Lossy: Decodable {
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

/// Rejects values that it has decoded.
struct Rejecting<A: SampleModel>: SampleModel {
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

    static var rejectsValues: Bool { true }
}

/// Decodes different keys for each value of a discriminator.
struct Tagged<A: SampleModel>: SampleModel {
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

    static var rejectsValues: Bool { true }
}

/// Decodes a second key if the first is missing.
struct Fallback<A: SampleModel>: SampleModel {
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
