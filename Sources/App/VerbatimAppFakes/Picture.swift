import Foundation

/// A small picture that depends on a name: a symmetric mosaic of 8 × 8 squares.
struct Picture {
    enum Format: String {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    let name: String
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    let format: Format

    /// Creates a picture, scaled down proportionally to at most 160 pixels.
    init(_ name: String, width: Int, height: Int, _ format: Format) {
        let limit = 160
        let longer = max(width, height, 1)
        self.name = name
        self.width = max(1, longer > limit ? width * limit / longer : width)
        self.height = max(1, longer > limit ? height * limit / longer : height)
        self.format = format
    }

    var mediaType: String { format.rawValue }

    var bytes: Data {
        switch format {
        case .png: PNG(self).bytes
        case .jpeg: JPEG(self).bytes
        }
    }

    /// Returns the rest of the file from an offset.
    func bytes(from offset: Int) -> Data { Data(bytes.dropFirst(offset)) }

    /// Returns whether a square of the mosaic is dark.
    func isDark(column: Int, row: Int) -> Bool {
        let mirrored = column < 4 ? column : 7 - column
        return pattern >> UInt64(row * 4 + mirrored) & 1 == 1
    }

    /// The color of the dark squares.
    var color: (red: UInt8, green: UInt8, blue: UInt8) {
        let bits = pattern >> 32
        return (UInt8(bits & 0x7f) + 64, UInt8(bits >> 8 & 0x7f) + 64, UInt8(bits >> 16 & 0x7f) + 64)
    }

    private var pattern: UInt64 {
        var random = StableRandom(name)
        return random.next()
    }
}

/// A PNG file of a picture with two colors, without compression.
///
/// Third edition: https://www.w3.org/TR/png-3/
private struct PNG {
    private(set) var bytes = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

    init(_ picture: Picture) {
        let color = picture.color
        // One bit per pixel, an index into the palette (section 11.2.1).
        append(
            "IHDR",
            UInt32(picture.width).bigEndianBytes + UInt32(picture.height).bigEndianBytes + [1, 3, 0, 0, 0])
        append("PLTE", [255, 255, 255, color.red, color.green, color.blue])
        append("IDAT", Self.stored(Self.rows(of: picture)))
        append("IEND", [])
    }

    /// Appends a chunk: length, name, contents, and the checksum of the last two (section 5.3).
    private mutating func append(_ name: String, _ contents: [UInt8]) {
        let checked = Array(name.utf8) + contents
        bytes += UInt32(contents.count).bigEndianBytes + checked + Checksum.crc32(checked).bigEndianBytes
    }

    /// Returns rows of bits, each preceded by the filter type 0: no filter.
    private static func rows(of picture: Picture) -> [UInt8] {
        (0..<picture.height).flatMap { y -> [UInt8] in
            var row = [UInt8](repeating: 0, count: 1 + (picture.width + 7) / 8)
            for x in 0..<picture.width
            where picture.isDark(column: x * 8 / picture.width, row: y * 8 / picture.height) {
                row[1 + x / 8] |= 0x80 >> UInt8(x % 8)
            }
            return row
        }
    }

    /// Returns a zlib stream of one stored block (RFC 1950, and RFC 1951, section 3.2.4).
    private static func stored(_ contents: [UInt8]) -> [UInt8] {
        let length = UInt16(contents.count)
        let sizes = [length, ~length].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        return [0x78, 0x01, 0x01] + sizes + contents + Checksum.adler32(contents).bigEndianBytes
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] { (0..<4).reversed().map { UInt8(self >> ($0 * 8) & 0xff) } }
}

private enum Checksum {
    /// https://www.w3.org/TR/png-3/#5CRC-algorithm
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in
                rest & 1 == 1 ? 0xedb8_8320 ^ rest >> 1 : rest >> 1
            }
        }
    }

    /// RFC 1950, section 8.2.
    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        return b << 16 | a
    }
}

/// A baseline JPEG file of a picture, in which each block of 8 × 8 pixels has one color.
///
/// Only the mean of each block is encoded, so no cosine transform is needed.
///
/// ITU-T T.81: https://www.w3.org/Graphics/JPEG/itu-t81.pdf
private struct JPEG {
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
