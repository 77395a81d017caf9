/// A hash that is the same in every process: FNV-1a with 64 bits,
/// http://www.isthe.com/chongo/tech/comp/fnv/.
package struct StableHash {
    fileprivate private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// Adds a text, or the lack of one.
    package mutating func combine(_ text: String?) {
        combine((text ?? "").utf8)
        // Neither byte occurs in UTF-8, so that no two sequences of texts have the same bytes.
        combine(CollectionOfOne(text == nil ? 0xfe : 0xff))
    }

    package mutating func combine(file bytes: some Collection<UInt8>) {
        combine(String(bytes.count))
        combine(bytes)
    }

    fileprivate mutating func combine(_ bytes: some Sequence<UInt8>) {
        // The iterators of most collections are slow, and so is generic code.
        value =
            bytes.withContiguousStorageIfAvailable { Self.hash(of: $0, after: value) }
            ?? Array(bytes).withUnsafeBufferPointer { Self.hash(of: $0, after: value) }
    }

    private static func hash(of bytes: UnsafeBufferPointer<UInt8>, after value: UInt64) -> UInt64 {
        var value = value
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return value
    }

    /// The hash as 16 hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension String {
    /// The ``StableHash`` of the bytes alone, in hexadecimal digits without leading zeros.
    package var stableHash: String {
        var hash = StableHash()
        hash.combine(utf8)
        return String(hash.value, radix: 16)
    }
}

/// A random number generator that yields the same numbers for the same seed on every machine (SplitMix64).
///
/// https://prng.di.unimi.it/splitmix64.c
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Creates a generator whose seed is the ``StableHash`` of the bytes of a text.
    package init(seedOf text: String) {
        var hash = StableHash()
        hash.combine(text.utf8)
        state = hash.value
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}
