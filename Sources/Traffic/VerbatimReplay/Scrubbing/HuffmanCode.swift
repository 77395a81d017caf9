/// A Huffman code as deflate has it: the lengths of the codes, from which the codes follow.
///
/// RFC 1951, section 3.2.2: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.2
struct HuffmanCode {
    /// How many codes there are of each length.
    private var counts = [Int](repeating: 0, count: 16)
    /// The symbols, by length of their code and then by themselves.
    private var symbols: [Int] = []

    init(_ lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        symbols = lengths.indices.filter { lengths[$0] > 0 }
            .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// The next symbol, or nil when the bits end or are no code.
    func read(_ bits: inout BitReader) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            guard let bit = bits.read(1) else { return nil }
            code |= bit
            // A code that is over-subscribed, as only damaged bytes have one, has no symbol here.
            guard code >= first else { return nil }
            if code - first < counts[length] { return symbols[index + code - first] }
            index += counts[length]
            first = (first + counts[length]) << 1
            code <<= 1
        }
        return nil
    }

    static let fixedLiterals = HuffmanCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = HuffmanCode([Int](repeating: 5, count: 30))

    /// The order in which a block gives the lengths of the codes of its lengths.
    static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// What the symbols from 257 on stand for: a length and the bits that are added to it.
    static let lengths: [(base: Int, bits: Int)] =
        ranges(from: 3, bits: groups(of: 8, 0...0) + groups(of: 4, 1...5)) + [(258, 0)]
    /// What the symbols of distances stand for.
    static let distances: [(base: Int, bits: Int)] = ranges(
        from: 1, bits: groups(of: 4, 0...0) + groups(of: 2, 1...13))

    private static func groups(of count: Int, _ bits: ClosedRange<Int>) -> [Int] {
        bits.flatMap { repeatElement($0, count: count) }
    }

    private static func ranges(from start: Int, bits: [Int]) -> [(base: Int, bits: Int)] {
        var base = start
        return bits.map { bits in
            defer { base += 1 << bits }
            return (base, bits)
        }
    }
}
