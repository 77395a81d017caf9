import CVerbatimJSON

/// The offsets of the tokens of a text, found 64 bytes at a time: the first of the two passes of
/// `IndexedTapeBuilder`.
///
/// An entry is the offset of a bracket, of a quotation mark that begins or ends a string, or of the first
/// byte of any other token outside strings. Colons and commas have no entries but are counted. The entry of a
/// quotation mark that ends a string has `escapeMark` if the string contains a backslash.
///
/// Errors inside strings (control characters, escapes, bytes that are not UTF-8) and backslashes outside
/// strings are found here; they only set `isFaulty`.
///
/// The index may cover a part of a text that begins outside strings and after a token; its offsets are those
/// of the text.
///
/// Unsafe code. Invariant: `bytes` points to a text whose last byte before `end` but white space is a
/// bracket, or a comma after one. The checks of escapes and of UTF-8 continue only after bytes that strings
/// may contain, so they never pass that bracket. `entries` has room for the entries of a chunk, for those
/// that `structural_index_blocks` overwrites after them, and for those that a refill keeps.
final class StructuralIndex {
    static let escapeMark = UInt32(structural_index_escape_mark)
    /// The number of blocks that are indexed at once.
    private static let chunk = 64
    /// The number of entries that a refill guarantees, and that may be read after the last.
    static let lookahead = 8

    let bytes: UnsafePointer<UInt8>
    private let end: Int
    let entries: UnsafeMutablePointer<UInt32>

    /// The number of entries.
    private(set) var filled = 0
    private(set) var isFaulty = false
    private(set) var isComplete = false

    private let contents: UnsafeMutablePointer<structural_index_contents>
    private var state = structural_index_state()
    /// The offset up to which the text is indexed.
    private(set) var offset: Int
    /// The letter of the escape that is the second half of the last surrogate pair.
    private var pairedLow: UnsafePointer<UInt8>?
    /// The offset past the last UTF-8 sequence that was checked.
    private var checked = 0

    /// The number of colons and commas outside strings in the text indexed so far.
    var separators: Int { Int(state.separators) }

    init(bytes: UnsafePointer<UInt8>, range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
        let room = 64 * StructuralIndex.chunk + 64 + 3 * StructuralIndex.lookahead
        entries = .allocate(capacity: room)
        contents = .allocate(capacity: StructuralIndex.chunk)
    }

    deinit {
        entries.deallocate()
        contents.deallocate()
    }

    /// Moves the entries from `used` on to the front, and indexes until there is a lookahead or the text
    /// ends.
    ///
    /// The last entry of a text, a bracket, is repeated; a builder that uses a repetition has read too far.
    @inline(never)
    func refill(used: Int) {
        let kept = filled - used
        entries.update(from: entries + used, count: kept)
        filled = kept
        while filled < StructuralIndex.lookahead, offset < end { indexChunk() }
        guard offset == end, !isComplete else { return }
        isComplete = true
        isFaulty = isFaulty || state.inside_string != 0 || filled == 0
        guard !isFaulty else { return }
        for index in 0..<2 * StructuralIndex.lookahead { entries[filled + index] = entries[filled - 1] }
    }

    private func indexChunk() {
        let blocks = min(StructuralIndex.chunk, (end - offset) / 64)
        guard blocks > 0 else { return indexTail() }
        index(bytes + offset, blocks)
        offset += 64 * blocks
    }

    /// Indexes the last bytes, fewer than a block, padded with spaces.
    @inline(never)
    private func indexTail() {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { block in
            block.initialize(repeating: UInt8(ascii: " "))
            for index in 0..<end - offset { block[index] = bytes[offset + index] }
            if let start = block.baseAddress { index(start, 1) }
        }
        offset = end
    }

    /// Indexes blocks, and checks the escapes and the bytes beyond ASCII in them.
    private func index(_ start: UnsafePointer<UInt8>, _ blocks: Int) {
        let base = UInt32(truncatingIfNeeded: offset)
        filled += structural_index_blocks(start, base, blocks, &state, entries + filled, contents)
        for block in 0..<blocks where contents[block].escaped | contents[block].high != 0 {
            checkEscapes(contents[block].escaped, at: offset + 64 * block)
            checkUTF8(contents[block].high, at: offset + 64 * block)
        }
        if state.faults != 0 { isFaulty = true }
    }

    // MARK: Inside strings

    /// Checks escapes by the bytes after their backslashes.
    private func checkEscapes(_ letters: UInt64, at block: Int) {
        var bits = letters
        while bits != 0 {
            if !isEscape(bytes + block + bits.trailingZeroBitCount) { isFaulty = true }
            bits &= bits &- 1
        }
    }

    private func isEscape(_ letter: UnsafePointer<UInt8>) -> Bool {
        switch letter.pointee {
        case UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            guard let unit = Escape.codeUnit(at: letter + 1) else { return false }
            switch unit {
            case 0xd800..<0xdc00:
                pairedLow = letter + 6
                return Escape.lowSurrogate(at: letter + 5) != nil
            case 0xdc00..<0xe000: return letter == pairedLow
            default: return true
            }
        default: return false
        }
    }

    private func checkUTF8(_ high: UInt64, at block: Int) {
        var bits = high
        while bits != 0 {
            let start = block + bits.trailingZeroBitCount
            bits &= bits &- 1
            guard start >= checked else { continue }
            let length = UTF8Check.length(at: bytes + start)
            if length == 0 { isFaulty = true }
            checked = start + length
        }
    }
}
