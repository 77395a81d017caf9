@_spi(Tape) import VerbatimJSON

/// Memory for one decoded string at a time.
///
/// Unsafe code. Invariant: `memory` is initialized and belongs to this value alone; what `decode` gives out is used
/// before the next call.
struct Scratch: ~Copyable {
    private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)

    deinit { memory.deallocate() }

    /// The bytes of a string or name with its escapes decoded; eight more can be read behind them.
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
