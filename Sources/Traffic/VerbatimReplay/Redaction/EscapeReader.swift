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
    func read(at start: Int, _ nesting: Int, _ body: (UInt32, Int) -> Void) {
        guard start < units.count else { return }
        let unit = units[start]
        body(unit, start + 1)
        guard nesting > 0, unit.beginsEscape else { return }
        readEscapes(unit, at: start + 1, nesting - 1, body)
    }

    func first(
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
}

extension UInt32 {
    /// Whether a character begins an escape in some format.
    var beginsEscape: Bool {
        switch self {
        case "%", "&", "+", "=", "\\": true
        default: false
        }
    }

    var isAlphanumeric: Bool {
        switch self {
        case "0"..."9", "A"..."Z", "a"..."z": true
        default: false
        }
    }

    /// The value of a hexadecimal digit, or nil.
    var digit: UInt32? {
        switch self {
        case "0"..."9": self - 0x30
        case "A"..."F": self - 0x37
        case "a"..."f": self - 0x57
        default: nil
        }
    }

    /// The control character that a letter means after a backslash, or nil.
    var escapedControl: UInt32? {
        switch self {
        case "a": 0x07
        case "b": 0x08
        case "t": 0x09
        case "n": 0x0a
        case "v": 0x0b
        case "f": 0x0c
        case "r": 0x0d
        case "e": 0x1b
        default: nil
        }
    }

    static func == (value: UInt32, scalar: Unicode.Scalar) -> Bool { value == scalar.value }

    static func ~= (scalar: Unicode.Scalar, value: UInt32) -> Bool { value == scalar.value }

    static func ~= (scalars: ClosedRange<Unicode.Scalar>, value: UInt32) -> Bool {
        scalars.lowerBound.value <= value && value <= scalars.upperBound.value
    }
}
