import Synchronization

/// A parsed document, or one value of a document: the source, and a flat array of words that locate its
/// values.
///
/// The values are in document order, and a node is the index of a word. An array or object takes two words,
/// followed by its children; a member is the word of its name followed by its value; any other value takes
/// one word (see `TapeWord`).
///
/// Unsafe code. Invariant: `words` points to `count` initialized words, which a builder has written for the
/// bytes of `source` and which do not change. Every `next` in them is at most `count`, and every offset and
/// length lies inside the source. So a walk from a node of this tape by `next(after:)` never leaves it.
@usableFromInline
final class Tape: @unchecked Sendable {
    @usableFromInline let source: SourceBytes
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let count: Int
    let location: Location
    /// Finds the children of large arrays and objects.
    let children = Mutex<ChildIndex>(ChildIndex())

    enum Location {
        case root
        /// An element of the array at a path of names from the root; the offset at which the source begins in
        /// a file, and the lines of that file.
        case element(Int, of: [String], at: Int, in: FileLines)

        var tokens: [String] {
            switch self {
            case .root: []
            case .element(let index, let names, _, _): names + [String(index)]
            }
        }
    }

    init(source: SourceBytes, words: UnsafeMutablePointer<UInt64>, count: Int, location: Location = .root) {
        self.source = source
        self.location = location
        self.words = words
        self.count = count
    }

    deinit { TapeMemory.release(words) }

    @inlinable func word(_ node: Int) -> TapeWord { TapeWord(bits: words[node]) }

    /// Returns the node after a value and its descendants, in constant time.
    @inlinable func next(after node: Int) -> Int {
        word(node).isContainer ? Int(words[node + 1] & 0xffff_ffff) : node + 1
    }

    /// Returns the number of elements or members; 0 for any other value.
    @inlinable func childCount(_ node: Int) -> Int { word(node).isContainer ? Int(words[node + 1] >> 32) : 0 }

    /// Returns the position of a byte in the document.
    func position(at offset: Int) -> JSONPosition {
        let position = source.position(at: offset)
        guard case .element(_, _, let start, let lines) = location else { return position }
        return position.following(lines.position(at: start))
    }

    // MARK: Tokens

    func text(_ node: Int) -> String { String(decoding: bytes(node), as: UTF8.self) }

    func bytes(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: source.bytes[range(node)])
    }

    func range(_ node: Int) -> Range<Int> { word(node).offset..<end(of: node) }

    /// Returns the offset past a value. That of a container is found by a walk over its children.
    private func end(of node: Int) -> Int {
        let word = word(node)
        guard word.isContainer else {
            let length = word.shortLength
            return word.offset + (length == TapeWord.longest ? tokenLength(node) : length)
        }
        let last = next(after: node)
        var child = node + 2
        guard child < last else { return endOfBracket(after: word.offset + 1) }
        let step = word.tag == TapeWord.Tag.object ? 1 : 0
        while true {
            let following = next(after: child + step)
            if following >= last { return endOfBracket(after: end(of: child + step)) }
            child = following
        }
    }

    /// Returns the offset past the closing bracket that follows, possibly after white space.
    private func endOfBracket(after offset: Int) -> Int {
        var offset = offset
        while TapeBuilder.isWhiteSpace(source.base[offset]) { offset += 1 }
        return offset + 1
    }

    /// Returns the length of a number or string that is too long for its word.
    @usableFromInline
    func tokenLength(_ node: Int) -> Int { Tape.tokenLength(at: source.base + word(node).offset) }

    static func tokenLength(at start: UnsafePointer<UInt8>) -> Int {
        var cursor = start
        if cursor.pointee == UInt8(ascii: "\"") {
            cursor += 1
            while cursor.pointee != UInt8(ascii: "\"") {
                cursor += cursor.pointee == UInt8(ascii: "\\") ? 2 : 1
            }
            cursor += 1
        } else {
            while cursor.pointee.isDigit || "-+.eE".utf8.contains(cursor.pointee) { cursor += 1 }
        }
        return cursor - start
    }

    // MARK: Strings

    /// Returns the bytes of a string between its quotation marks, with its escapes.
    @inlinable func rawString(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let word = word(node)
        var length = word.shortLength
        if length == TapeWord.longest { length = tokenLength(node) }
        return UnsafeBufferPointer(start: source.base + word.offset + 1, count: length - 2)
    }

    @inlinable func string(_ node: Int) -> String {
        let raw = rawString(node)
        if word(node).tag == TapeWord.Tag.string { return String(decoding: raw, as: UTF8.self) }
        return unescaped(raw)
    }

    @usableFromInline func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: raw.count) { Tape.unescape(raw, into: $0) }
    }

    /// Decodes a string into memory for at least as many bytes, and returns the number of decoded bytes.
    static func unescape(
        _ raw: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var from = 0
        var to = 0
        while from < raw.count {
            if raw[from] != UInt8(ascii: "\\") {
                target[to] = raw[from]
                from += 1
                to += 1
            } else if raw[from + 1] == UInt8(ascii: "u") {
                let scalar = scalar(raw, &from)
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    target[to] = byte
                    to += 1
                }
            } else {
                target[to] = simpleEscape(raw[from + 1])
                from += 2
                to += 1
            }
        }
        return to
    }

    /// Reads the scalar of a `\u` escape or of a pair of them.
    private static func scalar(_ raw: UnsafeBufferPointer<UInt8>, _ from: inout Int) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{fffd}"
        guard let start = raw.baseAddress, let unit = Escape.codeUnit(at: start + from + 2) else {
            return replacement
        }
        from += 6
        guard unit & 0xfc00 == 0xd800, let low = Escape.lowSurrogate(at: start + from) else {
            return Unicode.Scalar(unit) ?? replacement
        }
        from += 6
        return Unicode.Scalar(0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff) ?? replacement
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    // MARK: Names

    /// Returns the value of the first member with a name, or -1.
    @inlinable func member(of object: Int, named name: String) -> Int {
        var name = name
        return name.withUTF8 {
            childCount(object) > 64 ? memberOfLarge(object, named: $0) : member(of: object, named: $0)
        }
    }

    @inlinable func member(of object: Int, named name: UnsafeBufferPointer<UInt8>) -> Int {
        let end = next(after: object)
        var node = object + 2
        while node < end {
            if isName(node, name) { return node + 1 }
            node = next(after: node + 1)
        }
        return -1
    }

    /// Returns whether a string decodes to some bytes.
    @inlinable func isName(_ node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let word = word(node)
        if word.tag != TapeWord.Tag.string { return isEscapedName(node, name) }
        guard word.shortLength == min(name.count + 2, TapeWord.longest) else { return false }
        return Tape.equal(rawString(node), name)
    }

    @usableFromInline func isEscapedName(_ node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard rawString(node).count >= name.count else { return false }
        var decoded = string(node)
        return decoded.withUTF8 { Tape.equal($0, name) }
    }

    /// Returns whether two strings decode to the same bytes.
    func equalNames(_ a: Int, _ b: Int) -> Bool {
        if word(a).tag == TapeWord.Tag.string { return isName(b, rawString(a)) }
        var decoded = string(a)
        return decoded.withUTF8 { isName(b, $0) }
    }
}

/// A value on a tape: its kind, and the offset and length of its token.
///
/// From the lowest bit: 4 bits of tag, 40 bits of offset, 20 bits of length. A length that does not fit is
/// all ones; it is found by scanning the source. Arrays and objects have no length; the next word has the
/// node after them (32 bits) and the number of their elements or members (32 bits).
@usableFromInline
struct TapeWord {
    @usableFromInline
    enum Tag {
        @usableFromInline static let null: UInt64 = 0
        @usableFromInline static let `false`: UInt64 = 1
        @usableFromInline static let `true`: UInt64 = 2
        /// A number without fraction and exponent, and any other number.
        @usableFromInline static let integer: UInt64 = 3
        @usableFromInline static let number: UInt64 = 4
        /// A string without escapes, and one with escapes.
        @usableFromInline static let string: UInt64 = 5
        @usableFromInline static let escapedString: UInt64 = 6
        @usableFromInline static let array: UInt64 = 7
        @usableFromInline static let object: UInt64 = 8
    }

    @usableFromInline static let longest = 0xf_ffff
    @usableFromInline static let largestOffset = Int(clamping: 0xff_ffff_ffff as UInt64)
    @inlinable static var offsetMask: UInt64 { 0xff_ffff_ffff << 4 }

    @usableFromInline let bits: UInt64

    @inlinable init(bits: UInt64) { self.bits = bits }

    @inlinable init(_ tag: UInt64, offset: Int, length: Int) {
        let kept = UInt64(truncatingIfNeeded: min(length, TapeWord.longest))
        bits = tag | UInt64(truncatingIfNeeded: offset) << 4 | kept << 44
    }

    @inlinable var tag: UInt64 { bits & 15 }
    @inlinable var offset: Int { Int(truncatingIfNeeded: (bits >> 4) & 0xff_ffff_ffff) }
    @inlinable var shortLength: Int { Int(truncatingIfNeeded: bits >> 44) }
    @inlinable var isContainer: Bool { tag >= Tag.array }
    @inlinable var isString: Bool { tag == Tag.string || tag == Tag.escapedString }
    @inlinable var isNumber: Bool { tag == Tag.integer || tag == Tag.number }
}
