import VerbatimJSON
import VerbatimTestSupport

/// Generates bodies of an erratic API, the same for the same seed.
struct RandomTraffic {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Bodies of one operation: objects whose properties come and go and change their types.
    mutating func bodies(_ count: ClosedRange<Int> = 1...6) -> [JSONValue] {
        let kinds = Self.names.indices.map { _ in next(8) }
        return (0...next(count.upperBound - count.lowerBound + 1)).prefix(count.upperBound).map { _ in
            object(kinds, depth: 0)
        }
    }

    /// Bodies with lists of objects of several kinds, which have some properties in common.
    mutating func bodiesWithKinds() -> [JSONValue] {
        let kinds = (0...1 + next(2)).map { _ in Self.names.indices.map { _ in next(8) } }
        return (0...next(2)).map { _ in
            let objects = (0...3 + next(9)).map { _ in
                let kind = next(kinds.count)
                var object = object(kinds[kind], depth: 1).object ?? [:]
                object["type"] = .string("kind\(kind)")
                object["own\(kind)"] = next(99) == 0 ? nil : .number(JSONNumber(kind))
                if next(200) == 0 { object["type"] = nil }
                return JSONValue.object(object)
            }
            return ["total": .number(JSONNumber(objects.count)), "data": .array(objects)]
        }
    }

    /// The elements of an array in another order.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }

    private mutating func next(_ bound: Int) -> Int { random.number(0...bound - 1) }

    private static let names = [
        "id", "title", "publishedDate", "price", "link", "tags", "owner", "é\"", "kind",
    ]
    private static let texts = [
        "", "Emma", "1984", "2015", "2015-07", "2015-07-31", "2015-07-31T10:00:00Z", "9.99", "-7", "007",
        "https://a.test/b?c=d", "http://a.test", "https://a b", "BOOK", "ISBN_10", "two words",
        "tab\t\u{1F600}",
        "123e4567-e89b-12d3-a456-426614174000",
    ]

    private mutating func object(_ kinds: [Int], depth: Int) -> JSONValue {
        var members: [(String, JSONValue)] = []
        for index in Self.names.indices where next(5) > 0 {
            // Usually the kind of the property, sometimes another one.
            members.append((Self.names[index], value(next(12) == 0 ? next(8) : kinds[index], kinds, depth)))
        }
        return .object(JSONObject(next(4) == 0 ? shuffled(members) : members))
    }

    private mutating func value(_ kind: Int, _ kinds: [Int], _ depth: Int) -> JSONValue {
        switch kind {
        case 0: .null
        case 1: .bool(next(2) == 0)
        case 2: .number(JSONNumber(next(100) - 50))
        case 3:
            JSONNumber(["0.5", "1.0", "2e3", "-7.25", "12345678901234567890"][next(5)]).map { .number($0) }
                ?? .null
        case 4, 5: .string(Self.texts[next(Self.texts.count)])
        case 6 where depth < 2: .array((0..<next(4)).map { _ in value(next(8), kinds, depth + 1) })
        case 7 where depth < 2: object(kinds, depth: depth + 1)
        default: .string("leaf")
        }
    }
}
