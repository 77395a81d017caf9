import Foundation
import VerbatimJSON

/// The placeholders of the secrets in one recording. Equal values have equal placeholders.
struct PlaceholderTable: Sendable {
    static let prefix = "REDACTED-"
    private static let prefixBytes = Array(prefix.utf8)

    private struct Key: Hashable {
        var name: String
        var value: String
    }

    private var placeholders: [Key: String] = [:]
    private var counts: [String: Int] = [:]
    /// The search for the values to replace everywhere.
    private(set) var search = SecretSearch()
    private var knownNames: [String: String] = [:]
    private var foundCount = 0
    /// The names of secrets with a value that is too short to be searched for.
    private(set) var unsearched: Set<String> = []
    /// The name of the first value that was one too many to be searched for.
    private(set) var surplusName: String?

    init(_ secrets: [Secret]) {
        for secret in secrets {
            guard let value = secret.value, !value.isEmpty else { continue }
            if value.utf8.count >= Redaction.minimumGivenLength {
                insert(KnownSecret(name: secret.name, value: value))
            } else {
                unsearched.insert(secret.name)
            }
        }
    }

    /// The values to replace everywhere, in the order in which they became known.
    var knownSecrets: [KnownSecret] { search.secrets }

    var isEmpty: Bool { placeholders.isEmpty }

    /// Returns the placeholder of a value, numbered by first appearance, and replaces the value everywhere
    /// from now on if asked to. A value that is a placeholder is returned.
    mutating func placeholder(for value: String, named name: String, everywhere: Bool) -> String {
        guard !value.hasPrefix(PlaceholderTable.prefix) else { return value }
        if everywhere { addFound(value, named: name) }
        // A token has one placeholder in the response that issues it and in the requests that carry it.
        let key = Key(name: knownNames[value] ?? name, value: value)
        if let placeholder = placeholders[key] { return placeholder }
        let safeName = PlaceholderTable.safe(key.name)
        counts[safeName, default: 0] += 1
        let placeholder = "\(PlaceholderTable.prefix)\(safeName)-\(counts[safeName, default: 1])"
        placeholders[key] = placeholder
        return placeholder
    }

    mutating func placeholder(for secret: KnownSecret) -> String {
        placeholder(for: secret.value, named: secret.name, everywhere: false)
    }

    /// Adds the name of a value that is replaced only where it was found.
    mutating func addUnsearched(_ name: String) { unsearched.insert(name) }

    private mutating func addFound(_ value: String, named name: String) {
        guard knownNames[value] == nil else { return }
        guard foundCount < Redaction.maximumFoundCount else {
            surplusName = surplusName ?? name
            return
        }
        foundCount += 1
        insert(KnownSecret(name: name, value: value))
    }

    private mutating func insert(_ secret: KnownSecret) {
        guard knownNames.updateValue(secret.name, forKey: secret.value) == nil else { return }
        search.insert(secret)
    }

    /// Returns a name with only characters that need no escape in URLs, JSON, XML and header fields.
    private static func safe(_ name: String) -> String {
        let bytes = name.lowercased().utf8.map { isSafe($0) ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case "0"..."9", "a"..."z", "_", ".": true
        default: false
        }
    }

    // MARK: Numbers

    /// Removes the numbers of placeholders, `REDACTED-api_key-2` -> `REDACTED-api_key`, so that a request
    /// matches with any value of its secret.
    static func removingNumbers(_ text: Data) -> Data {
        let numbers = text.withUnsafeBytes { bytes in
            var numbers: [ByteEdit] = []
            var start = 0
            while let found = ByteSearch.first(prefixBytes, in: bytes, from: start) {
                start = found + prefixBytes.count
                if let end = end(of: start, in: bytes) { numbers.append((end.name..<end.number, [])) }
            }
            return numbers
        }
        return text.applying(numbers)
    }

    /// Returns a placeholder with zeros before its number: `REDACTED-api_key-001`.
    ///
    /// Base64 of some bytes can be replaced in the middle of others if the length fits.
    static func padding(_ placeholder: String, zeros: Int) -> String {
        let number = placeholder.utf8.reversed().prefix(while: \.isDigit).count
        return placeholder.dropLast(number) + String(repeating: "0", count: zeros)
            + placeholder.suffix(number)
    }

    static func removingNumbers(_ text: [UInt8]) -> [UInt8] {
        guard text.withUnsafeBytes({ ByteSearch.first(prefixBytes, in: $0) }) != nil else { return text }
        return [UInt8](removingNumbers(Data(text)))
    }

    static func removingNumbers(_ text: String) -> String {
        String(decoding: removingNumbers(Data(text.utf8)), as: UTF8.self)
    }

    // MARK: Recognition

    /// The length of the longest placeholder that is recognized.
    private static let maximumLength = 256

    /// Whether a range is within a placeholder: `secret` in `REDACTED-client_secret-1` is no secret.
    static func hasPlaceholder(at range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        let first = max(0, range.lowerBound - maximumLength)
        return (first...range.lowerBound).contains { start in
            guard ByteSearch.begins(prefixBytes, in: bytes, at: start) else { return false }
            let end = end(of: start + prefixBytes.count, in: bytes)
            return end.map { $0.number >= range.upperBound } ?? false
        }
    }

    /// Returns the ends of the name that begins at an index, and of the number after it, if there is one.
    private static func end(of start: Int, in bytes: UnsafeRawBufferPointer) -> (name: Int, number: Int)? {
        var name = start
        while name < bytes.count, isSafe(bytes[name]) { name += 1 }
        guard name > start, name < bytes.count, bytes[name] == "-" else { return nil }
        var number = name + 1
        while number < bytes.count, bytes[number].isDigit { number += 1 }
        return number > name + 1 ? (name, number) : nil
    }
}
