/// Reads bits, the lowest of each byte first.
struct BitReader {
    private let bytes: [UInt8]
    private var location = 0
    private var bit = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next bits as a number, the first one lowest, or nil when they end.
    mutating func read(_ count: Int) -> Int? {
        var value = 0
        for index in 0..<count {
            guard location < bytes.count else { return nil }
            value |= Int(bytes[location] >> UInt8(bit) & 1) << index
            bit += 1
            if bit == 8 { (bit, location) = (0, location + 1) }
        }
        return value
    }

    mutating func skipToByte() {
        if bit > 0 { (bit, location) = (0, location + 1) }
    }
}
