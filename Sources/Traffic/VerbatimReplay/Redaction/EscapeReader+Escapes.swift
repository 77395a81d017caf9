/// The escapes of the formats. Each is read after the character that begins it.
extension EscapeReader {
    /// Passes on the meaning of an escape, and of every escape that this meaning begins.
    func readEscapes(
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

    /// Reads the rest of an escape that begins with any number of backslashes, after the first of them.
    ///
    /// - Parameters:
    ///   - repeated: Gets a backslash that several of them mean.
    ///   - body: Gets what the backslashes and the characters after them mean.
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
