/// The bytes of a text, in memory that another value owns.
///
/// Its bounds are checked, as those of the standard library's `Span`. Programs with that type do not start on
/// macOS 15, because SwiftPM does not copy the library it needs:
/// https://github.com/swiftlang/swift-package-manager/issues/9092
///
/// Unsafe code. Invariant: the memory is valid as long as the span is used.
@usableFromInline
package struct ByteSpan {
    /// The memory.
    @usableFromInline package let buffer: UnsafeBufferPointer<UInt8>

    /// Creates a span of a buffer.
    @inlinable
    package init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

    /// The number of bytes.
    @inlinable
    package var count: Int { buffer.count }

    /// Returns the byte at an offset.
    @inlinable
    package subscript(offset: Int) -> UInt8 {
        precondition(UInt(bitPattern: offset) < UInt(bitPattern: buffer.count), "the offset is out of bounds")
        // A buffer checks its bounds in debug builds only.
        return buffer[offset]
    }

    /// Returns the bytes at a range of offsets.
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
