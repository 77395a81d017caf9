import VerbatimContract

extension StableHash {
    /// Returns ``ReportItem/fingerprint``.
    static func fingerprint(of item: ReportItem) -> String {
        var hash = StableHash()
        let part = item.pointer?.pointerPattern ?? item.subject
        for text in [item.rule.id, item.api, item.operation, item.model, part] { hash.combine(text) }
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
