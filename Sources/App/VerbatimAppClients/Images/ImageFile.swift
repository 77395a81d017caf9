import Foundation

/// The bytes of an image file and a position in them, from which they are read towards the end.
struct ImageFile {
    /// The dimensions of an image in pixels.
    typealias Size = (width: Int, height: Int)

    private let bytes: [UInt8]
    let format: ImageFormat
    private(set) var offset = 0

    init(_ data: Data, _ format: ImageFormat) {
        bytes = [UInt8](data)
        self.format = format
    }

    /// Returns the range of the next bytes, which must all exist.
    private func range(_ count: Int) throws(ImageError) -> Range<Int> {
        guard count <= bytes.count - offset else { throw .truncated(format, size: bytes.count) }
        return offset..<(offset + count)
    }

    mutating func skip(_ count: Int) throws(ImageError) {
        offset = try range(count).upperBound
    }

    /// Skips bytes up to one with a value, and that one.
    mutating func skip(past byte: UInt8) throws(ImageError) {
        guard let index = bytes[offset...].firstIndex(of: byte) else {
            throw .truncated(format, size: bytes.count)
        }
        offset = index + 1
    }

    mutating func readByte() throws(ImageError) -> UInt8 {
        try UInt8(readBigEndian(1))
    }

    /// Reads at most four bytes as a number, the most significant one first.
    mutating func readBigEndian(_ count: Int) throws(ImageError) -> Int {
        let range = try range(count)
        offset = range.upperBound
        return bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads at most four bytes as a number, the least significant one first.
    mutating func readLittleEndian(_ count: Int) throws(ImageError) -> Int {
        let range = try range(count)
        offset = range.upperBound
        return bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads characters of one byte each.
    mutating func readText(_ count: Int) throws(ImageError) -> String {
        let range = try range(count)
        offset = range.upperBound
        return String(bytes[range].map { Character(UnicodeScalar($0)) })
    }

    /// Skips bytes and returns their checksum, which is that of PNG chunks.
    ///
    /// https://www.w3.org/TR/png-3/#5CRC-algorithm
    mutating func skipForChecksum(_ count: Int) throws(ImageError) -> UInt32 {
        let range = try range(count)
        offset = range.upperBound
        return ~bytes[range].reduce(~0) { $0 >> 8 ^ Self.checksums[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }

    /// Returns to an offset that has been passed.
    mutating func goBack(to earlier: Int) {
        offset = min(offset, max(0, earlier))
    }

    /// The error of an invalid structure at the current offset.
    func damaged(_ reason: String) -> ImageError {
        .damaged(format, offset: offset, reason: reason)
    }

    /// Returns the dimensions unless one is zero.
    func size(_ width: Int, _ height: Int) throws(ImageError) -> Size {
        guard width > 0, height > 0 else { throw damaged("the dimensions are \(width) × \(height)") }
        return (width, height)
    }
}
