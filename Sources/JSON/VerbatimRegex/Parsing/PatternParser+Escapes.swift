/// Escapes. https://tc39.es/ecma262/#sec-atomescape
extension PatternParser {
    /// Parses an escape outside a class whose backslash was read.
    mutating func atomEscape(at start: Int) throws(PatternError) -> PatternSyntax {
        if !isLegacy || !groups.numberByName.isEmpty, consume("k") {
            guard consume("<") else { throw PatternError(reason: .badGroupName, offset: start) }
            let name = try PatternGroups.name(in: scalars, from: &index)
            guard let group = groups.numberByName[name] else {
                throw PatternError(reason: .undefinedGroup(name), offset: start)
            }
            return .backreference(group)
        }
        let afterBackslash = index
        if let next = peek, ("1"..."9").contains(next), let group = decimal() {
            if group <= groups.count { return .backreference(group) }
            guard isLegacy else {
                throw PatternError(reason: .undefinedGroup(String(group)), offset: start)
            }
            index = afterBackslash
        }
        return .scalar(folded(ScalarSet(try escape(at: start, inClass: false).ranges)))
    }

    /// An element of a class, or the value of an escape.
    enum ClassAtom {
        case scalar(UInt32)
        case set(ScalarSet)
    }

    /// Parses an escape whose backslash was read.
    mutating func escape(at start: Int, inClass: Bool) throws(PatternError) -> ClassAtom {
        guard let next = advance() else { throw PatternError(reason: .trailingBackslash, offset: start) }
        if isLegacy, let atom = legacyEscape(of: next) { return atom }
        switch next {
        case "d": return .set(PatternParser.digits)
        case "D": return .set(PatternParser.digits.inverted)
        case "s": return .set(PatternParser.spaces)
        case "S": return .set(PatternParser.spaces.inverted)
        case "w": return .set(PatternParser.wordCharacters)
        case "W": return .set(PatternParser.wordCharacters.inverted)
        case "p": return .set(try property(at: start))
        case "P": return .set(try property(at: start).inverted)
        case "t": return .scalar(0x09)
        case "n": return .scalar(0x0A)
        case "v": return .scalar(0x0B)
        case "f": return .scalar(0x0C)
        case "r": return .scalar(0x0D)
        case "b" where inClass: return .scalar(0x08)
        case "-" where inClass: return .scalar(0x2D)
        case "0" where peek.flatMap({ PatternParser.digit($0, radix: 10) }) == nil: return .scalar(0)
        case "c": return .scalar(try control(at: start))
        case "x": return .scalar(try hexadecimal(digits: 2, at: start))
        case "u": return .scalar(try codePoint(at: start))
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
            return .scalar(next.value)
        default:
            if isLegacy { return .scalar(next.value) }
            throw PatternError(reason: .unknownEscape("\\\(next)"), offset: start)
        }
    }

    /// Parses the rest of an escape that Annex B reads otherwise, or returns nil.
    ///
    /// An escape that is incomplete means the letter itself, and a number that is no group an octal one.
    private mutating func legacyEscape(of letter: Unicode.Scalar) -> ClassAtom? {
        switch letter {
        case "0"..."7":
            index -= 1
            var value: UInt32 = 0
            while value < 32, let digit = peek.flatMap({ PatternParser.digit($0, radix: 8) }) {
                value = value * 8 + digit
                index += 1
            }
            return .scalar(value)
        case "c", "x", "u", "p", "P":
            var ahead = withUnicodeFlag
            ahead.index -= 1
            guard (try? ahead.escape(at: ahead.index, inClass: false)) == nil else { return nil }
            // A backslash before an incomplete control escape means itself.
            guard letter == "c" else { return .scalar(letter.value) }
            index -= 1
            return .scalar(0x5C)
        default: return nil
        }
    }

    private mutating func control(at start: Int) throws(PatternError) -> UInt32 {
        guard let letter = advance(), ("a"..."z").contains(letter) || ("A"..."Z").contains(letter) else {
            throw PatternError(reason: .unknownEscape("\\c"), offset: start)
        }
        return letter.value % 32
    }

    private mutating func hexadecimal(digits: Int, at start: Int) throws(PatternError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = advance().flatMap({ PatternParser.digit($0, radix: 16) }) else {
                throw PatternError(reason: .badCodePoint, offset: start)
            }
            value = value * 16 + digit
        }
        return value
    }

    /// Parses the rest of `\uHHHH`, of a surrogate pair of two of them, or of `\u{H...}`.
    private mutating func codePoint(at start: Int) throws(PatternError) -> UInt32 {
        guard consume("{") else {
            let unit = try hexadecimal(digits: 4, at: start)
            return (0xD800...0xDBFF).contains(unit) ? trailing(after: unit) : unit
        }
        var value: UInt32?
        while let digit = peek.flatMap({ PatternParser.digit($0, radix: 16) }) {
            value = (value ?? 0) * 16 + digit
            guard let value, value <= 0x10FFFF else { break }
            index += 1
        }
        guard let value, consume("}") else { throw PatternError(reason: .badCodePoint, offset: start) }
        return value
    }

    /// Returns the code point of a pair, or the leading surrogate if it is alone; that matches nothing.
    private mutating func trailing(after leading: UInt32) -> UInt32 {
        var ahead = self
        guard ahead.consume("\\u"), let unit = try? ahead.hexadecimal(digits: 4, at: index),
            (0xDC00...0xDFFF).contains(unit)
        else { return leading }
        self = ahead
        return 0x10000 + (leading - 0xD800) << 10 + (unit - 0xDC00)
    }

    /// Parses `{name}` or `{name=value}` after `\p`.
    private mutating func property(at start: Int) throws(PatternError) -> ScalarSet {
        var text = ""
        guard consume("{") else { throw PatternError(reason: .unknownProperty(""), offset: start) }
        while let next = advance(), next != "}" {
            text.unicodeScalars.append(next)
        }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let set = UnicodeProperty.scalars(parts[0], parts.count == 2 ? parts[1] : nil) else {
            throw PatternError(reason: .unknownProperty(text), offset: start)
        }
        return set
    }
}
