/// The work that may be spent on compressed data, so that a few bytes cannot expand without end.
package struct InflateBudget: Sendable {
    /// The number of bytes that may still be read and written.
    package private(set) var remaining: Int

    /// Whether some data was not decompressed to its end.
    package private(set) var isExhausted = false

    /// Creates a budget of some bytes, 128 MiB unless others are given.
    package init(_ bytes: Int = 128 << 20) { remaining = bytes }

    /// Takes some bytes off the budget.
    package mutating func spend(_ bytes: Int) {
        remaining = max(0, remaining - bytes)
        if remaining == 0 { isExhausted = true }
    }
}

/// Decompresses data in the format DEFLATE, up to its end or to the first damaged byte.
///
/// RFC 1951: https://www.rfc-editor.org/rfc/rfc1951
package struct Inflate {
    private var bits: BitReader
    package private(set) var output: [UInt8] = []
    package private(set) var isComplete = false
    /// The work left. The codes of a block cost some, as the block can be empty.
    private var work: Int

    private static let codesWork = 512

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
            if kind == 2 { work -= Self.codesWork }
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
        guard code.isValid else { return false }
        let count = literals + 257 + distances + 1
        var all: [Int] = []
        while all.count < count {
            guard let symbol = code.read(&bits) else { return false }
            guard append(symbol, to: &all) else { return false }
        }
        let literalCode = HuffmanCode(Array(all[..<(literals + 257)]))
        let distanceCode = HuffmanCode(Array(all[(literals + 257)..<count]))
        return literalCode.isValid && distanceCode.isValid && readBlock(literalCode, distanceCode)
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

/// A Huffman code of DEFLATE, which is defined by the lengths of its codes.
///
/// RFC 1951, section 3.2.2: https://www.rfc-editor.org/rfc/rfc1951#section-3.2.2
struct HuffmanCode: Sendable {
    private var counts = [Int](repeating: 0, count: 16)
    /// The symbols, sorted by the length of their code and then by value.
    private var symbols: [Int] = []
    /// The symbols by the next bits, `symbol << 4 | length`; 0 where the code is longer than them.
    private var table = [UInt16](repeating: 0, count: 1 << Self.tableBits)

    private static let tableBits = 9

    init(_ lengths: [Int]) {
        for length in lengths where length > 0 { counts[length] += 1 }
        var next = [Int](repeating: 0, count: 17)
        var first = [Int](repeating: 0, count: 17)
        for length in 1...15 {
            next[length + 1] = next[length] + counts[length]
            first[length + 1] = (first[length] + counts[length]) << 1
        }
        symbols = [Int](repeating: 0, count: next[16])
        // Other bytes than compressed data have few valid codes, and the table takes longest.
        guard isValid else { return }
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[next[length]] = symbol
            fillTable(symbol, first[length], length)
            next[length] += 1
            first[length] += 1
        }
    }

    /// Whether every sequence of bits begins with one code, or there is one code at most.
    var isValid: Bool {
        let used = counts.enumerated().dropFirst().reduce(0) { $0 + $1.element << (15 - $1.offset) }
        return used == 1 << 15 || symbols.count <= 1
    }

    /// Enters a code, whose first bit is the highest, for every sequence of bits that begins with it.
    private mutating func fillTable(_ symbol: Int, _ code: Int, _ length: Int) {
        // An over-subscribed code, which only damaged bytes have, has codes that do not fit.
        guard length <= Self.tableBits, code < 1 << length else { return }
        var reversed = 0
        for bit in 0..<length { reversed |= (code >> bit & 1) << (length - 1 - bit) }
        for index in stride(from: reversed, to: table.count, by: 1 << length) {
            table[index] = UInt16(symbol << 4 | length)
        }
    }

    /// Reads the next symbol; returns nil at the end of the bits or if they are not a code.
    @inline(__always)
    func read(_ bits: inout BitReader) -> Int? {
        let entry = table[bits.peek(Self.tableBits)]
        guard entry != 0 else { return readLong(&bits) }
        return bits.skip(Int(entry & 15)) ? Int(entry >> 4) : nil
    }

    private func readLong(_ bits: inout BitReader) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...15 {
            guard let bit = bits.read(1) else { return nil }
            code |= bit
            // An over-subscribed code has no symbol here.
            guard code >= first else { return nil }
            if code - first < counts[length] { return symbols[index + code - first] }
            index += counts[length]
            first = (first + counts[length]) << 1
            code <<= 1
        }
        return nil
    }

    static let fixedLiterals = HuffmanCode((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    /// The last two of these codes mean no distance.
    static let fixedDistances = HuffmanCode([Int](repeating: 5, count: 32))

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
    private let bytes: UnsafeRawBufferPointer
    /// The number of bytes taken into the buffer.
    private var taken = 0
    private var buffer: UInt64 = 0
    private var count = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number of bytes of which a bit was read.
    var consumed: Int { taken - count / 8 }

    @inline(__always)
    private mutating func fill() {
        while count <= 48, taken < bytes.count {
            buffer |= UInt64(bytes[taken]) << UInt64(count)
            count += 8
            taken += 1
        }
    }

    /// Returns the next bits, the first one lowest, and zeros after the end. They are not read.
    @inline(__always)
    mutating func peek(_ length: Int) -> Int {
        if count < length { fill() }
        return Int(truncatingIfNeeded: buffer & (1 << UInt64(length) - 1))
    }

    /// Skips bits, at most 48; returns false if there are not so many.
    @inline(__always)
    mutating func skip(_ length: Int) -> Bool {
        if count < length { fill() }
        guard count >= length else { return false }
        buffer >>= UInt64(length)
        count -= length
        return true
    }

    /// Reads the next bits as a number, the first one lowest; returns nil at the end.
    @inline(__always)
    mutating func read(_ length: Int) -> Int? {
        let value = peek(length)
        return skip(length) ? value : nil
    }

    mutating func skipToByte() { _ = skip(count % 8) }
}
