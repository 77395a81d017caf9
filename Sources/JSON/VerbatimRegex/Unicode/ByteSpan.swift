/// The bytes of a text, in memory that another value owns.
///
/// Its bounds are checked, as those of the standard library's `Span`. Programs with that type do not start on
/// macOS 15, because SwiftPM does not copy the library it needs:
/// https://github.com/swiftlang/swift-package-manager/issues/9092
///
/// Unsafe code. Invariant: the memory is valid as long as the span is used.
@usableFromInline
package struct ByteSpan {
    @usableFromInline package let buffer: UnsafeBufferPointer<UInt8>

    @inlinable
    package init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

    @inlinable
    package var count: Int { buffer.count }

    @inlinable
    package subscript(offset: Int) -> UInt8 {
        precondition(UInt(bitPattern: offset) < UInt(bitPattern: buffer.count), "the offset is out of bounds")
        // A buffer checks its bounds in debug builds only.
        return buffer[offset]
    }

    @inlinable
    package func extracting(_ range: Range<Int>) -> ByteSpan {
        precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count, "the range is out of bounds")
        return ByteSpan(UnsafeBufferPointer(rebasing: buffer[range]))
    }
}

extension [UInt8] {
    /// Calls a function with the bytes; they are valid until it returns.
    @inlinable
    package func withByteSpan<Result>(_ body: (ByteSpan) throws -> Result) rethrows -> Result {
        try withUnsafeBufferPointer { try body(ByteSpan($0)) }
    }
}

extension String {
    /// Calls a function with the bytes in UTF-8; they are valid until it returns.
    @inlinable
    package func withByteSpan<Result>(_ body: (ByteSpan) throws -> Result) rethrows -> Result {
        var text = self
        return try text.withUTF8 { try body(ByteSpan($0)) }
    }
}

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

    @inline(__always)
    package static func count(_ text: ByteSpan) -> Int {
        var count = 0
        for index in 0..<text.count where text[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }

    package static func all(_ text: ByteSpan) -> [UInt32] {
        var values: [UInt32] = []
        var index = 0
        while index < text.count { values.append(read(text, &index)) }
        return values
    }
}
