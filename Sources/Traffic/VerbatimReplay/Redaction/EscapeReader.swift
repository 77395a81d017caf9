/// Reads each character of a text in every way in which it can be written.
///
/// A byte means itself. It can also begin an escape of a URL, a form, JSON, JavaScript, a C-like language,
/// XML, HTML or quoted-printable text, and the characters of an escape can be escaped again: `%252F`,
/// `&amp;#47;`, `\\u002f` and `\/` all mean a slash. Writers mix and nest escapes, and choose the
/// characters to escape. So no format is assumed, and a reader gets every meaning.
struct EscapeReader {
    /// A character, as a scalar or a byte, with the index after it.
    typealias Reading = (character: UInt32, end: Int)

    let bytes: UnsafeRawBufferPointer
    /// Whether `=2F` is an escape.
    var readsQuotedPrintable = true
    private let cache: ReadingCache

    init(bytes: UnsafeRawBufferPointer, readsQuotedPrintable: Bool = true) {
        self.bytes = bytes
        cache = ReadingCache(for: bytes)
        self.readsQuotedPrintable = readsQuotedPrintable
    }

    /// The number of escapes within one another that are read.
    static let levels = 5

    /// Passes on every character that begins at an index.
    func forEachCharacter(at start: Int, _ body: (_ character: UInt32, _ end: Int) -> Void) {
        read(at: start, Self.levels) { value, end in
            body(value, end)
            if value >= 0x80, let whole = completing(value, at: end) { body(whole.character, whole.end) }
        }
    }

    /// Returns the longest reading at an index that satisfies a condition, or nil.
    func longest(at start: Int, levels: Int = Self.levels, where isWanted: (UInt32) -> Bool) -> Reading? {
        var found: Reading?
        read(at: start, levels) { if isWanted($0), $1 > found?.end ?? start { found = ($0, $1) } }
        return found
    }

    /// Whether a line break that means nothing may begin at an index, which is not the last: `=` at the end
    /// of a line, which may be escaped, or a backslash there.
    @inline(__always)
    static func mayBeSoftBreak(at start: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let next = bytes[start + 1]
        switch bytes[start] {
        case "=": return next == "3" || next == "\r" || next == "\n" || UInt32(next).beginsEscape
        case "%": return next == "2" || next == "3" || next == "5"
        case "&":
            return next == "#" || UInt32(next).beginsEscape
                || NamedCharacters.nameEscape(in: bytes, at: start + 1)
        case "\\": return next <= 0x20 || next | 0x20 == "u" || next == "x"
        default: return false
        }
    }

    /// Whether a line break that means nothing may begin anywhere.
    static func mayHaveSoftBreak(in bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.indices.dropLast().contains { mayBeSoftBreak(at: $0, in: bytes) }
    }

    /// Returns the end of a line break that means nothing, or nil.
    func softBreak(at start: Int) -> Int? {
        var found: Int?
        read(at: start, Self.levels) { character, end in
            // After a backslash, `=` means no more than without it.
            let isMark = end == start + 1 || character == "=" && bytes[end - 1] != "="
            guard isMark, end < bytes.count, let lineBreak = lineBreak(at: end) else { return }
            if character == "=" || bytes[end] <= 0x20 { found = max(lineBreak, found ?? 0) }
        }
        return found
    }

    private func lineBreak(at start: Int) -> Int? {
        guard let first = longest(at: start, where: { $0 == "\r" || $0 == "\n" }) else { return nil }
        return first.character == "\n" ? first.end : longest(at: first.end) { $0 == "\n" }?.end
    }

    /// Passes on the byte at an index, and the meaning of every escape that begins there. The characters of
    /// an escape are read as those of the level below.
    private func read(at start: Int, _ level: Int, _ body: (UInt32, Int) -> Void) {
        guard start < bytes.count else { return }
        let unit = UInt32(bytes[start])
        guard level > 0, unit.beginsEscape else { return body(unit, start + 1) }
        if let simple = simpleEscape(unit, at: start + 1) {
            body(unit, start + 1)
            return body(simple.character, simple.end)
        }
        for reading in readings(at: start, level) { body(reading.character, reading.end) }
    }

    /// Returns what two digits after a percent sign mean, unless that begins an escape.
    private func simpleEscape(_ unit: UInt32, at start: Int) -> Reading? {
        guard unit == "%", start + 1 < bytes.count, let high = UInt32(bytes[start]).digit,
            let low = UInt32(bytes[start + 1]).digit, high < 16, low < 16
        else { return nil }
        let value = high << 4 | low
        return value.beginsEscape ? nil : (value, start + 2)
    }

    /// Returns the different readings of escapes that may be escaped themselves.
    private func readings(at start: Int, _ level: Int) -> [Reading] {
        let key = start << ReadingCache.levelBits | level
        if let known = cache[key] { return known }
        var readings: [Reading] = [(UInt32(bytes[start]), start + 1)]
        read(at: start, level - 1) { character, end in
            // Backslashes that mean one are read with the first of them.
            let isRepeated = end > start + 1 && character == "\\" && bytes[end - 1] == "\\"
            guard character.beginsEscape, !isRepeated else { return }
            readEscape(character, at: end, level - 1) { character, end in
                if !readings.contains(where: { $0 == (character, end) }) { readings.append((character, end)) }
            }
        }
        cache[key] = readings
        return readings
    }

    /// Reads the rest of a character of several bytes in UTF-8, or of a surrogate pair.
    private func completing(_ first: UInt32, at start: Int) -> Reading? {
        if 0xd800...0xdbff ~= first {
            guard let low = longest(at: start, where: { 0xdc00...0xdfff ~= $0 }) else { return nil }
            return (0x10000 + (first - 0xd800) << 10 + low.character - 0xdc00, low.end)
        }
        guard 0xc2...0xf4 ~= first else { return nil }
        let count = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
        var character = first & (0x3f >> UInt32(count))
        var end = start
        for _ in 0..<count {
            guard let next = longest(at: end, where: { 0x80...0xbf ~= $0 }) else { return nil }
            character = character << 6 | next.character & 0x3f
            end = next.end
        }
        return (character, end)
    }

    // MARK: Escapes

    /// Passes on the meanings of an escape, after the character that begins it.
    private func readEscape(_ character: UInt32, at start: Int, _ level: Int, _ body: (UInt32, Int) -> Void) {
        switch character {
        case "%":
            if let byte = hex(at: start, count: 2...2, level) { body(byte.character, byte.end) }
            if let letter = plain(at: start, level), letter.character == "u",
                let unit = hex(at: letter.end, count: 4...4, level)
            {
                body(unit.character, unit.end)
            }
        case "=":
            if readsQuotedPrintable, let byte = hex(at: start, count: 2...2, level) {
                body(byte.character, byte.end)
            }
        case "+": body(0x20, start)
        case "&": readReference(at: start, level, body)
        default: readBackslashes(at: start, level, body)
        }
    }

    /// The number of backslashes that can mean one. They double with each format that is within another.
    private static let maximumBackslashes = 1 << 12

    /// Reads the rest of an escape that begins with any number of backslashes, after the first of them.
    private func readBackslashes(at start: Int, _ level: Int, _ body: (UInt32, Int) -> Void) {
        let digits = min(endOfBackslashes(from: start), start + Self.maximumBackslashes - 1)
        var count = 2
        while start + count - 1 <= digits {
            body(0x5c, start + count - 1)
            count *= 2
        }
        read(at: digits, level) { character, end in
            switch character {
            case "u", "U", "x":
                if let value = hexEscape(character, at: end, level) { body(value.character, value.end) }
            case "0"..."7":
                let value = self.digits(at: digits, count: 1...3, radix: 8, level)
                if let value { body(value.character, value.end) }
            default:
                if let control = character.escapedControl { body(control, end) }
                if !character.isAlphanumeric { body(character, end) }
            }
        }
    }

    private func endOfBackslashes(from start: Int) -> Int {
        if cache.backslashes.contains(start) { return cache.backslashes.upperBound }
        var end = start
        while end < bytes.count, bytes[end] == "\\" { end += 1 }
        cache.backslashes = start..<end
        return end
    }

    /// The digits of `\u002f`, `\u{2f}`, `\U0000002f`, `\x2f` and `\x{2f}`.
    private func hexEscape(_ letter: UInt32, at start: Int, _ level: Int) -> Reading? {
        if let brace = plain(at: start, level), brace.character == "{" {
            guard let digits = hex(at: brace.end, count: 1...8, level),
                let close = plain(at: digits.end, level), close.character == "}"
            else { return nil }
            return (digits.character, close.end)
        }
        let count = letter == "x" ? 2 : letter == "u" ? 4 : 8
        return hex(at: start, count: count...count, level)
    }

    /// `amp;`, `#47;` and `#x2f;`, also without the semicolon.
    private func readReference(at start: Int, _ level: Int, _ body: (UInt32, Int) -> Void) {
        guard let first = plain(at: start, level) else { return }
        guard first.character == "#" else {
            return NamedCharacters.forEach(in: bytes, at: start) { value, end in
                readReferenceEnd(value, at: end, level, body)
            }
        }
        guard let next = plain(at: first.end, level) else { return }
        let reference =
            next.character == "x" || next.character == "X"
            ? hex(at: next.end, count: 1...10, level) : digits(at: first.end, count: 1...10, radix: 10, level)
        if let reference { readReferenceEnd(reference.character, at: reference.end, level, body) }
    }

    private func readReferenceEnd(_ value: UInt32, at end: Int, _ level: Int, _ body: (UInt32, Int) -> Void) {
        body(value, end)
        if let next = plain(at: end, level), next.character == ";" { body(value, next.end) }
    }

    // MARK: Digits

    private func hex(at start: Int, count: ClosedRange<Int>, _ level: Int) -> Reading? {
        digits(at: start, count: count, radix: 16, level)
    }

    /// Reads as many digits as there are, up to a number of them.
    private func digits(at start: Int, count: ClosedRange<Int>, radix: UInt32, _ level: Int) -> Reading? {
        var (value, end, read): (UInt32, Int, Int) = (0, start, 0)
        while read < count.upperBound, let next = plain(at: end, level),
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
    private func plain(at start: Int, _ level: Int) -> Reading? {
        guard start < bytes.count else { return nil }
        let unit = UInt32(bytes[start])
        return unit.beginsEscape
            ? longest(at: start, levels: level) { !$0.beginsEscape } : (character: unit, end: start + 1)
    }
}

/// The readings that were found last, as escapes within one another lead to the same ones in very many ways.
///
/// Most texts are short, and have few escapes or none: slots are made with the first reading, as many as the
/// text can use, and a list only for each that is used.
private final class ReadingCache {
    /// The low bits of a key, in which the level is.
    static let levelBits = 3
    private let mask: Int
    /// The key of each slot, and the index of its list; -1 if it is free.
    private var slots: [(key: Int, list: Int)] = []
    private var lists: [[EscapeReader.Reading]] = []
    /// The run of backslashes that was read last.
    var backslashes = 0..<0

    init(for bytes: UnsafeRawBufferPointer) {
        var count = 1 << 6
        while count < 1 << 12, count >> Self.levelBits < bytes.count { count <<= 1 }
        mask = count - 1
    }

    subscript(key: Int) -> [EscapeReader.Reading]? {
        get {
            guard !slots.isEmpty, slots[key & mask].key == key else { return nil }
            return lists[slots[key & mask].list]
        }
        set {
            if slots.isEmpty { slots = Array(repeating: (-1, -1), count: mask + 1) }
            let (index, list) = (key & mask, slots[key & mask].list)
            slots[index] = (key, list < 0 ? lists.count : list)
            if list < 0 { lists.append(newValue ?? []) } else { lists[list] = newValue ?? [] }
        }
    }
}
