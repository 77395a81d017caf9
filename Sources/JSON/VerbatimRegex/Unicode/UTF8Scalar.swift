/// Reads the code points of UTF-8 that is known to be well-formed.
package enum UTF8Scalar {
    /// Reads the code point at an index and moves the index past it.
    @inline(__always)
    package static func read(_ text: ByteSpan, _ index: inout Int) -> UInt32 {
        let first = UInt32(text[index])
        index += 1
        guard first >= 0x80 else { return first }
        var value: UInt32
        var more: Int
        switch first {
        case 0xF0...: (value, more) = (first & 0x07, 3)
        case 0xE0...: (value, more) = (first & 0x0F, 2)
        default: (value, more) = (first & 0x1F, 1)
        }
        while more > 0, index < text.count {
            value = value << 6 | UInt32(text[index]) & 0x3F
            index += 1
            more -= 1
        }
        return value
    }

    /// Returns the number of code points.
    @inline(__always)
    package static func count(_ text: ByteSpan) -> Int {
        var count = 0
        for index in 0..<text.count where text[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }

    /// Returns all code points.
    package static func all(_ text: ByteSpan) -> [UInt32] {
        var values: [UInt32] = []
        var index = 0
        while index < text.count { values.append(read(text, &index)) }
        return values
    }
}
