/// A document as node numbers, for the modules of this package that judge many values at once.
///
/// It is public, behind an SPI, only because a `package` function is never inlined into another module.
///
/// Names and values are nodes: a value stands behind its name. A reader counts no references, so it must not outlive
/// the document: it is only lent, by `JSON.read`.
///
/// Unsafe code. Invariant: that of `Tape` and `SourceBytes`. A node that a caller passes must be one it was given, or
/// one that follows from those below; then every read stays inside the tape and the padded source.
@_spi(Tape) @frozen public struct TapeReader: BitwiseCopyable {
    @usableFromInline let words: UnsafePointer<UInt64>
    @usableFromInline let source: UnsafePointer<UInt8>

    /// What the tape knows of a value, as bits of a set: `true` and `false` apart, numbers and strings by how they are
    /// written.
    public enum Tag {
        /// The literals.
        @inlinable public static var null: Int { 0 }
        /// The literals.
        @inlinable public static var `false`: Int { 1 }
        /// The literals.
        @inlinable public static var `true`: Int { 2 }
        /// A number without point and exponent.
        @inlinable public static var integer: Int { 3 }
        /// Any other number.
        @inlinable public static var number: Int { 4 }
        /// A string whose bytes stand for themselves.
        @inlinable public static var string: Int { 5 }
        /// A string with escapes.
        @inlinable public static var escapedString: Int { 6 }
        /// Values in order.
        @inlinable public static var array: Int { 7 }
        /// Names with values.
        @inlinable public static var object: Int { 8 }
    }

    /// What the tape knows of a value; see `Tag`.
    @inlinable @inline(__always)
    public func tag(_ node: Int) -> Int { Int(truncatingIfNeeded: words[node] & 15) }

    /// The node behind a value and everything in it.
    @inlinable @inline(__always)
    public func next(after node: Int) -> Int {
        words[node] & 15 >= UInt64(Tag.array)
            ? Int(truncatingIfNeeded: words[node &+ 1] & 0xffff_ffff) : node &+ 1
    }

    /// The first element, or the name of the first member, of an array or object.
    @inlinable @inline(__always)
    public func first(in node: Int) -> Int { node &+ 2 }

    /// The number of elements or members of an array or object.
    @inlinable @inline(__always)
    public func count(_ node: Int) -> Int { Int(truncatingIfNeeded: words[node + 1] >> 32) }

    /// The bytes of a string or name between its quotation marks, escapes as they are written; behind them at least
    /// 64 more bytes can be read.
    @inlinable @inline(__always)
    public func rawString(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let token = token(node)
        return UnsafeBufferPointer(start: token.baseAddress.map { $0 + 1 }, count: token.count &- 2)
    }

    /// Where the bytes of a string or name begin, and how many there are; -1 when they have escapes or are very many.
    @inlinable @inline(__always)
    public func plainString(_ node: Int) -> (start: UnsafePointer<UInt8>, count: Int) {
        let word = TapeWord(bits: words[node])
        let isPlain = word.tag == TapeWord.Tag.string && word.shortLength != TapeWord.longest
        return (source + (word.offset &+ 1), isPlain ? word.shortLength &- 2 : -1)
    }

    /// The bytes of a string, number or literal.
    @inlinable @inline(__always)
    public func token(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let word = TapeWord(bits: words[node])
        let length = word.shortLength
        return UnsafeBufferPointer(
            start: source + word.offset, count: length == TapeWord.longest ? longLength(node) : length)
    }

    /// The value of the first member with a name, or -1.
    package func member(of object: Int, named name: StaticString) -> Int {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let end = next(after: object)
        var node = first(in: object)
        while node < end {
            if isName(node, wanted) { return node + 1 }
            node = next(after: node + 1)
        }
        return -1
    }

    private func isName(_ node: Int, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = rawString(node)
        if tag(node) == Tag.string { return Tape.equal(raw, wanted) }
        return raw.count >= wanted.count
            && withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { decoded in
                Tape.equal(UnsafeBufferPointer(rebasing: decoded[..<unescape(node, into: decoded)]), wanted)
            }
    }

    @usableFromInline
    func longLength(_ node: Int) -> Int {
        Tape.tokenLength(at: source + TapeWord(bits: words[node]).offset)
    }

    /// Decodes a string with escapes into memory for as many bytes as it has; returns how many it needs.
    public func unescape(_ node: Int, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        Tape.unescape(rawString(node), into: target)
    }
}

extension JSON {
    /// Lends the document as nodes, with the node of this value, or nil for one that is not there.
    @_spi(Tape) public func read<Result, Failure: Error>(
        _ body: (TapeReader, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard exists else { return nil }
        defer { withExtendedLifetime(tape) {} }
        let reader = TapeReader(words: UnsafePointer(tape.words), source: tape.source.base)
        return try body(reader, reference)
    }

    /// The node of this value, if it is there.
    package var node: Int? { exists ? reference : nil }

    /// The value at a node of the same document.
    package func value(atNode node: Int) -> JSON { JSON(tape: tape, reference: node) }

    /// Whether both are values of one document.
    package func sharesDocument(with other: JSON) -> Bool { tape === other.tape }
}
