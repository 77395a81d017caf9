import Foundation

/// The replacements of secrets in one recording: the same value always has the same one.
struct PlaceholderTable: Sendable {
    /// What every pseudonym begins with.
    static let prefix = "SCRUBBED-"
    private static let prefixBytes = Array(prefix.utf8)

    private struct Key: Hashable {
        var name: String
        var value: String
    }

    private var tokens: [Key: String] = [:]
    private var counts: [String: Int] = [:]
    /// Values to be replaced wherever they stand, the longest first.
    private(set) var known: [KnownSecret] = []

    init(_ secrets: [Secret]) {
        for secret in secrets {
            if let value = secret.value, value.utf8.count >= Redaction.shortestGiven {
                remember(KnownSecret(name: secret.name, value: value))
            }
        }
    }

    /// Whether anything has one.
    var isChanged: Bool { !tokens.isEmpty }

    /// The pseudonym of a value, numbered by first appearance; one that is a pseudonym already stays.
    ///
    /// - Parameter learn: Whether the value is secret from now on wherever it stands.
    mutating func token(_ name: String, _ value: String, learn: Bool) -> String {
        guard !value.hasPrefix(PlaceholderTable.prefix) else { return value }
        let key = Key(name: name, value: value)
        if let token = tokens[key] { return token }
        let safeName = PlaceholderTable.safe(name)
        counts[safeName, default: 0] += 1
        let token = "\(PlaceholderTable.prefix)\(safeName)-\(counts[safeName, default: 1])"
        tokens[key] = token
        if learn, value.utf8.count >= Redaction.shortestFound {
            remember(KnownSecret(name: name, value: value))
        }
        return token
    }

    /// The pseudonym of a known value.
    mutating func token(_ secret: KnownSecret) -> String {
        token(secret.name, secret.value, learn: false)
    }

    private mutating func remember(_ secret: KnownSecret) {
        guard !known.contains(where: { $0.value == secret.value }) else { return }
        let index = known.firstIndex { $0.value.utf8.count < secret.value.utf8.count } ?? known.endIndex
        known.insert(secret, at: index)
    }

    /// A name of characters that stand for themselves in URLs, JSON, XML and headers.
    private static func safe(_ name: String) -> String {
        String(
            decoding: name.lowercased().utf8.map { isSafe($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7a, UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Takes the numbers off pseudonyms, `SCRUBBED-api_key-2` -> `SCRUBBED-api_key`, so that a request matches
    /// whichever value it was made with.
    static func withoutNumbers(_ text: Data) -> Data {
        ByteSearch.replace(in: text, with: { _ in [] }) { bytes, start in
            var start = start
            while let found = ByteSearch.first(prefixBytes, in: bytes, from: start) {
                start = found + prefixBytes.count
                let name = bytes[start...].prefix { isSafe($0) }
                let number = bytes[name.endIndex...].dropFirst().prefix { (0x30...0x39).contains($0) }
                let isNumbered =
                    name.endIndex < number.startIndex && bytes[name.endIndex] == UInt8(ascii: "-")
                if isNumbered, !number.isEmpty { return name.endIndex..<number.endIndex }
            }
            return nil
        }
    }

    static func withoutNumbers(_ text: [UInt8]) -> [UInt8] {
        guard text.withUnsafeBytes({ ByteSearch.first(prefixBytes, in: $0) }) != nil else { return text }
        return [UInt8](withoutNumbers(Data(text)))
    }

    static func withoutNumbers(_ text: String) -> String {
        String(decoding: withoutNumbers(Data(text.utf8)), as: UTF8.self)
    }
}
