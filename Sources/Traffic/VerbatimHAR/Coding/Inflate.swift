/// The work that may be spent on compressed data, so that a few bytes cannot expand without end.
package struct InflateBudget: Sendable {
    /// The number of bytes that may still be read and written.
    package private(set) var remaining: Int

    /// Whether some data was not decompressed to its end.
    package private(set) var isExhausted = false

    /// Creates a budget of some bytes, 128 MiB unless others are given.
    package init(_ bytes: Int = 128 << 20) {
        remaining = bytes
    }

    mutating func spend(_ bytes: Int) {
        remaining = max(0, remaining - bytes)
        if remaining == 0 { isExhausted = true }
    }
}

/// Decompresses data in the format DEFLATE, up to its end or to the first damaged byte.
///
/// RFC 1951: https://www.rfc-editor.org/rfc/rfc1951
package struct Inflate {
    private var bits: BitReader
    /// The decompressed bytes.
    package private(set) var output: [UInt8] = []
    /// Whether the end was reached.
    package private(set) var isComplete = false
    /// The work left. A block costs some, as it can be empty.
    private var work: Int

    private static let blockWork = 512

    /// The number of compressed bytes that were read.
    package var consumed: Int { bits.consumed }

    /// Decompresses bytes as far as the budget goes.
    package init(_ bytes: UnsafeRawBufferPointer, budget: inout InflateBudget) {
        bits = BitReader(bytes)
        work = budget.remaining
        run()
        budget.spend(budget.remaining - max(0, work - output.count - consumed))
    }

    private mutating func run() {
        var isLast = false
        while !isLast, let last = bits.read(1), let kind = bits.read(2) {
            isLast = last == 1
            work -= Self.blockWork
            let isValid =
                switch kind {
                case 0: copyStored()
                case 1: readBlock(HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances)
                case 2: readDynamicBlock()
                default: false
                }
            guard isValid else { return }
        }
        isComplete = isLast
    }

    private mutating func copyStored() -> Bool {
        bits.skipToByte()
        guard let length = bits.read(16), let complement = bits.read(16), length ^ complement == 0xffff else {
            return false
        }
        for _ in 0..<length {
            guard output.count < work, let byte = bits.read(8) else { return false }
            output.append(UInt8(truncatingIfNeeded: byte))
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
        while output.count < work, let symbol = literals.read(&bits) {
            if symbol == 256 { return true }
            if symbol < 256 {
                output.append(UInt8(truncatingIfNeeded: symbol))
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
