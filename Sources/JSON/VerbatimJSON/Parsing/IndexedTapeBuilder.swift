/// Writes the tape of a document from the entries of its structural index: the fast way, taken first.
///
/// It knows only whether a text is a document. Whatever it does not accept is read again by `TapeBuilder`, which says
/// what is wrong and where; and so are texts that are not one array or object, or are too large for its entries.
///
/// Unsafe code. Invariant: as in `StructuralIndex`: the last byte that is no white space is a bracket, which ends any
/// number, so tokens are read without a look at the end. `next` is less than `filled` when a value begins; entries up to
/// twice a lookahead behind that can be read, and whoever has used one of those has `next` beyond `filled`.
struct IndexedTapeBuilder {
    let bytes: UnsafePointer<UInt8>
    /// Behind the last byte that is read.
    private let limit: Int
    private let index: StructuralIndex
    /// The entries of the index, and how many of them there are until it is refilled.
    let entries: UnsafePointer<UInt32>
    private var filled = 0
    var tape: TapeMemory
    let maximumDepth: Int
    /// The next entry.
    var next = 0
    /// Behind the token that was read last, or the separator behind it.
    var end = 0
    /// How many colons and commas stand where one has to; more than that stand where none may.
    var separators = 0

    /// The innermost open array or object, how many children it has so far, and how many are open.
    private var open = -1
    private var children = 0
    var depth = 0

    /// The tape, or nil when the text is not a document, or not one for this builder.
    static func build(_ source: SourceBytes, maximumDepth: Int) -> Tape? {
        build(source, 0..<source.count, .root, maximumDepth: maximumDepth)
    }

    /// The tape of a part of a text that is a value at some location, or nil when it is none, or not one for this builder.
    static func build(
        _ source: SourceBytes, _ range: Range<Int>, _ location: Tape.Location, maximumDepth: Int
    ) -> Tape? {
        guard canRead(source, range) else { return nil }
        var builder = IndexedTapeBuilder(
            source, range, tape: TapeMemory(capacity: range.count / 16 + 16), maximumDepth: maximumDepth)
        guard builder.readValueAlone(), builder.isAtEnd else {
            TapeMemory.release(builder.tape.words)
            return nil
        }
        builder.tape.trim()
        return Tape(source: source, words: builder.tape.words, count: builder.tape.count, location: location)
    }

    /// Whether a part of a text is not too large, and its last byte that is no white space is a closing bracket.
    static func canRead(_ source: SourceBytes, _ range: Range<Int>) -> Bool {
        guard source.count < Int(StructuralIndex.escapeMark) else { return false }
        var end = range.upperBound
        while end > range.lowerBound, TapeBuilder.isWhiteSpace(source.base[end - 1]) { end -= 1 }
        guard end - range.lowerBound >= 2 else { return false }
        return source.base[end - 1] == UInt8(ascii: "]") || source.base[end - 1] == UInt8(ascii: "}")
    }

    /// A builder for a part of a text, which must be one that its index can begin and end with.
    init(_ source: SourceBytes, _ range: Range<Int>, tape: TapeMemory, maximumDepth: Int) {
        bytes = source.base
        limit = range.upperBound
        index = StructuralIndex(bytes: source.base, range: range)
        entries = UnsafePointer(index.entries)
        self.tape = tape
        self.maximumDepth = maximumDepth
    }

    /// Reads a value and everything in it onto an empty tape.
    @inline(__always)
    mutating func readValueAlone() -> Bool {
        tape.count = 0
        repeat {
            guard lookAhead(), readValue() else { return false }
        } while open >= 0
        return true
    }

    /// Whether everything has been read, and nothing was wrong with it.
    var isAtEnd: Bool {
        index.isComplete && !index.isFaulty && next == filled && separators == index.separators
    }

    /// Makes sure that the entries of a value and of a name behind it can be read.
    @inline(__always)
    mutating func lookAhead() -> Bool {
        if filled &- next < StructuralIndex.lookahead, !index.isComplete {
            index.refill(used: next)
            next = 0
            filled = index.isFaulty ? 0 : index.filled
        }
        return next < filled
    }

    /// Reads a value, what ends behind it, and the name of the next one; or an opening bracket and the first name.
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

    /// The byte at the next entry.
    @inline(__always)
    var nextByte: UInt8 { bytes[Int(entries[next])] }

    // MARK: Arrays and objects

    @inline(__always)
    private mutating func enter(_ tag: UInt64, _ offset: Int) -> Bool {
        guard depth < maximumDepth else { return false }
        if open >= 0 { tape.words[open &+ 1] |= UInt64(truncatingIfNeeded: children) << 32 }
        let node = tape.count
        tape.append(TapeWord(tag, offset: offset, length: 0).bits)
        tape.append(UInt64(truncatingIfNeeded: open) & 0xffff_ffff)
        open = node
        children = 0
        depth &+= 1
        next &+= 1
        return true
    }

    /// Closes the innermost container with the next entry, its bracket.
    @inline(__always)
    private mutating func leave() {
        let around = Int(Int32(truncatingIfNeeded: tape.words[open &+ 1]))
        tape.words[open &+ 1] =
            UInt64(truncatingIfNeeded: children) << 32 | UInt64(truncatingIfNeeded: tape.count)
        open = around
        if open >= 0 {
            children = Int(tape.words[open &+ 1] >> 32)
            tape.words[open &+ 1] &= 0xffff_ffff
        }
        depth &-= 1
        end = Int(entries[next]) &+ 1
        next &+= 1
    }

    /// Counts the value just read, closes every container that ends behind it, and goes on to the next value.
    @inline(__always)
    private mutating func closeFinished() -> Bool {
        while open >= 0 {
            children &+= 1
            let isObject = tape.words[open] & 15 == TapeWord.Tag.object
            if bytes[end] == UInt8(ascii: ",") {
                separators &+= 1
                return isObject ? readName() : true
            }
            // Any comma between the value and the bracket would be one too many.
            guard isBehindToken(bytes[end]) else { return false }
            guard nextByte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                guard passesSeparator(UInt8(ascii: ",")) else { return false }
                return isObject ? readName() : true
            }
            leave()
            guard open < 0 || lookAhead() else { return false }
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
        return passesSeparator(UInt8(ascii: ":"))
    }

    /// Finds a separator behind white space.
    @inline(__always)
    mutating func passesSeparator(_ separator: UInt8) -> Bool {
        end = IndexedTapeBuilder.behindSpace(bytes, end)
        separators &+= 1
        return bytes[end] == separator
    }

    @inline(never)
    private static func behindSpace(_ bytes: UnsafePointer<UInt8>, _ offset: Int) -> Int {
        var offset = offset
        while TapeBuilder.isWhiteSpace(bytes[offset]) { offset += 1 }
        return offset
    }

    /// Whether a byte can stand directly behind a value, before a comma is found.
    @inline(__always)
    func isBehindToken(_ byte: UInt8) -> Bool {
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
        for location in 1..<length where bytes[offset &+ location] != name.utf8Start[location] {
            return false
        }
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
        while bytes[cursor] &- UInt8(ascii: "0") < 10 { cursor &+= 1 }
        return cursor > first
    }

    @inline(__always)
    private mutating func append(_ tag: UInt64, from offset: Int, to end: Int) {
        tape.append(TapeWord(tag, offset: offset, length: end &- offset).bits)
        self.end = end
        next &+= 1
    }
}
