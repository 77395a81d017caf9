import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// The form of a path segment that identifies a thing, so that one sample shows that it is a parameter.
enum IdentifierForm: String, CaseIterable {
    /// A secret that was made harmless: `bot<redacted>`, `REDACTED-token-1`, `***`.
    case redacted = "redacted value"
    case uuid = "UUID"
    case number
    case ulid = "ULID"
    case date
    case hash
    case email = "email address"
    /// The name of a host: `shop.example.com`.
    case domain = "domain name"
    /// The key of an issue: `ABC-123`.
    case issue = "issue key"
    /// Two currencies, of which one has a price in the other: `btcusd`, `ETH-EUR`.
    case currencies = "pair of currencies"
    /// A region of a cloud: `eu-west-1`.
    case region = "cloud region"
    /// A version of three numbers or more, below a collection: `/releases/v1.2.0`.
    case version
    /// A branch that most repositories have, below a collection: `/branches/main`.
    case branch = "name of a branch"
    /// A language, with three letters or a country: `eng`, `pt-BR`.
    case language
    /// A text with characters that no name in a path has: `hello%20world`.
    case encoded = "encoded text"
    /// Letters and digits that form no words: `00u1cagurdhtxqBdf4x7`, `Test_Delete_1686139559`.
    case token
    /// Braces, which a path of a contract cannot contain except around the name of a parameter.
    case placeholder

    /// The form of a percent-encoded segment; nil for words, versions and file names.
    ///
    /// - Parameter isCollection: Whether the segment before it is a plural, so that a number after a hyphen
    ///   (`user-022`), capitals (`API_KEY`) and a few letters and digits (`4b1tfm`) are enough.
    init?(_ segment: String, inCollection isCollection: Bool = false) {
        if segment.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
            self = .placeholder
            return
        }
        let text = Array(PercentEncoding.decode(segment[...]).utf8)
        if Self.isRedacted(text) {
            self = .redacted
            return
        }
        guard text.count <= 1024 else { return nil }
        if Self.isVersion(text) {
            guard
                isCollection && text.count(where: { $0 == UInt8(ascii: ".") }) > 1
                    || Format.ipv4.accepts(segment)
            else { return nil }
            self = .version
            return
        }
        let mayBeIdentifier =
            text.count == 36
            || text.contains { $0.isDigit || "@.".utf8.contains($0) || Self.isForeign($0) }
        let known = mayBeIdentifier ? Self.allCases.first { $0.describes(text) } : nil
        let form = known ?? Self.form(ofWord: text, inCollection: isCollection)
        guard let form else { return nil }
        self = form
    }

    /// The form of a text that may consist of letters only.
    private static func form(ofWord text: [UInt8], inCollection isCollection: Bool) -> IdentifierForm? {
        if isMixed(text) { return .token }
        if isLanguage(text) { return .language }
        if areCurrencies(text) { return .currencies }
        guard isCollection else { return nil }
        return branches.contains(String(decoding: text, as: UTF8.self))
            ? .branch : isCode(text) || isPackageName(text) ? .token : nil
    }

    private func describes(_ text: [UInt8]) -> Bool {
        switch self {
        case .uuid: Self.isUUID(text)
        case .number: Self.isNumber(text)
        case .ulid: text.count == 26 && text.allSatisfy(\.isBase32) && text[0] <= UInt8(ascii: "7")
        case .date: Self.isDate(text)
        case .hash: Self.isHash(text)
        case .email: Self.isEmail(text)
        case .domain: Self.isDomain(text)
        case .issue: Self.isIssueKey(text)
        case .region: Self.isRegion(text)
        case .encoded: text.contains(where: Self.isForeign)
        case .token: text.contains(where: \.isDigit) && !Self.isFileName(text) && Self.isToken(text)
        case .placeholder, .redacted, .branch, .language, .version, .currencies: false
        }
    }

    /// A number of segments of this form, in words.
    func count(_ count: Int) -> String {
        switch self {
        case .hash: .count(count, rawValue, plural: "hashes")
        case .encoded: .count(count, rawValue, plural: "encoded texts")
        case .email: .count(count, rawValue, plural: "email addresses")
        case .branch: .count(count, rawValue, plural: "names of branches")
        case .currencies: .count(count, rawValue, plural: "pairs of currencies")
        default: .count(count, rawValue)
        }
    }

    /// Whether a text has the name of a variable in capitals for an identifier: `SHOP_ID`.
    static func isVariable(_ text: String) -> Bool {
        ["_ID", "_UUID", "_SLUG"].contains(where: text.hasSuffix)
            && text.utf8.allSatisfy { $0 == 0x5f || $0.isDigit || $0 &- 0x41 < 26 }
    }

    /// Whether the text is a variable or in angle brackets, begins with `YOUR_`, or contains three stars or a
    /// word that replaces a secret, in capitals or in brackets.
    private static func isRedacted(_ text: [UInt8]) -> Bool {
        guard text.count <= 1024, text.contains(where: "*<[(RYDG".utf8.contains) else { return false }
        let text = String(decoding: text, as: UTF8.self)
        if text.contains("***") || text.hasPrefix("<") && text.hasSuffix(">") || text.hasPrefix("YOUR_")
            || isVariable(text)
        {
            return true
        }
        let marks = [
            "REDACTED", "<redacted", "[redacted", "(redacted", "*redacted", "<Redacted", "[Redacted",
        ]
        return marks.contains { mark in
            text.firstRange(of: mark).map { range in
                text[range.upperBound...].first.map { !$0.isLetter } ?? true
            } ?? false
        }
    }

    /// Whether the text is a version: `v1`, `v2beta1`, `2.0`.
    static func isVersion(_ text: [UInt8]) -> Bool {
        let hasPrefix = text.first.map { $0 | 0x20 } == UInt8(ascii: "v")
        let digits = text.dropFirst(hasPrefix ? 1 : 0)
        let number = digits.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        guard number.first?.isDigit == true, number.last?.isDigit == true else { return false }
        let stage = digits.dropFirst(number.count)
        if hasPrefix { return stage.isEmpty || stage.first?.isLetter == true && stage.count <= 8 }
        return stage.isEmpty && number.contains(UInt8(ascii: "."))
    }

    /// Whether the text is an integer, or several numbers with semicolons or commas between: `7;12`.
    private static func isNumber(_ text: [UInt8]) -> Bool {
        let numbers = text.split(omittingEmptySubsequences: false) { ";,".utf8.contains($0) }
        return numbers.allSatisfy { number in
            let digits = number.drop { $0 == UInt8(ascii: "-") }
            let isInteger = digits.allSatisfy(\.isDigit) && !digits.isEmpty
            return number.count - digits.count < 2 && (isInteger || numbers.count > 1 && isDecimal(number))
        }
    }

    /// Whether the text is a number with a fraction: `-1.77`.
    static func isDecimal(_ text: some Sequence<UInt8>) -> Bool {
        let parts = text.drop { $0 == UInt8(ascii: "-") }
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    }

    /// Whether the text is the codes of two currencies, perhaps with a separator between.
    private static func areCurrencies(_ text: [UInt8]) -> Bool {
        guard 6...9 ~= text.count else { return false }
        let code = String(decoding: text, as: UTF8.self).uppercased()
        let parts = code.split { "-_".contains($0) }
        guard parts.count == 1 else { return parts.count == 2 && parts.allSatisfy(isCurrency) }
        return (3...4).contains { isCurrency(code.prefix($0)) && isCurrency(code.dropFirst($0)) }
    }

    static func isCurrency(_ code: Substring) -> Bool { currencyCodes.contains(String(code)) }

    /// The currencies, on paper or not, that others are most often traded for.
    ///
    /// https://www.iso.org/iso-4217-currency-codes.html
    private static let currencyCodes: Set = [
        "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "CNY", "KRW", "BRL", "INR", "MXN", "RUB",
        "SEK", "NOK", "DKK", "PLN", "TRY", "ZAR", "SGD", "HKD", "BTC", "XBT", "ETH", "LTC", "XRP", "BCH",
        "USDT", "USDC", "DAI", "BNB", "ADA", "SOL", "DOGE", "DOT", "XMR", "EOS", "XLM", "TRX", "DASH", "ETC",
    ]

    private static func isUUID(_ text: [UInt8]) -> Bool {
        text.count == 36
            && text.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
            }
    }

    /// Whether the text is a month, or begins with `2026-11-21`, and with a time after it if there is more.
    private static func isDate(_ text: [UInt8]) -> Bool {
        let isDay =
            text.count >= 10
            && text.prefix(10).enumerated().allSatisfy { index, byte in
                [4, 7].contains(index) ? byte == UInt8(ascii: "-") : byte.isDigit
            }
        return isDay ? text.count == 10 || text[10] == UInt8(ascii: "T") : isMonth(text)
    }

    /// Whether the text is a month of this century: `2026-11`.
    private static func isMonth(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [4, 2] && text.starts(with: "20".utf8)
            && parts.allSatisfy { $0.allSatisfy(\.isDigit) } && parts[1].lexicographicallyPrecedes("13".utf8)
    }

    /// Whether there are hexadecimal digits only, of both kinds: 8 or more, or 16 with hyphens between them.
    private static func isHash(_ text: [UInt8]) -> Bool {
        let isPlain = text.allSatisfy(\.isHexDigit)
        guard isPlain || text.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: "-") }) else {
            return false
        }
        return isPlain
            ? text.count >= 8 && text.contains { $0.isLetter }
            : text.count >= 16 && text.first?.isHexDigit == true
    }

    /// Whether capital letters and a number follow each other, with a hyphen between: not the name of a
    /// standard.
    private static func isIssueKey(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 2, 2...10 ~= parts[0].count, 1...7 ~= parts[1].count,
            parts[0].allSatisfy({ $0 &- 0x41 < 26 }), parts[1].allSatisfy(\.isDigit)
        else { return false }
        return !standards.contains(String(decoding: parts[0], as: UTF8.self))
    }

    /// Whether there are two letters, one or two words and a digit, with hyphens between, and perhaps the
    /// letter of a zone.
    private static func isRegion(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard 3...4 ~= parts.count, parts[0].count == 2, let last = parts.last, 1...2 ~= last.count,
            last.first?.isDigit == true, last.dropFirst().allSatisfy(\.isLetter)
        else { return false }
        return parts.dropLast().allSatisfy { $0.count > 1 && $0.allSatisfy { $0 &- 0x61 < 26 } }
    }

    /// Whether a byte is neither a letter, nor a digit, nor punctuation that paths have without an escape.
    private static func isForeign(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x7f || "\"#%/<>?[\\]^`|".utf8.contains(byte)
    }

    private static let standards: Set = [
        "UTF", "ISO", "SHA", "RFC", "MD", "AES", "COVID", "IEC", "EN", "DIN",
    ]

    /// Whether the text is the code of a language that is no word, or one of a language and a country.
    ///
    /// https://www.loc.gov/standards/iso639-2/php/code_list.php
    private static func isLanguage(_ text: [UInt8]) -> Bool {
        if text.count == 3 { return languages.contains(String(decoding: text, as: UTF8.self)) }
        return text.count == 5 && text[2] == UInt8(ascii: "-") && text[..<2].allSatisfy { $0 &- 0x61 < 26 }
            && text[3...].allSatisfy { $0 &- 0x41 < 26 }
    }

    /// Whether the text is the code of a language with two letters, as only the segments beside it show.
    ///
    /// https://www.iso.org/iso-639-language-code
    static func isLanguageCode(_ text: String) -> Bool { languageCodes.contains(text) }

    private static let languageCodes: Set = [
        "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu",
        "id", "is", "it", "ja", "ko", "lt", "lv", "ms", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr",
        "sv", "th", "tr", "uk", "vi", "zh",
    ]

    private static let languages: Set = [
        "eng", "fra", "fre", "deu", "ger", "spa", "ita", "por", "nld", "dut", "swe", "dan", "nor", "fin",
        "pol", "ces", "cze", "slk", "slv", "hrv", "srp", "bul", "ron", "rum", "hun", "ell", "gre", "tur",
        "rus", "ukr", "heb", "ara", "hin", "tha", "vie", "zho", "chi", "jpn", "kor",
    ]

    private static let branches: Set = ["main", "master", "develop", "trunk", "HEAD"]

    private static func isEmail(_ text: [UInt8]) -> Bool {
        guard let at = text.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
        return text[at...].dropFirst(2).contains(UInt8(ascii: "."))
    }

    /// Whether letters, digits, hyphens and underscores between dots end in a usual top-level domain, perhaps
    /// with the dot of the root after it.
    private static func isDomain(_ text: [UInt8]) -> Bool {
        let isAbsolute = text.last == UInt8(ascii: ".")
        let labels = text.dropLast(isAbsolute ? 1 : 0)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last,
            topLevelDomains.contains(String(decoding: last, as: UTF8.self))
        else { return false }
        return labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ text: ArraySlice<UInt8>) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    }

    /// Whether the text is the name of an app, as its developer's domain is reversed in it:
    /// `com.example.shop`.
    private static func isPackageName(_ text: [UInt8]) -> Bool {
        let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count > 2
            && ["com", "org", "net", "io", "dev", "app"].contains(String(decoding: labels[0], as: UTF8.self))
            && labels.allSatisfy(isLabel)
    }

    private static let topLevelDomains: Set = [
        "com", "net", "org", "edu", "gov", "io", "dev", "app", "co", "test", "example", "invalid", "info",
        "biz", "xyz", "online", "site", "tech", "local", "arpa", "de", "uk", "fr", "nl", "eu", "ch", "at",
        "be", "se", "dk", "fi", "no", "it", "es", "pt", "cz", "ru", "us", "ca", "au", "nz", "jp", "cn", "br",
    ]

    /// Whether the text ends in an extension: a dot, a letter, and up to four letters or digits.
    private static func isFileName(_ text: [UInt8]) -> Bool {
        guard let dot = text.lastIndex(of: UInt8(ascii: ".")) else { return false }
        let name = text[dot...].dropFirst()
        return name.count <= 5 && name.first?.isLetter == true
    }

    private static func isToken(_ text: [UInt8]) -> Bool {
        if isCapitalCode(text) { return true }
        let parts = text.split { !$0.isDigit && !$0.isLetter }
        // No word is made of numbers with hyphens between, of which the last may end in a check digit:
        // `4005-1253`, `0000-0002-1694-233X`.
        let digits = text.dropLast(text.last == UInt8(ascii: "X") ? 1 : 0)
        if parts.count > 1, digits.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) { return true }
        if parts.contains(where: isPartOfToken) { return true }
        let changes = parts.reduce(0) { count, part in
            count + zip(part, part.dropFirst()).count { $0.isDigit && $1.isLetter }
        }
        if text.count >= 8, changes > 1 { return true }
        // Words of several letters each, with a number after them, are the name of a function.
        let capitals = text.count { $0.isLetter && $0 & 0x20 == 0 }
        let isName = changes == 0 && parts.count == 1 && capitals * 4 <= text.count
        return text.count >= 16 && capitals > 0 && !isName && text.contains { $0.isLetter && $0 & 0x20 != 0 }
    }

    /// Whether there are up to six capital letters, as in `GOOGL` and `TXT`, perhaps after the sign of an
    /// index (`_SPX`), that are not the name of what an API is.
    static func isSymbol(_ text: String) -> Bool {
        let isIndex = text.utf8.count > 2 && text.utf8.first.map { "_^".utf8.contains($0) } == true
        return 1...6 ~= text.utf8.count && text.utf8.dropFirst(isIndex ? 1 : 0).allSatisfy { $0 &- 0x41 < 26 }
            && !standards.contains(text) && !interfaces.contains(text)
    }

    private static let interfaces: Set = ["API", "REST", "JSON", "XML", "RPC", "SOAP", "WS", "SMS", "ME"]

    /// Whether there are twelve letters or more, and never three small ones in a row, as words in camel case
    /// have them: `ujDyIULYrzUsjAlD`.
    private static func isMixed(_ text: [UInt8]) -> Bool {
        guard text.count >= 12, text.allSatisfy(\.isLetter) else { return false }
        let small = text.split { $0 & 0x20 == 0 }
        return small.count > 2 && small.allSatisfy { $0.count < 3 }
    }

    /// Whether there are two digits or more after the last hyphen, capital letters with underscores, five to
    /// seven letters and digits that alternate twice (`4b1tfm`), or ten and more that begin with a digit.
    private static func isCode(_ text: [UInt8]) -> Bool {
        let parts = text.split { !$0.isDigit && !$0.isLetter }
        if parts.count > 1, let last = parts.last, last.count > 1, last.allSatisfy(\.isDigit) { return true }
        let underscore = UInt8(ascii: "_")
        if parts.count > 1, text.allSatisfy({ $0.isDigit || $0 &- 0x41 < 26 || $0 == underscore }) {
            return true
        }
        let changes = zip(text, text.dropFirst()).count { $0.isDigit && $1.isLetter }
        guard parts.count == 1 else { return false }
        let small = text.count { $0 &- 0x61 < 26 }
        // No word begins with a digit and has capital letters within.
        let isRandom = text.count >= 10 && text[0].isDigit && 1..<text.count(where: \.isLetter) ~= small
        return isRandom || 5...7 ~= text.count && changes > 1
    }

    /// Whether there are seven or more capital letters and digits, as in `PABC123`, that are not the name of
    /// a standard.
    private static func isCapitalCode(_ text: [UInt8]) -> Bool {
        let digits = text.count(where: \.isDigit)
        return text.count >= 7 && digits >= 2 && digits < text.count
            && text.allSatisfy { $0.isDigit || $0 &- 0x41 < 26 }
            && !standards.contains(String(decoding: text.prefix { !$0.isDigit }, as: UTF8.self))
    }

    /// Whether a part has six digits in a row, or is a hash.
    private static func isPartOfToken(_ part: ArraySlice<UInt8>) -> Bool {
        part.split { !$0.isDigit }.contains { $0.count > 5 }
            || part.contains(where: \.isDigit) && isHash(Array(part))
    }
}

extension UInt8 {
    /// Whether the byte is a digit of a ULID: https://github.com/ulid/spec#encoding
    fileprivate var isBase32: Bool {
        isDigit || isLetter && ![0x69, 0x6c, 0x6f, 0x75].contains(self | 0x20)
    }
}
