/// The byte sequences of RFC 3629 section 4 (https://www.rfc-editor.org/rfc/rfc3629#section-4).
enum UTF8Check {
    /// Returns the length of the sequence that begins with a byte of at least 0x80, or 0 if it is malformed.
    ///
    /// Unsafe code. Invariant: up to three bytes after `start` can be read; those after the source are zero,
    /// which does not continue a sequence.
    @inline(__always)
    static func length(at start: UnsafePointer<UInt8>) -> Int {
        let first = start[0]
        guard continues(start[1]) else { return 0 }
        if 0xc2...0xdf ~= first { return 2 }
        guard first >= 0xe0, continues(start[2]) else { return 0 }
        if first < 0xf0 {
            let value = Int(first & 15) << 6 | Int(start[1] & 63)
            return value >= 0x20 && value & 0x3e0 != 0x360 ? 3 : 0
        }
        guard first < 0xf5, continues(start[3]) else { return 0 }
        let value = Int(first & 7) << 6 | Int(start[1] & 63)
        return 0x10...0x10f ~= value ? 4 : 0
    }

    @inline(__always)
    private static func continues(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}
