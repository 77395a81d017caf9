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
            guard isLegacy else { throw PatternError(reason: .undefinedGroup(String(group)), offset: start) }
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
        while let next = advance(), next != "}" { text.unicodeScalars.append(next) }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let set = UnicodeProperty.scalars(parts[0], parts.count == 2 ? parts[1] : nil) else {
            throw PatternError(reason: .unknownProperty(text), offset: start)
        }
        return set
    }

    // MARK: Classes

    static let digits = ScalarSet([0x30...0x39])
    /// The word characters without the `i` flag. https://tc39.es/ecma262/#sec-wordcharacters
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineTerminators = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    static let dot = lineTerminators.inverted
    /// WhiteSpace and LineTerminator: https://tc39.es/ecma262/#prod-WhiteSpace with every Space_Separator.
    static let spaces = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// Parses the rest of a class whose opening bracket was read.
    mutating func characterClass(at start: Int) throws(PatternError) -> ScalarSet {
        let negated = consume("^")
        var ranges: [ClosedRange<UInt32>] = []
        var limit = 4_096
        while !consume("]") {
            if ranges.count > limit {
                // A property has hundreds of ranges, and may be repeated.
                ranges = ScalarSet(ranges).ranges
                limit = 2 * ranges.count + 4_096
            }
            let atomStart = index
            try refusePOSIXClass(at: atomStart)
            let first = try classAtom(of: start)
            guard consume("-") else {
                ranges += first.ranges
                continue
            }
            if peek == "]" {
                ranges += first.ranges + [0x2D...0x2D]
                continue
            }
            let last = try classAtom(of: start)
            if isLegacy, first.isSet || last.isSet {
                ranges += first.ranges + [0x2D...0x2D] + last.ranges
            } else {
                ranges.append(try range(first, last, at: atomStart))
            }
        }
        let set = folded(ScalarSet(ranges))
        return negated ? set.inverted : set
    }

    /// Throws if `[:alpha:]` or the like follows in a legacy pattern.
    private func refusePOSIXClass(at start: Int) throws(PatternError) {
        var ahead = self
        guard isLegacy, ahead.consume("[:") else { return }
        while let next = ahead.advance(), next.properties.isAlphabetic {}
        ahead.index -= 1
        if ahead.consume(":]") { throw PatternError(reason: .posixClass, offset: start) }
    }

    private func range(
        _ low: ClassAtom, _ high: ClassAtom, at start: Int
    ) throws(PatternError) -> ClosedRange<UInt32> {
        guard case .scalar(let low) = low, case .scalar(let high) = high else {
            throw PatternError(reason: .classInRange, offset: start)
        }
        guard low <= high else { throw PatternError(reason: .reversedRange, offset: start) }
        return low...high
    }

    private mutating func classAtom(of start: Int) throws(PatternError) -> ClassAtom {
        let atomStart = index
        guard let next = advance() else { throw PatternError(reason: .unclosedClass, offset: start) }
        return next == "\\" ? try escape(at: atomStart, inClass: true) : .scalar(next.value)
    }
}

extension PatternParser.ClassAtom {
    var isSet: Bool { if case .set = self { true } else { false } }

    var ranges: [ClosedRange<UInt32>] {
        switch self {
        case .scalar(let value): [value...value]
        case .set(let set): set.ranges
        }
    }
}
