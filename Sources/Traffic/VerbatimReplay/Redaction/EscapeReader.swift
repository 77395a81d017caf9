/// Reads each character of a text in every way in which it can be written.
///
/// A unit means itself. It can also begin an escape of a URL, a form, JSON, JavaScript, a C-like language,
/// XML, HTML or quoted-printable text, and the characters of an escape can be escaped again: `%252F`,
/// `&amp;#47;`, `\\u002f` and `\/` all mean a slash. Writers mix and nest escapes, and choose the
/// characters to escape. So no format is assumed, and a reader gets every meaning.
struct EscapeReader<Units: TextUnits> {
    let units: Units

    /// The number of escapes within one another that are read.
    private static var nesting: Int { 4 }

    /// Passes on every character that begins at an index, as a scalar or a byte, with the index after it.
    func forEachCharacter(at start: Int, _ body: (_ character: UInt32, _ end: Int) -> Void) {
        forEachCharacter(from: start, body)
        if let end = softBreak(at: start) { forEachCharacter(from: end, body) }
    }

    /// Returns the first meaning at an index that satisfies a condition, with the index after it, or nil.
    func first(at start: Int, where isWanted: (UInt32) -> Bool) -> (character: UInt32, end: Int)? {
        first(at: start, Self.nesting, where: isWanted)
    }

    private func forEachCharacter(from start: Int, _ body: (UInt32, Int) -> Void) {
        read(at: start, Self.nesting) { value, end in
            body(value, end)
            if value >= 0x80, let whole = completing(value, at: end) { body(whole.character, whole.end) }
        }
    }

    /// Passes on the unit at an index, and the meaning of every escape that begins there.
    private func read(at start: Int, _ nesting: Int, _ body: (UInt32, Int) -> Void) {
        guard start < units.count else { return }
        let unit = units[start]
        body(unit, start + 1)
        guard nesting > 0, unit.beginsEscape else { return }
        readEscapes(unit, at: start + 1, nesting - 1, body)
    }

    private func first(
        at start: Int, _ nesting: Int, where isWanted: (UInt32) -> Bool
    ) -> (character: UInt32, end: Int)? {
        var found: (character: UInt32, end: Int)?
        read(at: start, nesting) { if found == nil, isWanted($0) { found = ($0, $1) } }
        return found
    }

    /// Reads the rest of a character of several bytes in UTF-8, or of a surrogate pair.
    private func completing(_ first: UInt32, at start: Int) -> (character: UInt32, end: Int)? {
        if 0xd800...0xdbff ~= first {
            guard let low = next(at: start, where: { 0xdc00...0xdfff ~= $0 }) else { return nil }
            return (0x10000 + (first - 0xd800) << 10 + low.character - 0xdc00, low.end)
        }
        guard 0xc2...0xf4 ~= first else { return nil }
        let count = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
        var character = first & (0x3f >> UInt32(count))
        var end = start
        for _ in 0..<count {
            guard let next = next(at: end, where: { 0x80...0xbf ~= $0 }) else { return nil }
            character = character << 6 | next.character & 0x3f
            end = next.end
        }
        return (character, end)
    }

    /// Returns the next part of a character, also after a line break that means nothing.
    private func next(
        at start: Int, where isWanted: (UInt32) -> Bool
    ) -> (character: UInt32, end: Int)? {
        first(at: start, where: isWanted) ?? softBreak(at: start).flatMap { first(at: $0, where: isWanted) }
    }

    /// Returns the end of a line break that means nothing: `=` or `\` at the end of a line.
    private func softBreak(at start: Int) -> Int? {
        guard start + 1 < units.count, units[start] == "=" || units[start] == "\\" else { return nil }
        if units[start + 1] == "\n" { return start + 2 }
        let isBreak = units[start + 1] == "\r" && start + 2 < units.count && units[start + 2] == "\n"
        return isBreak ? start + 3 : nil
    }

    /// Passes on the meaning of an escape, and of every escape that this meaning begins.
    private func readEscapes(
        _ character: UInt32, at start: Int, _ nesting: Int, _ body: (UInt32, Int) -> Void
    ) {
        func follow(_ meaning: UInt32, _ end: Int) {
            body(meaning, end)
            if nesting > 0, meaning.beginsEscape { readEscapes(meaning, at: end, nesting - 1, body) }
        }
        switch character {
        case "%":
            if let byte = hex(at: start, count: 2...2, nesting) { follow(byte.value, byte.end) }
            if start < units.count, units[start] == "u",
                let unit = hex(at: start + 1, count: 4...4, nesting)
            {
                follow(unit.value, unit.end)
            }
        case "=": if let byte = hex(at: start, count: 2...2, nesting) { follow(byte.value, byte.end) }
        case "+": body(0x20, start)
        case "&": readReference(at: start, nesting, follow)
        default: readBackslashes(at: start, nesting, repeated: body, follow)
        }
    }

    /// The number of backslashes that can mean one. They double with each format that is within another.
    private static var maximumBackslashes: Int { 16 }

    /// Reads the rest of an escape that begins with any number of backslashes, after the first of them. A
    /// backslash that several of them mean may begin another escape.
    private func readBackslashes(
        at start: Int, _ nesting: Int, repeated: (UInt32, Int) -> Void, _ body: (UInt32, Int) -> Void
    ) {
        var end = start
        for count in 2...Self.maximumBackslashes {
            guard end < units.count else { return }
            if units[end] == "\\" {
                end += 1
            } else {
                readBackslashEscape(at: end, nesting, body)
                let isEscaped = units[end].beginsEscape
                guard isEscaped, let next = first(at: end, nesting, where: { $0 == "\\" }) else { return }
                end = next.end
            }
            if count & (count - 1) == 0 { repeated(0x5c, end) }
        }
    }

    private func readBackslashEscape(at start: Int, _ nesting: Int, _ body: (UInt32, Int) -> Void) {
        read(at: start, nesting) { character, end in
            switch character {
            case "u", "U", "x":
                if let digits = hexEscape(character, at: end, nesting) { body(digits.value, digits.end) }
            case "0"..."7":
                if let digits = octal(at: start, nesting) { body(digits.value, digits.end) }
            default:
                if let control = character.escapedControl { body(control, end) }
                if !character.isAlphanumeric { body(character, end) }
            }
        }
    }

    /// The digits of `\u002f`, `\u{2f}`, `\U0000002f`, `\x2f` and `\x{2f}`.
    private func hexEscape(_ letter: UInt32, at start: Int, _ nesting: Int) -> (value: UInt32, end: Int)? {
        if let brace = plain(at: start, nesting), brace.character == "{" {
            guard let digits = hex(at: brace.end, count: 1...8, nesting),
                let close = plain(at: digits.end, nesting), close.character == "}"
            else { return nil }
            return (digits.value, close.end)
        }
        let count = letter == "x" ? 2 : letter == "u" ? 4 : 8
        return hex(at: start, count: count...count, nesting)
    }

    /// `amp;`, `#47;` and `#x2f;`, also without the semicolon.
    private func readReference(at start: Int, _ nesting: Int, _ body: (UInt32, Int) -> Void) {
        guard let first = plain(at: start, nesting) else { return }
        guard first.character == "#" else {
            return NamedCharacters.forEach(in: units, at: start) { value, end in
                readReferenceEnd(value, at: end, nesting, body)
            }
        }
        guard let next = plain(at: first.end, nesting) else { return }
        let reference =
            next.character == "x" || next.character == "X"
            ? hex(at: next.end, count: 1...10, nesting)
            : digits(at: first.end, count: 1...10, radix: 10, nesting)
        if let reference { readReferenceEnd(reference.value, at: reference.end, nesting, body) }
    }

    private func readReferenceEnd(
        _ value: UInt32, at end: Int, _ nesting: Int, _ body: (UInt32, Int) -> Void
    ) {
        body(value, end)
        if let next = plain(at: end, nesting), next.character == ";" { body(value, next.end) }
    }

    private func hex(
        at start: Int, count: ClosedRange<Int>, _ nesting: Int
    ) -> (value: UInt32, end: Int)? {
        digits(at: start, count: count, radix: 16, nesting)
    }

    private func octal(at start: Int, _ nesting: Int) -> (value: UInt32, end: Int)? {
        digits(at: start, count: 1...3, radix: 8, nesting)
    }

    /// Reads as many digits as there are, up to a number of them.
    private func digits(
        at start: Int, count: ClosedRange<Int>, radix: UInt32, _ nesting: Int
    ) -> (value: UInt32, end: Int)? {
        var (value, end, read): (UInt32, Int, Int) = (0, start, 0)
        while read < count.upperBound, let next = plain(at: end, nesting),
            let digit = next.character.digit, digit < radix
        {
            // An escape after plain digits can be the next character: `&#50&#51`.
            if read >= count.lowerBound, next.end > end + 1, end == start + read { break }
            // The digits of a number that is no character overflow without harm.
            value = value &* radix &+ digit
            (end, read) = (next.end, read + 1)
        }
        return read < count.lowerBound ? nil : (value, end)
    }

    /// Returns the character at an index that is part of an escape, and so begins none.
    private func plain(at start: Int, _ nesting: Int) -> (character: UInt32, end: Int)? {
        guard start < units.count else { return nil }
        let unit = units[start]
        return unit.beginsEscape
            ? first(at: start, nesting) { !$0.beginsEscape } : (character: unit, end: start + 1)
    }
}
