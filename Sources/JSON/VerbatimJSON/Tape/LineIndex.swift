/// Where lines begin, noted once in 4,096 bytes, so that any position is found by a look at one block.
struct LineIndex {
    private static let block = 4096
    /// How many bytes of a mapped file are kept in memory while they are counted.
    private static let window = 1 << 22

    /// Of each block: the number of the line that its first byte belongs to, and where that line begins.
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
            if offset % LineIndex.window == 0 { source.forget(offset - LineIndex.window..<offset) }
        } while offset < source.count
    }

    func position(at offset: Int, in source: SourceBytes) -> JSONPosition {
        let number = min(offset / LineIndex.block, marks.count - 1)
        var mark = marks[number]
        LineIndex.advance(&mark, from: number * LineIndex.block, to: offset, in: source)
        return JSONPosition(offset: offset, line: mark.line, column: offset - mark.start + 1)
    }

    /// The position of a byte without an index, for a text that did not become a document.
    static func position(at offset: Int, in source: SourceBytes) -> JSONPosition {
        var mark = (line: 1, start: 0)
        advance(&mark, from: 0, to: offset, in: source)
        return JSONPosition(offset: offset, line: mark.line, column: offset - mark.start + 1)
    }

    /// Unsafe code. Invariant: `end` is at most the count of the source.
    private static func advance(
        _ mark: inout (line: Int, start: Int), from start: Int, to end: Int, in source: SourceBytes
    ) {
        // Counting alone becomes vector code; where the last line begins is then looked for from behind.
        var feeds = 0
        for offset in start..<end { feeds &+= source.base[offset] == UInt8(ascii: "\n") ? 1 : 0 }
        guard feeds > 0 else { return }
        mark.line += feeds
        mark.start = end
        while source.base[mark.start - 1] != UInt8(ascii: "\n") { mark.start -= 1 }
    }
}
