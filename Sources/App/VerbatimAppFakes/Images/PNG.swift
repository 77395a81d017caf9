import Foundation

/// A PNG file of a picture with two colors, without compression.
///
/// Third edition: https://www.w3.org/TR/png-3/
struct PNG {
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
