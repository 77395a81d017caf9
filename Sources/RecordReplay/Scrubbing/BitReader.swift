/// Reads bits, the lowest of each byte first.
struct BitReader {
    private let bytes: [UInt8]
    private var place = 0
    private var bit = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next bits as a number, the first one lowest, or nil when they end.
    mutating func read(_ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            guard place < bytes.count else { return nil }
            value |= Int(bytes[place] >> UInt8(bit) & 1) << index
            bit += 1
            if bit == 8 { (bit, place) = (0, place + 1) }
        }
        return value
    }

    mutating func skipToByte() {
        if bit > 0 { (bit, place) = (0, place + 1) }
    }
}
