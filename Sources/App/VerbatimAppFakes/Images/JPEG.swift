import Foundation

/// A baseline JPEG file of a picture, in which each block of 8 × 8 pixels has one color.
///
/// Only the mean of each block is encoded, so no cosine transform is needed.
///
/// ITU-T T.81: https://www.w3.org/Graphics/JPEG/itu-t81.pdf
struct JPEG {
    private(set) var bytes = Data([0xff, 0xd8])

    init(_ picture: Picture) {
        append(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        // With a quantization of 8, a mean is its own coefficient (section A.3.3).
        append(0xdb, [0] + [UInt8](repeating: 8, count: 64))
        append(
            0xc0, [8] + Self.sixteenBits(picture.height) + Self.sixteenBits(picture.width) + Self.components)
        append(0xc4, [0x00, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] + (0...11))
        // After the mean, the only code is the end of the block.
        append(0xc4, [0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        append(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
        bytes += Self.scan(of: picture) + [0xff, 0xd9]
    }

    /// Luminance and two chrominances, without subsampling.
    private static let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]

    /// Appends a marker segment, whose length includes itself (section B.1.1.4).
    private mutating func append(_ marker: UInt8, _ contents: [UInt8]) {
        bytes += [0xff, marker] + Self.sixteenBits(contents.count + 2) + contents
    }

    private static func sixteenBits(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)]
    }

    private static func scan(of picture: Picture) -> [UInt8] {
        var bits = EntropyBits()
        var previous = [0, 0, 0]
        let (columns, rows) = ((picture.width + 7) / 8, (picture.height + 7) / 8)
        let (dark, light) = (components(of: picture.color), [127, 0, 0])
        for row in 0..<rows {
            for column in 0..<columns {
                let isDark = picture.isDark(column: column * 8 / columns, row: row * 8 / rows)
                let means = isDark ? dark : light
                for component in 0..<3 { bits.appendBlock(means[component] - previous[component]) }
                previous = means
            }
        }
        return bits.finish()
    }

    /// Returns luminance and chrominances, centered at zero (JFIF 1.02, page 3).
    private static func components(of color: (red: UInt8, green: UInt8, blue: UInt8)) -> [Int] {
        let (r, g, b) = (Double(color.red), Double(color.green), Double(color.blue))
        return [
            0.299 * r + 0.587 * g + 0.114 * b - 128,
            -0.1687 * r - 0.3313 * g + 0.5 * b,
            0.5 * r - 0.4187 * g - 0.0813 * b,
        ].map { Int($0.rounded()) }
    }
}

/// Huffman-coded bits (section F.1.2), with the codes of table K.3.
private struct EntropyBits {
    private var bytes: [UInt8] = []
    private var last: UInt8 = 0
    private var used = 0

    /// The code for each number of bits of a difference.
    private static let codes: [(code: Int, length: Int)] = [
        (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b11110, 5),
        (0b111110, 6), (0b1111110, 7), (0b11111110, 8), (0b111111110, 9),
    ]

    /// Appends a block: the difference of its mean to the previous one, and the end of the block.
    mutating func appendBlock(_ difference: Int) {
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        append(Self.codes[size].code, Self.codes[size].length)
        append(difference < 0 ? difference + (1 << size) - 1 : difference, size)
        append(0, 1)
    }

    private mutating func append(_ bits: Int, _ count: Int) {
        for shift in (0..<count).reversed() {
            last = last << 1 | UInt8(bits >> shift & 1)
            used += 1
            if used == 8 { flush() }
        }
    }

    private mutating func flush() {
        bytes.append(last)
        // A byte that looks like a marker must be followed by a zero (section F.1.2.3).
        if last == 0xff { bytes.append(0) }
        (last, used) = (0, 0)
    }

    /// Returns the bytes, padded with ones.
    mutating func finish() -> [UInt8] {
        while used > 0 { append(1, 1) }
        return bytes
    }
}
