/// Strings and names.
///
/// Unsafe code. Invariant: that of `Tape`. The offset and length of a node are those of a token that the
/// builder has checked, so a string is valid UTF-8 between two quotation marks and all of its escapes are
/// complete.
extension Tape {
    /// Returns the bytes of a string between its quotation marks, with its escapes.
    @inlinable func rawString(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let word = word(node)
        var length = word.shortLength
        if length == TapeWord.longest { length = tokenLength(node) }
        return UnsafeBufferPointer(start: source.base + word.offset + 1, count: length - 2)
    }

    /// Returns a decoded string or name.
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
            childCount(object) > 64
                ? memberOfLarge(object, named: $0) : member(of: object, named: $0)
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
