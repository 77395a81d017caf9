@_spi(Tape) import VerbatimJSON

/// A reusable buffer for a string with its escapes decoded.
///
/// Unsafe code. Invariant: `memory` is initialized and owned by this value; the result of `decode` is not
/// used after the next call.
struct UnescapeBuffer: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

    deinit { memory.deallocate() }

    /// Returns the bytes of a string or name with its escapes decoded; eight more bytes are readable after
    /// them.
    mutating func decode(_ node: Int, _ tape: TapeReader) -> UnsafeBufferPointer<UInt8> {
        let needed = tape.rawString(node).count + 8
        if memory.count < needed {
            memory.deallocate()
            memory = .allocate(capacity: needed * 2)
            memory.initialize(repeating: 0)
        }
        return UnsafeBufferPointer(start: memory.baseAddress, count: tape.unescape(node, into: memory))
    }
}
