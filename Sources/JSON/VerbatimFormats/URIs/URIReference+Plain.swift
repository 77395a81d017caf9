import VerbatimRegex

/// A fast path for letters, digits and common punctuation, eight bytes at a time.
///
/// It skips only bytes that the check byte by byte accepts too, and stops at all others.
/// Unsafe code. Invariant: a word is loaded only if eight bytes are left.
extension URIReference {
    /// Skips bytes that are allowed in a path or query.
    @inline(__always)
    static func skipPlainPath(_ text: ByteSpan, _ index: inout Int) {
        skip(text, &index) { word in
            isIn(word, 0x61, 0x7A) | isIn(word, 0x26, 0x3B) | isIn(word, 0x40, 0x5A) | isIn(word, 0x5F, 0x5F)
                | isIn(word, 0x3D, 0x3D)
        }
    }

    /// Skips bytes that are allowed in a host name.
    @inline(__always)
    static func skipPlainHost(_ text: ByteSpan, _ index: inout Int) {
        skip(text, &index) { word in
            isIn(word, 0x61, 0x7A) | isIn(word, 0x2D, 0x2E) | isIn(word, 0x30, 0x39) | isIn(word, 0x41, 0x5A)
        }
    }

    @inline(__always)
    private static func skip(_ text: ByteSpan, _ index: inout Int, while plain: (UInt64) -> UInt64) {
        guard let start = text.buffer.baseAddress else { return }
        let bytes = UnsafeRawPointer(start)
        while index &+ 8 <= text.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let stops = ~(plain(word) & ~word) & 0x8080_8080_8080_8080
            guard stops == 0 else {
                index &+= stops.trailingZeroBitCount / 8
                return
            }
            index &+= 8
        }
    }

    /// Returns a word with the highest bit of each byte set if the byte, if below 0x80, is in a range. No sum
    /// carries.
    @inline(__always)
    private static func isIn(_ word: UInt64, _ low: UInt64, _ high: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let bytes = word & (0x7F &* ones)
        return (bytes &+ (0x80 &- low) &* ones) & ~(bytes &+ (0x7F &- high) &* ones)
    }
}
