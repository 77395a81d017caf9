/// Reads the nodes of a document, for the modules of this package that visit many values.
///
/// It is public, as SPI, because only public functions are inlined into other modules.
///
/// Names and values are nodes; the value of a member is the node after its name. A reader does not retain the
/// document and must not outlive it: it is valid during the call of `JSON.read`.
///
/// Unsafe code. Invariant: that of `Tape` and `SourceBytes`. A caller passes only nodes that it was given or
/// has computed with the functions below; so every read stays inside the tape and the padded source.
@_spi(Tape) @frozen public struct TapeReader: BitwiseCopyable {
    @usableFromInline let words: UnsafePointer<UInt64>
    @usableFromInline let source: UnsafePointer<UInt8>

    /// The kinds of values on a tape; numbers and strings are distinguished by their notation.
    public enum Tag {
        /// The literal `null`.
        @inlinable public static var null: Int { 0 }
        /// The literal `false`.
        @inlinable public static var `false`: Int { 1 }
        /// The literal `true`.
        @inlinable public static var `true`: Int { 2 }
        /// A number without fraction and exponent.
        @inlinable public static var integer: Int { 3 }
        /// Any other number.
        @inlinable public static var number: Int { 4 }
        /// A string without escapes.
        @inlinable public static var string: Int { 5 }
        /// A string with escapes.
        @inlinable public static var escapedString: Int { 6 }
        /// An array.
        @inlinable public static var array: Int { 7 }
        /// An object.
        @inlinable public static var object: Int { 8 }
    }

    /// Returns the tag of a value; see `Tag`.
    @inlinable @inline(__always)
    public func tag(_ node: Int) -> Int { Int(truncatingIfNeeded: words[node] & 15) }

    /// Returns the node after a value and its descendants.
    @inlinable @inline(__always)
    public func next(after node: Int) -> Int {
        words[node] & 15 >= UInt64(Tag.array)
            ? Int(truncatingIfNeeded: words[node &+ 1] & 0xffff_ffff) : node &+ 1
    }

    /// Returns the first element of an array, or the name of the first member of an object.
    @inlinable @inline(__always)
    public func first(in node: Int) -> Int { node &+ 2 }

    /// Returns the number of elements or members of an array or object.
    @inlinable @inline(__always)
    public func count(_ node: Int) -> Int { Int(truncatingIfNeeded: words[node + 1] >> 32) }

    /// Returns the bytes of a string or name between its quotation marks, with its escapes. At least 64 bytes
    /// can be read after them.
    @inlinable @inline(__always)
    public func rawString(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let token = token(node)
        return UnsafeBufferPointer(start: token.baseAddress.map { $0 + 1 }, count: token.count &- 2)
    }

    /// Returns the start and the number of the bytes of a string or name; -1 if it has escapes or is very
    /// long.
    @inlinable @inline(__always)
    public func plainString(_ node: Int) -> (start: UnsafePointer<UInt8>, count: Int) {
        let word = TapeWord(bits: words[node])
        let isPlain = word.tag == TapeWord.Tag.string && word.shortLength != TapeWord.longest
        return (source + (word.offset &+ 1), isPlain ? word.shortLength &- 2 : -1)
    }

    /// Returns the entry of a string or name in a table, or -1.
    @inlinable @inline(__always)
    package func entry(of node: Int, in subtable: KeyTable.Subtable, of names: KeySearch) -> Int {
        guard !subtable.isEmpty else { return -1 }
        let (start, count) = plainString(node)
        return count < 0 ? decodedEntry(of: node, subtable, names) : names.find(start, count, in: subtable)
    }

    @usableFromInline
    func decodedEntry(of node: Int, _ subtable: KeyTable.Subtable, _ names: KeySearch) -> Int {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: rawString(node).count + 8) { decoded in
            decoded.initialize(repeating: 0)
            let count = unescape(node, into: decoded)
            return decoded.baseAddress.map { names.find(UnsafePointer($0), count, in: subtable) } ?? -1
        }
    }

    /// Returns whether a name is an entry of a table; false if it is empty, has escapes, or more than a
    /// thousand bytes. A correct guess is faster than a look-up.
    @inlinable @inline(__always)
    package func isName(_ node: Int, at entry: Int, in names: KeySearch) -> Bool {
        let (word, key) = (TapeWord(bits: words[node]), names.entries[entry].key)
        let wanted = TapeWord.Tag.string | UInt64(truncatingIfNeeded: key.count &+ 2) &<< 44
        guard key.count <= 1000, word.bits & ~TapeWord.offsetMask == wanted else { return false }
        let start = source + (word.offset &+ 1)
        let first = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).littleEndian
        guard key.count >= 8 else {
            return first &<< UInt64(truncatingIfNeeded: 64 &- 8 &* key.count) == key.prefix
        }
        let last = UnsafeRawPointer(start + (key.count &- 8)).loadUnaligned(as: UInt64.self).littleEndian
        return first == key.prefix && last == key.suffix
            && (key.count <= 16 || names.isEqual(start, key.count, to: entry))
    }

    /// Returns the bytes of a string, number or literal.
    @inlinable @inline(__always)
    public func token(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let word = TapeWord(bits: words[node])
        let length = word.shortLength
        return UnsafeBufferPointer(
            start: source + word.offset, count: length == TapeWord.longest ? longLength(node) : length)
    }

    /// Returns the value of the first member with a name, or -1.
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

    /// Returns whether two buffers have the same bytes.
    package static func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        Tape.equal(a, b)
    }

    @usableFromInline
    func longLength(_ node: Int) -> Int { Tape.tokenLength(at: source + TapeWord(bits: words[node]).offset) }

    /// Decodes a string into memory for at least as many bytes, and returns the number of decoded bytes.
    public func unescape(_ node: Int, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        Tape.unescape(rawString(node), into: target)
    }
}

extension JSON {
    /// Calls a closure with a reader of the document and the node of this value; returns nil if it is
    /// missing.
    @_spi(Tape) public func read<Result, Failure: Error>(
        _ body: (TapeReader, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard exists else { return nil }
        defer { withExtendedLifetime(tape) {} }
        let reader = TapeReader(words: UnsafePointer(tape.words), source: tape.source.base)
        return try body(reader, reference)
    }

    /// The node of this value, or nil if it is missing.
    package var node: Int? { exists ? reference : nil }

    /// Returns the value at a node of this document; the name of a member is a node, too.
    package func value(atNode node: Int) -> JSON { JSON(tape: tape, reference: node) }
}
