/// The ends of tokens, and their text.
///
/// Unsafe code. Invariant: that of `Tape`; the source is a document, so every token is complete.
extension Tape {
    /// Returns the source text of a value.
    func text(_ node: Int) -> String {
        String(decoding: bytes(node), as: UTF8.self)
    }

    /// Returns the bytes of a value in the source.
    func bytes(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: source.bytes[range(node)])
    }

    /// Returns the offsets of a value in the source.
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
}
