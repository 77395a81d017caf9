#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Unsafe code. Invariant: eight bytes more than the buffer has can be read, as behind every text of a tape.
extension UnsafeBufferPointer<UInt8> {
    /// The first eight bytes, zero where there are fewer.
    @inline(__always)
    var prefixWord: UInt64 {
        guard let baseAddress else { return 0 }
        let word = UnsafeRawPointer(baseAddress).loadUnaligned(as: UInt64.self).littleEndian
        return count >= 8 ? word : word & ((1 << UInt64(count &* 8)) &- 1)
    }

    /// Whether both have the same bytes.
    @inline(__always)
    func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let mine = baseAddress, let theirs = other.baseAddress else {
            return count == other.count
        }
        return memcmp(mine, theirs, count) == 0
    }

    /// Whether it is made of letters, digits and the marks that names have, and has a letter.
    var looksLikeName: Bool {
        var hasLetter = false
        for byte in self {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                hasLetter = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."),
                UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "+"):
                continue
            default: return false
            }
        }
        return hasLetter
    }
}
