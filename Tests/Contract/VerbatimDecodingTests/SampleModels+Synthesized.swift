import Foundation
import VerbatimJSON

// Models that contain a value of any type, with synthesized initializers.

struct Required<A: SampleModel>: SampleModel {
    var firstValue: A
    var last: Int

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["firstValue": A.body(dialect), "last": 1])
    }
}

struct Optionals<A: SampleModel>: SampleModel {
    var firstValue: A?
    var others: [A?]?
    var last: String?

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object([
            "firstValue": A.body(dialect), "others": [A.body(dialect), nil, A.body(dialect)], "last": nil,
        ])
    }
}

struct Lists<A: SampleModel>: SampleModel {
    var values: [A]
    var rows: [[A]]

    static func body(_ dialect: Dialect) -> JSONValue {
        let value = A.body(dialect)
        return dialect.object(["values": [value, value, value], "rows": [[value], [], [value, value]]])
    }
}

struct Maps<A: SampleModel>: SampleModel {
    var byName: [String: A]
    var byNumber: [Int: A]
    var bySize: [Size: A]

    static func body(_ dialect: Dialect) -> JSONValue {
        let value = A.body(dialect)
        return dialect.object([
            "byName": ["one_two": value, "b": value], "byNumber": ["1": value, "22": value],
            "bySize": ["small", value, "large", value],
        ])
    }

    /// A dictionary rejects a key without a value.
    static var rejectsValues: Bool { true }
}

struct Nested<A: SampleModel>: SampleModel {
    struct Inner: Decodable {
        var deepValue: A
        var note: String?
    }

    var inner: Inner
    var list: [Inner]

    static func body(_ dialect: Dialect) -> JSONValue {
        let inner = dialect.object(["deepValue": A.body(dialect), "note": "n"])
        return dialect.object(["inner": inner, "list": [inner, inner]])
    }
}

@propertyWrapper
struct Defaulted<A: SampleModel>: Decodable {
    var wrappedValue: A?

    init(wrappedValue: A?) {
        self.wrappedValue = wrappedValue
    }

    init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(A.self)
    }
}

extension KeyedDecodingContainer {
    func decode<A>(_: Defaulted<A>.Type, forKey key: Key) throws -> Defaulted<A> {
        try decodeIfPresent(Defaulted<A>.self, forKey: key) ?? Defaulted(wrappedValue: nil)
    }
}

struct Wrapping<A: SampleModel>: SampleModel {
    @Defaulted var wrapped: A?
    var plain: A

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object(["wrapped": A.body(dialect), "plain": A.body(dialect)])
    }
}

/// An enumeration with associated values.
struct Cases<A: SampleModel>: SampleModel {
    enum Case: Decodable {
        case empty
        case pair(A, count: Int)
    }

    var one: Case
    var many: [Case]

    static func body(_ dialect: Dialect) -> JSONValue {
        let pair = dialect.object(["pair": dialect.object(["_0": A.body(dialect), "count": 1])])
        return dialect.object(["one": pair, "many": [pair, dialect.object(["empty": [:]])]])
    }

    static var rejectsValues: Bool { true }
}

/// Models nested in each other.
struct Deep<A: SampleModel>: SampleModel {
    var choices: [Either<A>]
    var nested: Nested<Required<A>>?
    var map: [String: Tuple<A>]
    var set: Set<Size>

    static func body(_ dialect: Dialect) -> JSONValue {
        dialect.object([
            "choices": [Either<A>.body(dialect), Either<A>.body(dialect)],
            "nested": Nested<Required<A>>.body(dialect), "map": ["k_k": Tuple<A>.body(dialect)],
            "set": ["small", "large"],
        ])
    }
}
