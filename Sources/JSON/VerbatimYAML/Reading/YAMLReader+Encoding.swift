import VerbatimJSON

/// The characters of a text (5.1, 5.2).
extension YAMLReader {
    /// Throws an error unless a text is UTF-8 without forbidden control characters.
    static func validateEncoding(of bytes: [UInt8]) throws(Failure) {
        if let name = otherEncoding(of: bytes) { throw Failure(reason: .encoding(name), offset: 0) }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(reason: .invalidUTF8, offset: offsetOfInvalidUTF8(in: bytes))
        }
        if let offset = bytes.firstIndex(where: isForbidden) {
            throw Failure(reason: .controlCharacter(bytes[offset]), offset: offset)
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 && !isWhite(byte) && !isBreak(byte)
    }

    /// Returns the encoding of a text that is not UTF-8, from its first bytes, as in section 5.2.
    private static func otherEncoding(of bytes: [UInt8]) -> String? {
        let marks: [(bytes: [UInt8?], name: String)] = [
            ([0, 0, 0xfe, 0xff], "UTF-32"), ([0, 0, 0, nil], "UTF-32"), ([0xff, 0xfe, 0, 0], "UTF-32"),
            ([nil, 0, 0, 0], "UTF-32"), ([0xfe, 0xff], "UTF-16"), ([0xff, 0xfe], "UTF-16"),
            ([0, nil], "UTF-16"), ([nil, 0], "UTF-16"),
        ]
        return marks.first { mark in
            mark.bytes.count <= bytes.count
                && zip(mark.bytes, bytes).allSatisfy { expected, byte in (expected ?? byte) == byte }
        }?.name
    }

    private static func offsetOfInvalidUTF8(in bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        return min(offset, bytes.count)
    }
}
