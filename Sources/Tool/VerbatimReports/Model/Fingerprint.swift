import VerbatimContract

extension ReportItem {
    /// The identity of the problem or the change from one run to the next, as 16 hexadecimal digits.
    ///
    /// It is a hash of the rule, the API, the operation, the model and the pointer, in which `*` replaces
    /// the indices of arrays; without a pointer, of the subject. Neither lines nor values are part of it, so
    /// that it stays the same if a recording is made again or a contract is edited elsewhere. Several items
    /// can have the same fingerprint: the same problem at different elements or with different values.
    public var fingerprint: String {
        var hash = StableHash()
        for part in [rule.id, api, operation, model, pointer.map(\.pointerPattern) ?? subject] {
            hash.combine(part)
        }
        return hash.text
    }
}

extension String {
    /// The JSON Pointer with `*` in place of the tokens that are numbers, which are usually indices.
    var pointerPattern: String {
        split(separator: "/", omittingEmptySubsequences: false)
            .map { Int($0) == nil ? $0 : "*" }.joined(separator: "/")
    }
}

/// A hash that is the same in every process: FNV-1a with 64 bits,
/// http://www.isthe.com/chongo/tech/comp/fnv/.
struct StableHash {
    private var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a text, or the lack of one.
    mutating func combine(_ text: String?) {
        for byte in (text ?? "").utf8 { combine(byte) }
        // Neither byte occurs in UTF-8, so that no two sequences of texts have the same bytes.
        combine(text == nil ? 0xfe : 0xff)
    }

    private mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// The hash as 16 hexadecimal digits.
    var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
