import Foundation
import VerbatimHAR
import VerbatimJSON

extension NamedValueSearch {
    /// Adds the value of a query item or a field of a form: `?name=value`, after `&`, `;` and `#` as well, at
    /// the start of a text that is a form, and `user[name]=value`. Returns whether the name has a value that
    /// is secret.
    mutating func addQueryItem(
        _ name: Name, _ plain: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        let equals = skippingBrackets(name.range.upperBound)
        guard let unit = text.unit("=", at: equals) else { return false }
        let start = equals + unit.length
        if text.unit(ifAt: start)?.isQuote == true { return false }
        let isItem = name.before.map { "?&#;[".utf8.contains($0.byte) } ?? false
        guard isItem || name.range.lowerBound == 0 else { return false }
        // The length of a value in a value, `?key=?key=?key=`, is bounded, so that the cost is.
        let end = endOfItem(from: start, unit, limit: start < itemEnd ? start + 256 : Int.max)
        guard isItem || isEndOfForm(end) else { return false }
        itemEnd = max(itemEnd, end)
        // A script also has `&` and `;` before names: `a&&this.password=f(b)`.
        let isData = source == .answered && !rule.isGiven
        if isData, text.bytes[start..<end].contains(where: { "(){}[]|;".utf8.contains($0) }) { return false }
        let value = EscapedText.unescape(
            string(start..<end).decodingJSON.decodingEntities, like: string(of: unit, at: equals))
        return add(
            start..<end, of: plain, rule, value: PercentEncoding.decode(value, plusIsSpace: true),
            source: .sent)
    }

    /// `]`, `[]` and `[0]` after a name in brackets or with an index.
    private func skippingBrackets(_ start: Int) -> Int {
        var index = start
        for _ in 0..<8 {
            guard let unit = text.unit(ifAt: index) else { break }
            let isIndex = index > start && "0"..."9" ~= unit.byte
            guard isIndex || unit.byte == "[" || unit.byte == "]" else { break }
            index += unit.length
        }
        return index
    }

    /// Returns the end of a value after `=`. A delimiter that has more escapes than the `=` is part of it.
    private func endOfItem(from start: Int, _ equals: EscapedText.Unit, limit: Int) -> Int {
        let depth = text.bytes[max(0, start - equals.length)] == "%" ? equals.length : 1
        var end = start
        while end < limit, let unit = text.unit(ifAt: end) {
            let isInner = text.bytes[end] == "%" && unit.length > depth
            if !isInner, unit.byte.endsItem || beginsItem(at: end, unit) { break }
            end += unit.length
        }
        return end
    }

    /// Whether a `;` separates items: a name and `=` follow, or nothing that a value could contain.
    private func beginsItem(at index: Int, _ unit: EscapedText.Unit) -> Bool {
        guard unit.byte == ";" else { return false }
        let rest = text.bytes[(index + unit.length)...].prefix(64)
        let name = rest.prefix { $0.isNameCharacter }
        guard !name.isEmpty else { return rest.first?.endsItem ?? true }
        return name.endIndex < rest.endIndex && rest[name.endIndex] == "="
    }

    /// Whether a value that ends here ends an item of a form, and not a word of a sentence.
    private func isEndOfForm(_ index: Int) -> Bool {
        guard let unit = text.unit(ifAt: index) else { return true }
        return unit.byte == "&" || unit.byte == ";" || text.skippingSpace(index) == text.bytes.count
    }

    // MARK: Multipart bodies

    /// Adds the value of the part of a multipart body whose name follows: `name="token"`, `name=token`,
    /// `name='token'` and `name*=UTF-8''token`.
    mutating func addPart(after name: Name) {
        guard searched != line, line >= partEnd, isContentDisposition,
            let named = partName(after: name.range.upperBound),
            let rule = names.rule(of: Array(named.utf8), in: .query)
        else { return }
        searched = line
        guard let start = endOfHead(from: name.range.upperBound) else { return }
        let end = nextBoundary(from: start - 2)
        guard start < end else { return }
        partEnd = end
        _ = Array(named.utf8).withUnsafeBytes {
            add(start..<end, of: $0, rule, value: string(start..<end), source: .sent)
        }
    }

    /// Returns the index of the next line break before a boundary, or the end.
    private mutating func nextBoundary(from start: Int) -> Int {
        boundaries.indices.map { boundaries[$0].next(in: text.bytes, from: start) }.min() ?? text.bytes.count
    }

    /// Returns the end of the header fields of a part, or nil.
    private mutating func endOfHead(from start: Int) -> Int? {
        let ends = heads.indices.map { (heads[$0].next(in: text.bytes, from: start), heads[$0].needle.count) }
        return ends.min { $0.0 < $1.0 }.flatMap { $0.0 < text.bytes.count ? $0.0 + $0.1 : nil }
    }

    static let lineBreaks = [Array("\r\n".utf8), Array("\n".utf8)]

    /// Whether the line is in a `Content-Disposition` field, which may be folded.
    private var isContentDisposition: Bool {
        let field = "content-disposition:".utf8
        var start = line
        for _ in 0..<16 where start > 0 && text.bytes[start] <= 0x20 {
            let lineBreak = text.bytes[..<(start - 1)].suffix(1024).lastIndex { $0 == "\n" }
            start = lineBreak.map { $0 + 1 } ?? 0
        }
        return text.bytes[start...].prefix(field.count).elementsEqual(field) { $0.lowercased == $1 }
    }

    /// RFC 7578, section 4.2: https://www.rfc-editor.org/rfc/rfc7578#section-4.2
    private func partName(after end: Int) -> String? {
        var rest = text.bytes[end...].prefix(256)
        let isExtended = rest.first.map { $0 == "*" } ?? false
        rest = rest.dropFirst(isExtended ? 1 : 0).drop { $0 == " " }
        guard let equals = rest.popFirst(), equals == "=" else { return nil }
        rest = rest.drop { $0 == " " }
        let quote = rest.first.flatMap { EscapedText.Unit(byte: $0, length: 1).isQuote ? $0 : nil }
        let value = rest.dropFirst(quote == nil ? 0 : 1).prefix {
            quote == nil ? $0 > 0x20 && $0 != ";" : $0 != quote
        }
        let text = String(decoding: value, as: UTF8.self)
        // An extended value begins with a character set and a language: UTF-8'en'name.
        return isExtended ? PercentEncoding.decode(text.split(separator: "'").last ?? "") : text
    }

    // MARK: Header fields

    /// Adds the value of a header field: in a line of its own, as in the parts of a batch and in dumps of
    /// messages, and the credentials of `Authorization` anywhere.
    ///
    /// https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html#sec_BatchRequestsandResponses
    mutating func addField(_ name: Name, _ plain: UnsafeRawBufferPointer, _ rule: SecretNames.Rule) -> Bool {
        guard let colon = text.unit(":", at: name.range.upperBound) else { return false }
        let isLine = name.before.map { breaksLine($0, before: name.range.lowerBound) } ?? true
        let start = skippingBlanks(name.range.upperBound + colon.length)
        switch UsualNames.normalized(plain) {
        case "authorization", "proxyauthorization":
            let scheme = endOfWord(from: start)
            let credentials = skippingBlanks(scheme)
            let end = endOfWord(from: credentials)
            if credentials > scheme, credentials < end {
                guard CredentialShape(string(credentials..<end)).isPlausible else { return false }
                return addWord(credentials..<end, of: plain, rule)
            }
        case "cookie" where isLine: return addCookies(from: start, of: plain, rule)
        case "setcookie" where isLine: return addCookie(from: start, of: plain, rule).isSecret
        default: break
        }
        let end = endOfWord(from: start)
        let rest = skippingBlanks(end)
        let isWhole = text.unit(ifAt: rest).map { breaksLine($0, before: rest + $0.length) } ?? true
        guard isLine, isWhole, rule.isGiven || CredentialShape(string(start..<end)).looksLikeKey else {
            return false
        }
        return addWord(start..<end, of: plain, rule)
    }

    private mutating func addWord(
        _ range: Range<Int>, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        add(range, of: name, rule, value: string(range).decodingJSON)
    }

    private mutating func addCookies(
        from start: Int, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        var (next, isSecret) = (Optional(start), false)
        while let start = next {
            let cookie = addCookie(from: start, of: name, rule)
            isSecret = cookie.isSecret || isSecret
            next = text.unit(";", at: cookie.end).map { skippingBlanks(cookie.end + $0.length) }
        }
        return isSecret
    }

    private mutating func addCookie(
        from start: Int, of name: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> (isSecret: Bool, end: Int) {
        let end = endOfWord(from: start)
        var value = start
        while value < end, text.unit("=", at: value) == nil { value += text.unit(at: value).length }
        guard value < end else { return (false, end) }
        return (addWord((value + text.unit(at: value).length)..<end, of: name, rule), end)
    }

    private func endOfWord(from start: Int) -> Int {
        var end = start
        while let unit = text.unit(ifAt: end), unit.byte > 0x20, !"\"'<,;".utf8.contains(unit.byte) {
            end += unit.length
        }
        return end
    }

    private func skippingBlanks(_ start: Int) -> Int {
        text.bytes[start...].firstIndex { $0 != " " && $0 != "\t" } ?? text.bytes.count
    }

    /// Whether a character ends a line, as it is or as `\r` or `\n` in a string.
    private func breaksLine(_ unit: EscapedText.Unit, before end: Int) -> Bool {
        if unit.length == 1 { return unit.byte == "\n" || unit.byte == "\r" }
        return unit.byte == " " && (text.bytes[end - 1] == "n" || text.bytes[end - 1] == "r")
    }

    // MARK: URLs

    /// Adds the user and password of a URL, `https://user:password@host`.
    mutating func addUserInfo(after colon: Int) {
        guard let slash = text.unit("/", at: colon),
            let second = text.unit("/", at: colon + slash.length), !names.isExcepted("userinfo".utf8)
        else { return }
        let start = colon + slash.length + second.length
        var end = start
        var password: (before: Int, start: Int)?
        while end - start < 1024, let unit = text.unit(ifAt: end) {
            if unit.byte == "/" || unit.byte == "?" || unit.byte == "@" || unit.byte.endsItem { break }
            if unit.byte == ":", password == nil { password = (end, end + unit.length) }
            end += unit.length
        }
        guard text.unit("@", at: end) != nil else { return }
        guard let password else {
            if CredentialShape(string(start..<end)).looksIssued { addCredential(start..<end, "userinfo") }
            return
        }
        addCredential(start..<password.before, "userinfo")
        addCredential(password.start..<end, "password")
    }

    private mutating func addCredential(_ range: Range<Int>, _ name: String) {
        let value = PercentEncoding.decode(string(range).decodingJSON)
        Array(name.utf8).withUnsafeBytes {
            _ = add(range, of: $0, .usual(.certain), value: value, source: .sent)
        }
        index = max(index, range.upperBound)
    }
}

extension UInt8 {
    fileprivate var endsItem: Bool {
        switch self {
        case 0...0x20, "&", "#", "\"", "'", "<", ">", "\\", ")": true
        default: false
        }
    }
}
