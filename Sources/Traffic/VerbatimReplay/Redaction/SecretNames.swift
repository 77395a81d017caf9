import Foundation
import VerbatimJSON

/// The names of secrets: those of a redaction, and the usual ones that it does not except.
struct SecretNames: Sendable {
    /// The reason why the values of a name are secret.
    enum Rule: Sendable, Hashable {
        /// The secret of the redaction with this index.
        case given(Int)
        /// A usual name.
        case usual(UsualNames.Confidence)

        /// Whether the redaction names the secret.
        var isGiven: Bool { if case .given = self { true } else { false } }
    }

    enum Source: Sendable {
        /// A request, or a URL. Anything under the name of a secret is one.
        case sent
        /// The body of a response, which is data.
        case answered
        /// A request that nothing recorded has matched. Without a key, an app sends anything in its place.
        case unmatched
    }

    private let given: [(secret: Secret, name: [UInt8])]
    private let exceptions: Set<String>

    init(_ redaction: Redaction) {
        given = redaction.secrets.map { ($0, Array($0.name.lowercased().utf8)) }
        exceptions = Set(redaction.except.map { UsualNames.normalized($0.utf8) })
    }

    /// The given names that are not only letters, digits, `-`, `_` and `.`.
    var withOtherCharacters: [[UInt8]] { given.map(\.name).filter { !$0.allSatisfy(\.isNameCharacter) } }

    /// Whether a name, or its end, may be that of a secret. Nearly every name is rejected here.
    func mayContain(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let last = name.last else { return false }
        return UsualNames.hasEnding(name)
            || given.contains { $0.name.count <= name.count && $0.name.last == last.lowercased }
    }

    func rule(of name: some BidirectionalCollection<UInt8>, in location: Secret.Location) -> Rule? {
        let index = given.firstIndex { secret, given in
            secret.locations.contains(location) && given.count == name.count
                && given.elementsEqual(name.lazy.map(\.lowercased))
        }
        if let index { return .given(index) }
        guard let confidence = UsualNames.confidence(of: name, in: location), !isExcepted(name) else {
            return nil
        }
        return .usual(confidence)
    }

    func isExcepted(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        !exceptions.isEmpty && exceptions.contains(UsualNames.normalized(name))
    }

    func placeholderName(_ name: String, _ rule: Rule) -> String {
        switch rule {
        case .given(let index): given[index].secret.name
        case .usual: String(name.suffix(40))
        }
    }

    /// Whether a plain value of a name is secret. One that is nested is in an array or an object of the name,
    /// or in a script.
    static func isSecret(_ value: String, _ rule: Rule, _ source: Source, isNested: Bool = false) -> Bool {
        guard case .usual(let confidence) = rule, source != .unmatched else { return !value.isEmpty }
        guard value.utf8.count >= 3, !isConstant(value) else { return false }
        if source == .sent, confidence != .possible { return true }
        if value.hasPrefix(PlaceholderTable.prefix) { return true }
        // A private key has lines, whichever name it has.
        if value.contains("-----BEGIN ") {
            return confidence == .certain || source != .answered || !PublicArmor.isPublic(value)
        }
        let value = value.trimmingCharacters(in: .whitespacesAndNewlines)
        let shape = CredentialShape(value)
        switch confidence {
        case .possible: return source == .sent ? shape.looksLikeKey : shape.looksIssued
        case .certain where isNested:
            return shape.looksLikeKey || shape.isAnyCredential && Credentials(value).isSchemeAndWord
        case .certain: return shape.isAnyCredential
        case .likely: return isNested ? shape.looksLikeKey : shape.isPlausible
        }
    }

    private static func isConstant(_ value: String) -> Bool {
        value.utf8.count <= longestConstant && constants.contains(value.lowercased())
    }

    /// The values that say that there is no secret.
    private static let constants: Set = [
        "true", "false", "null", "nil", "none", "undefined", "include", "omit", "same-origin",
    ]
    private static let longestConstant = constants.map(\.utf8.count).max() ?? 0

    /// Whether a value of a rule is replaced wherever it occurs from now on. In `"api_key": "api_key"`, it is
    /// a name, which occurs elsewhere; so may `API-PASSPHRASE` be, in `kc-api-passphrase`.
    static func isSearchable(_ value: String, _ rule: Rule) -> Bool {
        switch rule {
        case .given: value.utf8.count >= Redaction.minimumFoundLength
        case .usual:
            CredentialShape(value).isSearchable && !UsualNames.all.contains(UsualNames.normalized(value.utf8))
                && !isName(value)
        }
    }

    /// Whether a value is the name of a secret in the capitals of a constant, as examples have it.
    private static func isName(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 &- 0x41 < 26 || $0 == "-" || $0 == "_" }
            && UsualNames.confidence(of: value.utf8, in: .header) != nil
    }
}

extension UInt8 {
    /// Whether names consist of it: a letter, a digit, `-`, `_`, `.` or a byte of another script.
    var isNameCharacter: Bool { isLetterOrDigit || self >= 0x80 || self == "-" || self == "_" || self == "." }
}

/// The names under which APIs carry credentials. Their values are redacted without any configuration.
///
/// Names are compared without case, `-`, `_` and `.`: `api_key`, `apiKey` and `API-Key` are one name.
enum UsualNames {
    enum Confidence: Sendable, Hashable {
        /// The name means nothing else: `password`, `access_token`.
        case certain
        /// The name has other uses in a response, such as the token of a language model or the secret in the
        /// URL of a photo: `token`, `secret`.
        case likely
        /// The name has many other uses: `key`, `code`.
        case possible
    }

    /// Returns the confidence that a value of a name, as it is written, is a credential, or nil if the name
    /// is not usual.
    static func confidence(
        of name: some BidirectionalCollection<UInt8>, in location: Secret.Location
    ) -> Confidence? {
        // Nearly every name is rejected here, by its last letters.
        guard hasEnding(name) else { return nil }
        return rows[ending(of: name), default: []].first { $0.matches(name, in: location) }?.confidence
    }

    /// A name of the lists below.
    private struct Row {
        /// The letters, the last one first.
        let letters: [UInt8]
        let confidence: Confidence
        /// Whether the name is no end of a longer one.
        let isWhole: Bool
        let locations: [Secret.Location]

        init(
            _ name: String, _ confidence: Confidence, isWhole: Bool = false,
            in locations: [Secret.Location] = Secret.Location.allCases
        ) {
            letters = name.utf8.reversed()
            self.confidence = confidence
            self.isWhole = isWhole
            self.locations = locations
        }

        func matches(_ name: some BidirectionalCollection<UInt8>, in location: Secret.Location) -> Bool {
            guard locations.contains(location) else { return false }
            var matched = 0
            for byte in name.suffix(longestName).reversed() where !isSeparator(byte) {
                guard matched < letters.count else { return !isWhole }
                guard byte.lowercased == letters[matched] else { return false }
                matched += 1
            }
            return matched == letters.count
        }
    }

    /// The names, by the value of their last three letters: those that are whole before ends of names.
    private static let rows: [Int: [Row]] = {
        let all = Secret.Location.allCases
        let rows =
            exact.map { name, confidence in
                // In a text, a code is a number of an error.
                let locations = name == "code" ? all.filter { $0 != .json && $0 != .xml } : all
                return Row(name, confidence, isWhole: true, in: locations)
            } + certainEndings.map { Row($0, .certain) }
            + likelyEndings.map { Row($0, .likely, in: all.filter { $0 != .header }) }
            + headerEndings.map { Row($0, .likely, in: [.header]) }
        return Dictionary(grouping: rows) { ending(of: $0.letters.reversed()) }
    }()

    /// Returns a name in lower case, without separators. Of a very long name it is the end.
    static func normalized(_ name: some BidirectionalCollection<UInt8>) -> String {
        let letters = name.suffix(longestName).filter { !isSeparator($0) }.map(\.lowercased)
        return String(decoding: letters, as: UTF8.self)
    }

    /// The number of bytes of a name that are read, from its end.
    private static let longestName = 64

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == "-" || byte == "_" || byte == "." }

    /// Whether a name ends as one in the lists below does, as far as the last three letters show.
    static func hasEnding(_ name: some BidirectionalCollection<UInt8>) -> Bool { endings[ending(of: name)] }

    /// A value for each three letters: whether a name in the lists ends with them.
    private static let endings: [Bool] = {
        var endings = [Bool](repeating: false, count: 1 << 15)
        for ending in rows.keys { endings[ending] = true }
        return endings
    }()

    /// Returns the last three letters without case, in 5 bits each.
    private static func ending(of name: some BidirectionalCollection<UInt8>) -> Int {
        var (ending, bits) = (0, 0)
        for byte in name.reversed() where !isSeparator(byte) {
            ending |= Int(byte & 0x1f) << bits
            bits += 5
            if bits == 15 { break }
        }
        return ending
    }

    static let all = Set(Array(exact.keys) + certainEndings + likelyEndings + headerEndings)

    private static let exact: [String: Confidence] = [
        "key": .possible, "code": .possible, "token": .likely, "secret": .likely, "session": .likely,
        "signature": .likely, "sig": .likely, "auth": .likely, "credential": .likely, "credentials": .likely,
        "cookie": .likely, "setcookie": .likely, "xkey": .possible, "jwt": .certain, "assertion": .likely,
        "clientassertion": .certain, "codeverifier": .certain, "oauthverifier": .certain,
        "authorization": .certain, "proxyauthorization": .certain, "xamzcredential": .likely,
        "appid": .possible, "pin": .likely, "pass": .likely, "otp": .certain, "totp": .certain,
        "dpop": .certain,
    ]

    private static let certainEndings = [
        "apikey", "secretkey", "accesskey", "privatekey", "subscriptionkey", "authkey", "consumerkey",
        "masterkey", "applicationkey", "appkey", "sharedkey", "signingkey", "accesstoken", "authtoken",
        "authenticationtoken", "refreshtoken", "idtoken", "sessiontoken", "securitytoken", "bearertoken",
        "oauthtoken", "apitoken", "csrftoken", "xsrftoken", "privatetoken", "authenticitytoken", "clonetoken",
        "requesttoken", "usertoken", "bottoken", "clientsecret", "appsecret", "apisecret", "consumersecret",
        "tokensecret", "sharedsecret", "sessionkey", "licensekey", "licencekey", "password", "passwd", "pwd",
        "passcode", "passphrase", "sessionid", "sessid",
    ]

    private static let likelyEndings = [
        "secret", "userkey", "apisig", "amzsignature", "oauthsignature", "apisignature",
    ]

    /// A header field belongs to the protocol and not to the data, so its last word is enough.
    private static let headerEndings = ["secret", "token", "signature", "auth", "credential", "credentials"]
}
