import Foundation
import VerbatimHAR
import VerbatimJSON

extension NamedValueSearch {
    /// Adds the value of a query item or a field of a form: `?name=value`, after `&`, `;` and `#` as well, at
    /// the start of a text that is a form, and `user[name]=value`.
    ///
    /// - Returns: Whether the name has a value that is secret.
    mutating func addQueryItem(
        _ name: Name, _ plain: UnsafeRawBufferPointer, _ rule: SecretNames.Rule
    ) -> Bool {
        let equals = skippingBrackets(name.range.upperBound)
        guard let unit = text.unit(ifAt: equals), unit.byte == UInt8(ascii: "=") else { return false }
        let start = equals + unit.length
        if text.unit(ifAt: start)?.isQuote == true { return false }
        let isItem = name.before?.byte.beginsItem ?? false
        guard isItem || name.range.lowerBound == 0 else { return false }
        // The length of a value in a value, `?key=?key=?key=`, is bounded, so that the cost is.
        let end = endOfItem(from: start, unit, limit: start < itemEnd ? start + 256 : Int.max)
        guard isItem || isEndOfItem(end) else { return false }
        itemEnd = max(itemEnd, end)
        // A script also has `&` and `;` before names: `a&&this.password=f(b)`.
        if source == .answered, !rule.isGiven, text.bytes[start..<end].contains(where: { $0.isScript }) {
            return false
        }
        let value = EscapedText.unescape(
            string(start..<end).decodingJSON.decodingEntities, like: string(of: unit, at: equals))
        guard
            add(
                start..<end, of: plain, rule, value: PercentEncoding.decode(value, plusIsSpace: true),
                source: .sent)
        else { return false }
        index = max(index, end)
        return true
    }

    /// `]`, `[]` and `[0]` after a name in brackets or with an index.
    private func skippingBrackets(_ start: Int) -> Int {
        var index = start
        for _ in 0..<8 {
            guard let unit = text.unit(ifAt: index) else { break }
            let isIndex = index > start && unit.byte.isDigit
            guard isIndex || unit.byte == UInt8(ascii: "[") || unit.byte == UInt8(ascii: "]") else { break }
            index += unit.length
        }
        return index
    }

    /// Returns the end of a value after `=`. A delimiter that has more escapes than the `=` is part of it.
    private func endOfItem(from start: Int, _ equals: EscapedText.Unit, limit: Int) -> Int {
        let depth = text.bytes[max(0, start - equals.length)] == UInt8(ascii: "%") ? equals.length : 1
        var end = start
        while end < limit, let unit = text.unit(ifAt: end) {
            let isInner = text.bytes[end] == UInt8(ascii: "%") && unit.length > depth
            if !isInner, unit.byte.endsItem || beginsItem(at: end, unit) { break }
            end += unit.length
        }
        return end
    }

    /// Whether a `;` separates items: a name and `=` follow, or nothing that a value could contain.
    private func beginsItem(at index: Int, _ unit: EscapedText.Unit) -> Bool {
        guard unit.byte == UInt8(ascii: ";") else { return false }
        let rest = text.bytes[(index + unit.length)...].prefix(64)
        let name = rest.prefix { $0.isNameCharacter }
        guard !name.isEmpty else { return rest.first.map { $0.endsItem } ?? true }
        return name.endIndex < rest.endIndex && rest[name.endIndex] == UInt8(ascii: "=")
    }

    /// Whether a value that ends here ends an item of a form, and not a word of a sentence.
    private func isEndOfItem(_ index: Int) -> Bool {
        guard let unit = text.unit(ifAt: index) else { return true }
        let rest = text.skippingSpace(index)
        return unit.byte == UInt8(ascii: "&") || unit.byte == UInt8(ascii: ";") || rest == text.bytes.count
    }
}

// MARK: - Multipart bodies

extension NamedValueSearch {
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
        let isSecret = Array(named.utf8).withUnsafeBytes {
            add(start..<end, of: $0, rule, value: string(start..<end), source: .sent)
        }
        if isSecret { index = max(index, end) }
    }

    /// Returns the index of the next line break before a boundary, or the end.
    private mutating func nextBoundary(from start: Int) -> Int {
        if boundary < start {
            let found = NamedValueSearch.lineBreaks.compactMap {
                ByteSearch.first($0 + Array("--".utf8), in: text.bytes, from: start)
            }
            boundary = found.min() ?? text.bytes.count
        }
        return boundary
    }

    /// Returns the end of the header fields of a part, or nil.
    private func endOfHead(from start: Int) -> Int? {
        let head = UnsafeRawBufferPointer(rebasing: text.bytes[..<min(text.bytes.count, start + 4096)])
        return NamedValueSearch.lineBreaks.lazy.compactMap { lineBreak in
            ByteSearch.first(lineBreak + lineBreak, in: head, from: start).map { $0 + 2 * lineBreak.count }
        }.first
    }

    private static let lineBreaks = [Array("\r\n".utf8), Array("\n".utf8)]

    /// Whether the line is a `Content-Disposition` field.
    private var isContentDisposition: Bool {
        let field = "content-disposition:".utf8
        return text.bytes[line...].prefix(field.count).elementsEqual(field) { $0.lowercased == $1 }
    }

    /// RFC 7578, section 4.2: https://www.rfc-editor.org/rfc/rfc7578#section-4.2
    private func partName(after end: Int) -> String? {
        var rest = text.bytes[end...].prefix(256)
        let isExtended = rest.first == UInt8(ascii: "*")
        if isExtended { rest = rest.dropFirst() }
        rest = rest.drop { $0 == UInt8(ascii: " ") }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 == UInt8(ascii: " ") }
        let quote = rest.first.flatMap { EscapedText.Unit(byte: $0, length: 1).isQuote ? $0 : nil }
        let value = (quote == nil ? rest : rest.dropFirst()).prefix {
            quote == nil ? $0 > 0x20 && $0 != UInt8(ascii: ";") : $0 != quote
        }
        let text = String(decoding: value, as: UTF8.self)
        // An extended value begins with a character set and a language: UTF-8'en'name.
        return isExtended ? PercentEncoding.decode(text.split(separator: "'").last ?? "") : text
    }
}

// MARK: - URLs

extension NamedValueSearch {
    /// Adds the user and password of a URL, `https://user:password@host`.
    mutating func addUserInfo(after colon: Int) {
        guard !names.isExcepted("userinfo".utf8) else { return }
        var start = colon
        for _ in 0..<2 {
            guard let slash = text.unit(ifAt: start), slash.byte == UInt8(ascii: "/") else { return }
            start += slash.length
        }
        var end = start
        var password: (before: Int, start: Int)?
        while end - start < 1024, let unit = text.unit(ifAt: end), !unit.byte.endsAuthority {
            if unit.byte == UInt8(ascii: "@") { break }
            if unit.byte == UInt8(ascii: ":"), password == nil { password = (end, end + unit.length) }
            end += unit.length
        }
        guard text.unit(ifAt: end)?.byte == UInt8(ascii: "@") else { return }
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
    fileprivate var beginsItem: Bool { "?&#;[".utf8.contains(self) }

    fileprivate var endsItem: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: ")"):
            true
        default: self <= 0x20
        }
    }

    fileprivate var isScript: Bool { "(){}[]|;".utf8.contains(self) }

    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || endsItem
    }
}
