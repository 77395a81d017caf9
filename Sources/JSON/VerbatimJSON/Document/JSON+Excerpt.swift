extension JSON {
    /// Returns the source text of the value on one line without white space between its tokens, or its first
    /// characters and an ellipsis if it is longer than a limit.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars, without the ellipsis. The cost depends on
    ///   it, not on the size of the value.
    package func excerpt(_ limit: Int = String.excerptLength) -> String {
        guard exists else { return "" }
        // Enough for one scalar more than `String.excerpt` keeps, which shows that there are more.
        let most = 4 * (limit + 1)
        let start = tape.start(of: reference, atMost: most)
        return (Self.text(start.bytes) + (start.isWhole ? "" : "…")).excerpt(limit)
    }

    /// Decodes text that may end inside a character.
    private static func text(_ bytes: [UInt8]) -> String {
        var whole = bytes[...]
        for _ in 0..<4 {
            if let text = String(validating: whole, as: UTF8.self) { return text }
            whole = whole.dropLast()
        }
        return ""
    }
}

/// Unsafe code. Invariant: that of `Tape`; the zeros after the source end every loop.
extension Tape {
    /// Returns the first bytes of a value without white space between its tokens, and whether those are all.
    fileprivate func start(of node: Int, atMost most: Int) -> (bytes: [UInt8], isWhole: Bool) {
        let word = word(node)
        guard word.isContainer else {
            let bytes = UnsafeBufferPointer(
                start: source.base + word.offset, count: min(word.shortLength, most))
            return (Array(bytes), word.shortLength <= most)
        }
        return minified(node, atMost: most)
    }

    private func minified(_ node: Int, atMost most: Int) -> (bytes: [UInt8], isWhole: Bool) {
        var minified: [UInt8] = []
        var offset = word(node).offset
        var depth = 0
        var isInString = false
        // The white space is limited as well.
        let end = min(offset + 4 * most, source.count)
        while offset < end, minified.count < most {
            let byte = source.base[offset]
            offset += 1
            if !isInString, TapeBuilder.isWhiteSpace(byte) { continue }
            minified.append(byte)
            if isInString, byte == UInt8(ascii: "\\") {
                minified.append(source.base[offset])
                offset += 1
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            } else if !isInString {
                if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
                if depth == 0 { return (minified, true) }
            }
        }
        return (minified, false)
    }
}
