/// A Huffman code of DEFLATE, which is defined by the lengths of its codes.
///
/// RFC 1951, section 3.2.2: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.2
struct HuffmanCode {
    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: 16)
    /// The symbols, sorted by the length of their code and then by value.
    private var symbols: [Int] = []

    init(_ lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        symbols = lengths.indices.filter { lengths[$0] > 0 }
            .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    /// Reads the next symbol; returns nil at the end of the bits or if they are not a code.
    func read(_ bits: inout BitReader) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            guard let bit = bits.read(1) else { return nil }
            code |= bit
            // An over-subscribed code, which only damaged bytes have, has no symbol here.
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

    /// The order in which a block lists the lengths of the codes for code lengths.
    static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The lengths that the symbols from 257 mean: a base, and the number of bits to add to it.
    static let lengths: [(base: Int, bits: Int)] =
        ranges(from: 3, bits: groups(of: 8, 0...0) + groups(of: 4, 1...5)) + [(258, 0)]
    /// The distances that symbols mean.
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

/// Reads bits, from the lowest of each byte.
struct BitReader {
    private let bytes: [UInt8]
    private var byte = 0
    private var bit = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the next bits as a number, the first one lowest; returns nil at the end.
    mutating func read(_ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            guard byte < bytes.count else { return nil }
            value |= Int(bytes[byte] >> UInt8(bit) & 1) << index
            bit += 1
            if bit == 8 { (bit, byte) = (0, byte + 1) }
        }
        return value
    }

    mutating func skipToByte() {
        if bit > 0 { (bit, byte) = (0, byte + 1) }
    }
}
