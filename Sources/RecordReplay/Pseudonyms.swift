/// The replacements of secrets in one recording: the same value always has the same one.
struct Pseudonyms: Sendable {
    /// What every pseudonym begins with.
    static let prefix = "SCRUBBED-"

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
            if let value = secret.value, value.utf8.count >= Scrubber.shortestGiven {
                remember(KnownSecret(name: secret.name, value: value))
            }
        }
    }

    /// The pseudonym of a value, numbered by first appearance; one that is a pseudonym already stays.
    ///
    /// - Parameter learn: Whether the value is secret from now on wherever it stands.
    mutating func token(_ name: String, _ value: String, learn: Bool) -> String {
        guard !value.hasPrefix(Pseudonyms.prefix) else { return value }
        let name = Pseudonyms.safe(name)
        if let token = tokens[Key(name: name, value: value)] { return token }
        counts[name, default: 0] += 1
        let token = "\(Pseudonyms.prefix)\(name)-\(counts[name, default: 1])"
        tokens[Key(name: name, value: value)] = token
        if learn, value.utf8.count >= Scrubber.shortestFound {
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
        let isSafe = { (byte: UInt8) in
            switch byte {
            case 0x30...0x39, 0x61...0x7a, UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        let bytes = name.lowercased().utf8.map { isSafe($0) ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes the numbers off pseudonyms, `SCRUBBED-api_key-2` -> `SCRUBBED-api_key`, so that a request matches
    /// whichever value it was made with.
    static func withoutNumbers(_ text: String) -> String {
        guard var found = text.firstRange(of: prefix) else { return text }
        var output = ""
        var rest = text[...]
        while true {
            output += rest[..<found.upperBound]
            rest = rest[found.upperBound...]
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
            let number = rest[name.endIndex...].dropFirst().prefix { $0.isASCII && $0.isNumber }
            if rest[name.endIndex...].first == "-", !number.isEmpty {
                output += name
                rest = rest[number.endIndex...]
            }
            guard let next = rest.firstRange(of: prefix) else { return output + rest }
            found = next
        }
    }
}

/// A secret whose value is known, by the name it is spoken of.
struct KnownSecret: Sendable {
    let name: String
    let value: String
    let spelling: SecretSpelling
    let base64: SecretBase64

    init(name: String, value: String) {
        self.name = name
        self.value = value
        spelling = SecretSpelling(value)
        base64 = SecretBase64(value)
    }
}
