/// The starts of lines at every 4,096th byte, from which any position is found by a scan of one block.
struct LineIndex {
    private static let block = 4096
    /// The number of bytes of a mapped file that stay in memory during the scan.
    private static let window = 1 << 22

    /// The line number of the first byte of each block, and the offset at which that line begins.
    private var marks: [(line: Int, start: Int)] = []

    init(_ source: SourceBytes) {
        var mark = (line: 1, start: 0)
        var offset = 0
        marks.reserveCapacity(source.count / LineIndex.block + 1)
        repeat {
            marks.append(mark)
            let end = min(offset + LineIndex.block, source.count)
            LineIndex.advance(&mark, from: offset, to: end, in: source)
            offset = end
            if offset % LineIndex.window == 0 { source.discard(offset - LineIndex.window..<offset) }
        } while offset < source.count
    }

    func position(at offset: Int, in source: SourceBytes) -> JSONPosition {
        let number = min(offset / LineIndex.block, marks.count - 1)
        var mark = marks[number]
        LineIndex.advance(&mark, from: number * LineIndex.block, to: offset, in: source)
        return JSONPosition(offset: offset, line: mark.line, column: offset - mark.start + 1)
    }

    /// Returns the position of a byte without an index, for a text that is not a document.
    static func position(at offset: Int, in source: SourceBytes) -> JSONPosition {
        var mark = (line: 1, start: 0)
        advance(&mark, from: 0, to: offset, in: source)
        return JSONPosition(offset: offset, line: mark.line, column: offset - mark.start + 1)
    }

    /// Unsafe code. Invariant: `end` is at most the count of the source.
    private static func advance(
        _ mark: inout (line: Int, start: Int), from start: Int, to end: Int, in source: SourceBytes
    ) {
        // Counting alone is compiled to vector code; the start of the last line is then found backward.
        var feeds = 0
        for offset in start..<end { feeds &+= source.base[offset] == UInt8(ascii: "\n") ? 1 : 0 }
        guard feeds > 0 else { return }
        mark.line += feeds
        mark.start = end
        while source.base[mark.start - 1] != UInt8(ascii: "\n") { mark.start -= 1 }
    }
}
