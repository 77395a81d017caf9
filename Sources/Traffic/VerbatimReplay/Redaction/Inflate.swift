import Foundation

/// Decompresses bytes to search them for secrets.
///
/// The result is never replayed: it ends where the bytes are damaged.
///
/// RFC 1951: https://www.rfc-editor.org/rfc/rfc1951
struct Inflate {
    private var bits: BitReader
    private var output: [UInt8] = []
    private let limit: Int

    /// Decompresses gzip (RFC 1952) and zlib (RFC 1950); returns nil for any other bytes.
    ///
    /// - Parameters:
    ///   - bytes: The compressed bytes.
    ///   - limit: The maximum number of bytes to return.
    static func content(of bytes: Data, limit: Int = 64 << 20) -> Data? {
        guard let start = headerLength(bytes) else { return nil }
        var inflate = Inflate(bits: BitReader(Array(bytes.dropFirst(start))), limit: limit)
        inflate.run()
        return Data(inflate.output)
    }

    /// Whether bytes begin with a gzip or zlib header.
    static func isCompressed(_ bytes: Data) -> Bool { headerLength(bytes) != nil }

    private init(bits: BitReader, limit: Int) {
        self.bits = bits
        self.limit = limit
    }

    private static func headerLength(_ bytes: Data) -> Int? {
        let bytes = Array(bytes.prefix(1 << 16))
        guard bytes.count > 2 else { return nil }
        if bytes[0] == 0x1f, bytes[1] == 0x8b { return gzipHeaderLength(bytes) }
        let isZlib =
            bytes[0] & 0x0f == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 && bytes[1] & 0x20 == 0
        return isZlib ? 2 : nil
    }

    /// RFC 1952, section 2.3: https://www.rfc-editor.org/rfc/rfc1952#section-2.3
    private static func gzipHeaderLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 10, bytes[2] == 8 else { return nil }
        let flags = bytes[3]
        var length = 10
        if flags & 4 != 0, bytes.count > 12 { length += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
        for text: UInt8 in [8, 16] where flags & text != 0 {
            guard length < bytes.count, let end = bytes[length...].firstIndex(of: 0) else { return nil }
            length = end + 1
        }
        return length + (flags & 2 != 0 ? 2 : 0)
    }

    private mutating func run() {
        var isLast = false
        while !isLast, let last = bits.read(1), let kind = bits.read(2) {
            isLast = last == 1
            let isValid =
                switch kind {
                case 0: copyStored()
                case 1: readBlock(HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances)
                case 2: readDynamicBlock()
                default: false
                }
            guard isValid else { return }
        }
    }

    private mutating func copyStored() -> Bool {
        bits.skipToByte()
        guard let length = bits.read(16), bits.read(16) != nil else { return false }
        for _ in 0..<length {
            guard let byte = bits.read(8), output.count < limit else { return false }
            output.append(UInt8(byte))
        }
        return true
    }

    private mutating func readDynamicBlock() -> Bool {
        guard let literals = bits.read(5), let distances = bits.read(5), let lengths = bits.read(4) else {
            return false
        }
        var codeLengths = [Int](repeating: 0, count: 19)
        for symbol in HuffmanCode.lengthOrder.prefix(lengths + 4) {
            guard let length = bits.read(3) else { return false }
            codeLengths[symbol] = length
        }
        let code = HuffmanCode(codeLengths)
        let count = literals + 257 + distances + 1
        var all: [Int] = []
        while all.count < count {
            guard let symbol = code.read(&bits) else { return false }
            guard append(symbol, to: &all) else { return false }
        }
        return readBlock(
            HuffmanCode(Array(all[..<(literals + 257)])), HuffmanCode(Array(all[(literals + 257)..<count])))
    }

    /// Appends the code length that a symbol means, or the run of code lengths.
    private mutating func append(_ symbol: Int, to lengths: inout [Int]) -> Bool {
        let run: (bits: Int, base: Int)
        switch symbol {
        case 0..<16:
            lengths.append(symbol)
            return true
        case 16: run = (2, 3)
        case 17: run = (3, 3)
        default: run = (7, 11)
        }
        guard let extra = bits.read(run.bits), let length = symbol == 16 ? lengths.last : 0 else {
            return false
        }
        lengths += repeatElement(length, count: run.base + extra)
        return true
    }

    private mutating func readBlock(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Bool {
        while output.count < limit, let symbol = literals.read(&bits) {
            if symbol == 256 { return true }
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else {
                guard copy(symbol - 257, distances) else { return false }
            }
        }
        return false
    }

    private mutating func copy(_ symbol: Int, _ distances: HuffmanCode) -> Bool {
        guard symbol < HuffmanCode.lengths.count,
            let moreLength = bits.read(HuffmanCode.lengths[symbol].bits),
            let distanceSymbol = distances.read(&bits), distanceSymbol < HuffmanCode.distances.count,
            let moreDistance = bits.read(HuffmanCode.distances[distanceSymbol].bits)
        else { return false }
        let distance = HuffmanCode.distances[distanceSymbol].base + moreDistance
        guard distance <= output.count else { return false }
        for _ in 0..<(HuffmanCode.lengths[symbol].base + moreLength) {
            output.append(output[output.count - distance])
        }
        return true
    }
}
