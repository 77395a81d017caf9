import VerbatimJSON

/// The names under which APIs carry credentials. Their values are redacted without any configuration.
///
/// Names are compared without case, `-`, `_` and `.`: `api_key`, `apiKey` and `API-Key` are one name.
enum UsualNames {
    /// The confidence that a value of a name is a credential.
    enum Confidence: Sendable, Hashable {
        /// The name means nothing else: `password`, `access_token`.
        case certain
        /// The name has other uses in a response, such as the token of a language model or the secret in the
        /// URL of a photo: `token`, `secret`.
        case likely
        /// The name has many other uses: `key`, `code`.
        case possible
    }

    /// Returns the confidence that a value of a name is a credential, or nil if the name is not usual.
    ///
    /// - Parameters:
    ///   - name: The name, as it is written.
    ///   - location: The location of the value.
    static func confidence(
        of name: some BidirectionalCollection<UInt8>, in location: Secret.Location
    ) -> Confidence? {
        // Nearly every name is rejected here, by its last letters.
        guard hasEnding(name) else { return nil }
        let normal = normalized(name)
        if let exact = exact[normal] {
            let isInText = location == .json || location == .xml
            return normal == "code" && isInText ? nil : exact
        }
        if certainEndings.contains(where: { normal.hasSuffix($0) }) { return .certain }
        let endings = location == .header ? headerEndings : likelyEndings
        return endings.contains { normal.hasSuffix($0) } ? .likely : nil
    }

    /// Returns a name in lower case, without separators. Of a very long name it is the end.
    static func normalized(_ name: some BidirectionalCollection<UInt8>) -> String {
        let letters = name.suffix(64).filter { !isSeparator($0) }.map(\.lowercased)
        return String(decoding: letters, as: UTF8.self)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// Whether the last three letters are those of a name in the lists below.
    static func hasEnding(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        var ending: UInt32 = 0
        var shift: UInt32 = 0
        for byte in name.reversed() where !isSeparator(byte) {
            ending |= UInt32(byte | 0x20) << shift
            shift += 8
            if shift == 24 { break }
        }
        return switch ending {
        // key, ken, ret, jwt, ord, swd, pwd
        case 0x6b6579, 0x6b656e, 0x726574, 0x6a7774, 0x6f7264, 0x737764, 0x707764: true
        // nid, sid, ode, ase, ure, sig, uth
        case 0x6e6964, 0x736964, 0x6f6465, 0x617365, 0x757265, 0x736967, 0x757468: true
        // ion, ial, als, kie, ier
        case 0x696f6e, 0x69616c, 0x616c73, 0x6b6965, 0x696572: true
        default: false
        }
    }

    private static let exact: [String: Confidence] = [
        "key": .possible, "code": .possible, "token": .likely, "secret": .likely, "session": .likely,
        "signature": .likely, "sig": .likely, "auth": .likely, "credential": .likely, "credentials": .likely,
        "cookie": .likely, "setcookie": .likely, "xkey": .possible, "jwt": .certain, "assertion": .likely,
        "clientassertion": .certain, "codeverifier": .certain, "oauthverifier": .certain,
        "authorization": .certain, "proxyauthorization": .certain, "xamzcredential": .likely,
    ]

    private static let certainEndings = [
        "apikey", "secretkey", "accesskey", "privatekey", "subscriptionkey", "authkey", "consumerkey",
        "masterkey", "applicationkey", "appkey", "sharedkey", "signingkey",
        "accesstoken", "authtoken", "authenticationtoken", "refreshtoken", "idtoken", "sessiontoken",
        "securitytoken", "bearertoken", "oauthtoken", "apitoken", "csrftoken", "xsrftoken", "privatetoken",
        "authenticitytoken", "clonetoken", "requesttoken", "usertoken", "bottoken",
        "clientsecret", "appsecret", "apisecret", "consumersecret", "tokensecret", "sharedsecret",
        "password", "passwd", "pwd", "passcode", "passphrase", "sessionid", "sessid",
    ]

    private static let likelyEndings = ["secret", "apisig", "amzsignature", "oauthsignature", "apisignature"]

    /// A header field belongs to the protocol and not to the data, so its last word is enough.
    private static let headerEndings = ["secret", "token", "signature", "auth", "credential", "credentials"]
}
