/// Writes the tape of a document from the entries of its structural index. It is fast and comes first.
///
/// It accepts arrays and objects that are not too large for its entries, and does not report errors.
/// `TapeBuilder` reads any other text.
///
/// Unsafe code. Invariant: as in `StructuralIndex`, the last byte but white space is a bracket, which ends
/// any number, so tokens are read without a comparison with the end. `next` is less than `filled` when a
/// value begins; entries up to twice a lookahead after that can be read, and `next` exceeds `filled` after
/// one of those was used.
struct IndexedTapeBuilder {
    let bytes: UnsafePointer<UInt8>
    /// The offset past the last byte to be read.
    let limit: Int
    let index: StructuralIndex
    /// The entries of the index, and their number until it is refilled.
    let entries: UnsafePointer<UInt32>
    private var filled = 0
    var tape: TapeMemory
    let maximumDepth: Int
    /// The number of the next entry.
    var next = 0
    /// The offset past the last token, or past the separator after it.
    var end = 0
    /// The number of required colons and commas so far. If the text has more, one of them is misplaced.
    var separators = 0

    /// Builds the tape of a text that is a value at a location, or returns nil if it is not one, or not one
    /// for this builder.
    static func build(_ source: SourceBytes, _ location: Tape.Location = .root, maximumDepth: Int) -> Tape? {
        guard canRead(source) else { return nil }
        var builder = IndexedTapeBuilder(
            source.base, 0..<source.count, tape: TapeMemory(capacity: source.count / 16 + 16),
            maximumDepth: maximumDepth)
        guard builder.readSingleValue(), builder.isAtEnd else {
            TapeMemory.release(builder.tape.words)
            return nil
        }
        builder.tape.trim()
        return Tape(source: source, words: builder.tape.words, count: builder.tape.count, location: location)
    }

    /// Returns whether a text is not too large, and its last byte but white space is a closing bracket.
    private static func canRead(_ source: SourceBytes) -> Bool {
        guard source.count < Int(StructuralIndex.escapeMark) else { return false }
        var end = source.count
        while end > 0, TapeBuilder.isWhiteSpace(source.base[end - 1]) { end -= 1 }
        return end >= 2 && source.base[end - 1] | 0x20 == UInt8(ascii: "}")
    }

    /// Creates a builder for a part of a text that ends after a closing bracket and white space, or a comma.
    ///
    /// - Parameter bytes: The text, with the padding of `SourceBytes` after it.
    init(_ bytes: UnsafePointer<UInt8>, _ range: Range<Int>, tape: TapeMemory, maximumDepth: Int) {
        self.bytes = bytes
        limit = range.upperBound
        index = StructuralIndex(bytes: bytes, range: range)
        entries = UnsafePointer(index.entries)
        self.tape = tape
        self.tape.removeAll()
        self.maximumDepth = maximumDepth
    }

    /// Reads a value with its descendants. They become the only words of the tape.
    @inline(__always)
    mutating func readSingleValue() -> Bool {
        tape.count = 0
        repeat {
            guard lookAhead(), readValue() else { return false }
        } while tape.open >= 0
        return true
    }

    /// Whether the whole text was read and is valid.
    var isAtEnd: Bool {
        index.isComplete && !index.isFaulty && next == filled && separators == index.separators
    }

    /// Ensures that the entries of a value and of the name after it can be read; returns false at the end.
    @inline(__always)
    mutating func lookAhead() -> Bool {
        if filled &- next < StructuralIndex.lookahead, !index.isComplete {
            index.refill(used: next)
            next = 0
            filled = index.isFaulty ? 0 : index.filled
        }
        return next < filled
    }

    /// Reads a value, the closing brackets after it, and the next name; or an opening bracket and the first
    /// name.
    @inline(__always)
    private mutating func readValue() -> Bool {
        tape.reserve()
        let offset = Int(entries[next])
        let first = bytes[offset]
        if first == UInt8(ascii: "\"") {
            readString()
        } else if first == UInt8(ascii: "{") {
            guard enter(TapeWord.Tag.object, offset) else { return false }
            if nextByte != UInt8(ascii: "}") { return readName() }
            leave()
        } else if first == UInt8(ascii: "[") {
            guard enter(TapeWord.Tag.array, offset) else { return false }
            if nextByte != UInt8(ascii: "]") { return true }
            leave()
        } else if first <= UInt8(ascii: "9") {
            guard readNumber(offset) else { return false }
        } else {
            guard readLiteral(offset, first) else { return false }
        }
        return closeFinished()
    }

    @inline(__always)
    var nextByte: UInt8 { bytes[Int(entries[next])] }

    // MARK: Arrays and objects

    @inline(__always)
    private mutating func enter(_ tag: UInt64, _ offset: Int) -> Bool {
        guard tape.depth < maximumDepth else { return false }
        tape.enter(tag, offset)
        next &+= 1
        return true
    }

    /// Closes the innermost container; the next entry is its bracket.
    @inline(__always)
    private mutating func leave() {
        tape.leave()
        end = Int(entries[next]) &+ 1
        next &+= 1
    }

    /// Counts the value just read, closes the containers that end after it, and continues to the next value.
    @inline(__always)
    private mutating func closeFinished() -> Bool {
        while tape.open >= 0 {
            tape.children &+= 1
            let isObject = tape.isObject
            if bytes[end] == UInt8(ascii: ",") {
                separators &+= 1
                return isObject ? readName() : true
            }
            // A comma between the value and the bracket would be misplaced.
            guard mayFollowValue(bytes[end]) else { return false }
            guard nextByte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                guard skipToSeparator(UInt8(ascii: ",")) else { return false }
                return isObject ? readName() : true
            }
            leave()
            guard tape.open < 0 || lookAhead() else { return false }
        }
        return true
    }

    @inline(__always)
    mutating func readName() -> Bool {
        guard nextByte == UInt8(ascii: "\"") else { return false }
        tape.reserve()
        readString()
        guard bytes[end] != UInt8(ascii: ":") else {
            separators &+= 1
            return true
        }
        return skipToSeparator(UInt8(ascii: ":"))
    }

    /// Skips white space up to a separator.
    @inline(__always)
    mutating func skipToSeparator(_ separator: UInt8) -> Bool {
        end = IndexedTapeBuilder.skipSpace(bytes, end)
        separators &+= 1
        return bytes[end] == separator
    }

    @inline(never)
    private static func skipSpace(_ bytes: UnsafePointer<UInt8>, _ offset: Int) -> Int {
        var offset = offset
        while TapeBuilder.isWhiteSpace(bytes[offset]) { offset += 1 }
        return offset
    }

    /// Returns whether a byte can directly follow a value that no comma follows.
    @inline(__always)
    func mayFollowValue(_ byte: UInt8) -> Bool {
        byte | 0x20 == UInt8(ascii: "}") || TapeBuilder.isWhiteSpace(byte)
    }

    // MARK: Scalars

    /// Reads the two entries of a string.
    @inline(__always)
    private mutating func readString() {
        let start = Int(entries[next])
        let last = entries[next &+ 1]
        let tag = TapeWord.Tag.string + UInt64(last >> 31)
        end = Int(last & ~StructuralIndex.escapeMark) &+ 1
        tape.append(TapeWord(tag, offset: start, length: end &- start).bits)
        next &+= 2
    }

    @inline(__always)
    private mutating func readLiteral(_ offset: Int, _ first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "t"): readLiteral(offset, "true", TapeWord.Tag.true)
        case UInt8(ascii: "f"): readLiteral(offset, "false", TapeWord.Tag.false)
        case UInt8(ascii: "n"): readLiteral(offset, "null", TapeWord.Tag.null)
        default: false
        }
    }

    @inline(__always)
    private mutating func readLiteral(_ offset: Int, _ name: StaticString, _ tag: UInt64) -> Bool {
        let length = name.utf8CodeUnitCount
        guard limit &- offset > length else { return false }
        for index in 1..<length where bytes[offset &+ index] != name.utf8Start[index] { return false }
        append(tag, from: offset, to: offset &+ length)
        return true
    }

    @inline(__always)
    private mutating func readNumber(_ offset: Int) -> Bool {
        var cursor = offset
        var tag = TapeWord.Tag.integer
        if bytes[cursor] == UInt8(ascii: "-") { cursor &+= 1 }
        let first = cursor
        guard skipDigits(&cursor) else { return false }
        if bytes[first] == UInt8(ascii: "0"), cursor > first &+ 1 { return false }
        if bytes[cursor] == UInt8(ascii: ".") {
            tag = TapeWord.Tag.number
            cursor &+= 1
            guard skipDigits(&cursor) else { return false }
        }
        if bytes[cursor] | 0x20 == UInt8(ascii: "e") {
            tag = TapeWord.Tag.number
            cursor &+= 1
            if bytes[cursor] == UInt8(ascii: "+") || bytes[cursor] == UInt8(ascii: "-") { cursor &+= 1 }
            guard skipDigits(&cursor) else { return false }
        }
        append(tag, from: offset, to: cursor)
        return true
    }

    @inline(__always)
    private func skipDigits(_ cursor: inout Int) -> Bool {
        let first = cursor
        while bytes[cursor].isDigit { cursor &+= 1 }
        return cursor > first
    }

    @inline(__always)
    private mutating func append(_ tag: UInt64, from offset: Int, to end: Int) {
        tape.append(TapeWord(tag, offset: offset, length: end &- offset).bits)
        self.end = end
        next &+= 1
    }

    // MARK: Outline

    /// Reads the opening bracket of an array or object.
    mutating func enterContainer(_ bracket: UInt8) -> Bool {
        guard lookAhead(), nextByte == bracket, tape.depth < maximumDepth else { return false }
        tape.depth += 1
        next += 1
        return true
    }

    /// Reads the closing bracket of the container that was just entered, if it is empty.
    mutating func leaveIfEmpty(_ bracket: UInt8) -> Bool {
        guard lookAhead(), nextByte == bracket else { return false }
        leaveContainer()
        return true
    }

    /// Reads a name and its colon. The name becomes the only word of the tape.
    mutating func readSingleName() -> Bool {
        tape.count = 0
        return lookAhead() && readName()
    }

    /// Reads the token after a value: returns true for a comma, false for the bracket, nil for any other
    /// token.
    @inline(__always)
    mutating func continues(until bracket: UInt8) -> Bool? {
        if bytes[end] == UInt8(ascii: ",") {
            separators += 1
            return true
        }
        guard mayFollowValue(bytes[end]), lookAhead() else { return nil }
        guard nextByte == bracket else { return skipToSeparator(UInt8(ascii: ",")) ? true : nil }
        leaveContainer()
        return false
    }

    /// Whether the text before an offset outside strings has only required separators, whose number is given.
    ///
    /// The index may extend beyond that offset, so the separators from there on are counted again.
    func hasOnly(_ separators: Int, before offset: Int) -> Bool {
        let rest = StructuralIndex(bytes: bytes, range: offset..<max(offset, index.offset))
        while !rest.isComplete { rest.refill(used: rest.filled) }
        return index.separators - rest.separators == separators
    }

    /// Counts some containers as entered.
    mutating func enter(levels: Int) { tape.depth += levels }

    /// Returns the offset of the next token, or nil at the end.
    mutating func nextOffset() -> Int? { lookAhead() ? Int(entries[next]) : nil }

    private mutating func leaveContainer() {
        tape.depth -= 1
        end = Int(entries[next]) + 1
        next += 1
    }
}
