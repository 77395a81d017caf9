/// Looks for the end of the plain part of a string.
///
/// Unsafe code. Invariant: the bytes from `start` on are followed by 64 bytes of padding, the first of which is zero
/// and therefore ends the scan.
@usableFromInline
enum StringScan {
    /// How many bytes stand for themselves: ASCII without control characters, quotation marks and backslashes.
    @inline(__always)
    static func plainBytes(at start: UnsafePointer<UInt8>) -> Int {
        var offset = 0
        while true {
            let word = UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
            let marks = specialBytes(UInt64(littleEndian: word))
            if marks != 0 { return offset + marks.trailingZeroBitCount >> 3 }
            offset += 8
        }
    }

    /// The high bit of the lowest byte that is not plain, and perhaps those of some bytes above it.
    @inline(__always)
    static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5c)
        let low = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)
        return (low | word) & (ones &* 0x80)
    }
}
