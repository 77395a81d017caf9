import Foundation
import VerbatimJSON

/// A type that can be decoded from its sample body in every dialect.
protocol SampleModel: Decodable {
    static func body(_ dialect: Dialect) -> JSONValue
    /// Whether the type's own initializer rejects values, so that the values after the first rejected one may
    /// remain unexplored.
    static var rejectsValues: Bool { get }
}

extension SampleModel {
    static var rejectsValues: Bool { false }
}

/// The notation of keys and dates in an API, with a decoder for it.
struct Dialect: Sendable {
    let name: String
    let date: JSONValue
    let keyName: @Sendable (String) -> String
    let set: @Sendable (JSONDecoder) -> Void

    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        set(decoder)
        return decoder
    }

    /// Returns an object with its keys in the notation of the dialect.
    func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(JSONObject(members.map { (keyName($0.key), $0.value) }))
    }

    static let all = [
        Dialect(name: "plain", date: 700_000_000.5, keyName: { $0 }, set: { _ in }),
        Dialect(name: "snake", date: "2024-01-02T03:04:05Z", keyName: snake) {
            $0.keyDecodingStrategy = .convertFromSnakeCase
            $0.dateDecodingStrategy = .iso8601
        },
        Dialect(name: "milliseconds", date: 1_700_000_000_000, keyName: { $0 }) {
            $0.dateDecodingStrategy = .millisecondsSince1970
        },
        Dialect(name: "custom", date: "day 12", keyName: { "$\($0)" }) {
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

extension Int: SampleModel { static func body(_: Dialect) -> JSONValue { 42 } }
extension Int8: SampleModel { static func body(_: Dialect) -> JSONValue { -8 } }
extension UInt64: SampleModel { static func body(_: Dialect) -> JSONValue { 64 } }
extension Int128: SampleModel { static func body(_: Dialect) -> JSONValue { 128 } }
extension Double: SampleModel { static func body(_: Dialect) -> JSONValue { 0.5 } }
extension Float: SampleModel { static func body(_: Dialect) -> JSONValue { 1.5 } }
extension Bool: SampleModel { static func body(_: Dialect) -> JSONValue { true } }
extension String: SampleModel { static func body(_: Dialect) -> JSONValue { "text" } }
extension Decimal: SampleModel { static func body(_: Dialect) -> JSONValue { 9.99 } }
extension URL: SampleModel { static func body(_: Dialect) -> JSONValue { "https://example.com/a" } }
extension Data: SampleModel { static func body(_: Dialect) -> JSONValue { "AAEC" } }
extension Date: SampleModel { static func body(_ dialect: Dialect) -> JSONValue { dialect.date } }

extension UUID: SampleModel {
    static func body(_: Dialect) -> JSONValue { "10000000-0000-0000-0000-000000000000" }
}

enum Size: String, SampleModel, CaseIterable, Hashable {
    case small, medium, large
    static func body(_: Dialect) -> JSONValue { "medium" }
}

enum Level: Int, SampleModel {
    case low = 10
    case high = 20
    static func body(_: Dialect) -> JSONValue { 20 }
}
