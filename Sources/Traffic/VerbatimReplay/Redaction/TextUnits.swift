/// The code units of a text, at least one byte each.
protocol TextUnits {
    /// The number of units.
    var count: Int { get }

    /// Returns the unit at an index from 0.
    subscript(index: Int) -> UInt32 { get }

    /// Returns the bytes that some units take.
    func byteRange(of units: Range<Int>) -> Range<Int>

    /// Returns ASCII characters in these units.
    func encode(_ ascii: [UInt8]) -> [UInt8]
}

/// A text whose units are bytes: ASCII, UTF-8 or an 8-bit character set.
struct ByteUnits: TextUnits {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }
    subscript(index: Int) -> UInt32 { UInt32(bytes[index]) }
    func byteRange(of units: Range<Int>) -> Range<Int> { units }
    func encode(_ ascii: [UInt8]) -> [UInt8] { ascii }
}

/// A text in UTF-16 or UTF-32, of either byte order, which begins at any byte.
struct WideUnits: TextUnits {
    /// An encoding with units of several bytes.
    struct Encoding: Sendable {
        let name: String
        let width: Int
        let isBigEndian: Bool
    }

    static let encodings = [
        Encoding(name: "UTF-16", width: 2, isBigEndian: false),
        Encoding(name: "UTF-16", width: 2, isBigEndian: true),
        Encoding(name: "UTF-32", width: 4, isBigEndian: false),
        Encoding(name: "UTF-32", width: 4, isBigEndian: true),
    ]

    let bytes: UnsafeRawBufferPointer
    let encoding: Encoding
    /// The offset of the first unit.
    let start: Int

    var count: Int { max(0, bytes.count - start) / encoding.width }

    subscript(index: Int) -> UInt32 {
        let offset = start + index * encoding.width
        var unit: UInt32 = 0
        for byte in 0..<encoding.width {
            let significance = encoding.isBigEndian ? encoding.width - 1 - byte : byte
            unit |= UInt32(bytes[offset + byte]) << UInt32(8 * significance)
        }
        return unit
    }

    func byteRange(of units: Range<Int>) -> Range<Int> {
        (start + units.lowerBound * encoding.width)..<(start + units.upperBound * encoding.width)
    }

    func encode(_ ascii: [UInt8]) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: encoding.width - 1)
        return ascii.flatMap { encoding.isBigEndian ? zeros + [$0] : [$0] + zeros }
    }
}
