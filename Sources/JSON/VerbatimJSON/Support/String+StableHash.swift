extension String {
    /// The FNV-1a hash of the bytes in hexadecimal digits, the same in every process
    /// (http://www.isthe.com/chongo/tech/comp/fnv/).
    package var stableHash: String {
        let hash = utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
