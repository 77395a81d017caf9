import VerbatimJSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a string.
///
/// Unsafe code. Invariant: eight bytes after the end are readable, as after every string of a tape.
extension UnsafeBufferPointer<UInt8> {
    /// The first eight bytes, padded with zeros.
    @inline(__always)
    var prefixWord: UInt64 {
        guard let baseAddress else { return 0 }
        // Reads beyond the end if there are fewer than eight bytes, which the invariant allows.
        let word = UnsafeRawPointer(baseAddress).loadUnaligned(as: UInt64.self).littleEndian
        return count >= 8 ? word : word & ((1 << UInt64(count &* 8)) &- 1)
    }

    /// Whether two strings are equal.
    @inline(__always)
    func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
            return count == other.count
        }
        return memcmp(start, otherStart, count) == 0
    }

    /// Whether the string has a letter, and otherwise only letters, digits and the punctuation of names.
    var looksLikeName: Bool {
        var hasLetter = false
        for byte in self {
            switch byte {
            case _ where byte.isLetter: hasLetter = true
            case _ where byte.isDigit: continue
            case UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "+"):
                continue
            default: return false
            }
        }
        return hasLetter
    }
}
