/// A document as node numbers, for the modules of this package that judge many values at once.
///
/// Names and values are nodes: a value stands behind its name. A reader counts no references, so it must not outlive
/// the document: it is only lent, by `JSON.read`.
///
/// Unsafe code. Invariant: that of `Tape` and `SourceBytes`. A node that a caller passes must be one it was given, or
/// one that follows from those below; then every read stays inside the tape and the padded source.
package struct TapeReader: BitwiseCopyable {
    @usableFromInline let words: UnsafePointer<UInt64>
    @usableFromInline let source: UnsafePointer<UInt8>

    /// What the tape knows of a value, as bits of a set: `true` and `false` apart, numbers and strings by how they are
    /// written.
    package enum Tag {
        package static let null = 0
        package static let `false` = 1
        package static let `true` = 2
        package static let integer = 3
        package static let number = 4
        package static let string = 5
        package static let escapedString = 6
        package static let array = 7
        package static let object = 8
    }

    @inlinable @inline(__always)
    package func tag(_ node: Int) -> Int { Int(truncatingIfNeeded: words[node] & 15) }

    /// The node behind a value and everything in it.
    @inlinable @inline(__always)
    package func next(after node: Int) -> Int {
        words[node] & 15 >= UInt64(Tag.array)
            ? Int(truncatingIfNeeded: words[node + 1] & 0xffff_ffff) : node + 1
    }

    /// The first element, or the name of the first member, of an array or object.
    @inlinable @inline(__always)
    package func first(in node: Int) -> Int { node + 2 }

    /// The number of elements or members of an array or object.
    @inlinable @inline(__always)
    package func count(_ node: Int) -> Int { Int(truncatingIfNeeded: words[node + 1] >> 32) }

    /// The bytes of a string or name between its quotation marks, escapes as they are written; behind them at least
    /// 64 more bytes can be read.
    @inlinable @inline(__always)
    package func rawString(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let token = token(node)
        return UnsafeBufferPointer(rebasing: token[1..<(token.count - 1)])
    }

    /// The bytes of a string, number or literal.
    @inlinable @inline(__always)
    package func token(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let word = TapeWord(bits: words[node])
        let length = word.shortLength
        return UnsafeBufferPointer(
            start: source + word.offset, count: length == TapeWord.longest ? longLength(node) : length)
    }

    @usableFromInline
    package func longLength(_ node: Int) -> Int {
        Tape.tokenLength(at: source + TapeWord(bits: words[node]).offset)
    }

    /// Decodes a string with escapes into memory for as many bytes as it has; returns how many it needs.
    package func unescape(_ node: Int, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        Tape.unescape(rawString(node), into: target)
    }
}

extension JSON {
    /// Lends the document as nodes, with the node of this value, or nil for one that is not there.
    package func read<Result, Failure: Error>(
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
