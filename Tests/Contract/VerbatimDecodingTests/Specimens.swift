import Foundation
import VerbatimJSON

/// A type with a body that it decodes from, in whatever dialect of JSON the decoder is set to.
protocol Specimen: Decodable {
    static func body(_ dialect: Dialect) -> JSONValue
    /// Whether the type's own initializer refuses values, so that what comes after the first may stay
    /// unjudged.
    static var refuses: Bool { get }
}

extension Specimen {
    static var refuses: Bool { false }
}

/// How an API spells keys and dates, and the decoder that is set to it.
struct Dialect: Sendable {
    let name: String
    let date: JSONValue
    let spell: @Sendable (String) -> String
    let set: @Sendable (JSONDecoder) -> Void

    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        set(decoder)
        return decoder
    }

    /// An object with its keys as the dialect spells them.
    func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(JSONObject(members.map { (spell($0.key), $0.value) }))
    }

    static let all = [
        Dialect(name: "plain", date: 700_000_000.5, spell: { $0 }, set: { _ in }),
        Dialect(name: "snake", date: "2024-01-02T03:04:05Z", spell: snake) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
            $0.dateDecodingStrategy = .iso8601
        },
        Dialect(name: "milliseconds", date: 1_700_000_000_000, spell: { $0 }) {
            $0.dateDecodingStrategy = .millisecondsSince1970
        },
        Dialect(name: "custom", date: "day 12", spell: { "$\($0)" }) {
            $0.keyDecodingStrategy = .custom { path in BareKey(path.last?.stringValue ?? "") }
            $0.dateDecodingStrategy = .custom(dayDate)
        },
    ]

    private static func snake(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    }

    private static func dayDate(from decoder: any Decoder) throws -> Date {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.hasPrefix("day "), let day = Double(text.dropFirst(4)) else {
            throw NotADay()
        }
        return Date(timeIntervalSince1970: day * 86_400)
    }

    private struct NotADay: Error {}

    private struct BareKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) {
            stringValue = name.hasPrefix("$") ? String(name.dropFirst()) : name
        }

        init?(stringValue: String) {
            self.init(stringValue)
        }

        init?(intValue: Int) {
            nil
        }
    }
}

// MARK: - Leaves

extension Int: Specimen { static func body(_: Dialect) -> JSONValue { 42 } }
extension Int8: Specimen { static func body(_: Dialect) -> JSONValue { -8 } }
extension UInt64: Specimen { static func body(_: Dialect) -> JSONValue { 64 } }
extension Int128: Specimen { static func body(_: Dialect) -> JSONValue { 128 } }
extension Double: Specimen { static func body(_: Dialect) -> JSONValue { 0.5 } }
extension Float: Specimen { static func body(_: Dialect) -> JSONValue { 1.5 } }
extension Bool: Specimen { static func body(_: Dialect) -> JSONValue { true } }
extension String: Specimen { static func body(_: Dialect) -> JSONValue { "text" } }
extension Decimal: Specimen { static func body(_: Dialect) -> JSONValue { 9.99 } }
extension URL: Specimen { static func body(_: Dialect) -> JSONValue { "https://example.com/a" } }
extension Data: Specimen { static func body(_: Dialect) -> JSONValue { "AAEC" } }
extension Date: Specimen { static func body(_ dialect: Dialect) -> JSONValue { dialect.date } }

extension UUID: Specimen {
    static func body(_: Dialect) -> JSONValue { "10000000-0000-0000-0000-000000000000" }
}

enum Size: String, Specimen, CaseIterable, Hashable {
    case small, medium, large
    static func body(_: Dialect) -> JSONValue { "medium" }
}

enum Level: Int, Specimen {
    case low = 10
    case high = 20
    static func body(_: Dialect) -> JSONValue { 20 }
}
