import Synchronization

/// The starts of lines at every 4,096th byte of a text, from which any position is found by a scan of one
/// block.
package struct LineIndex {
    static let block = 4096

    /// A byte: the number of its line, and the offset at which that line begins.
    private struct Mark {
        var line = 1
        var start = 0
    }

    /// The first bytes of the blocks.
    private var marks: [Mark] = []
    /// The byte after those indexed so far, and its offset.
    private var next = Mark()
    private var end = 0

    init() {}

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { append(bytes) }

    package init(_ bytes: [UInt8]) {
        self.init()
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Adds the next bytes of the text. All but the last must be a multiple of blocks.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        for start in stride(from: 0, to: bytes.count, by: LineIndex.block) {
            let block = UnsafeBufferPointer(
                rebasing: bytes[start..<min(start + LineIndex.block, bytes.count)])
            marks.append(next)
            LineIndex.advance(&next, over: block, from: end)
            end += block.count
        }
    }

    /// Returns the offset of the block from which the position of a byte is found, or that of the byte if no
    /// line begins in the block.
    func blockStart(of offset: Int) -> Int {
        let number = blockNumber(of: offset)
        guard marks.indices.contains(number) else { return 0 }
        let following = number + 1 < marks.count ? marks[number + 1] : next
        return following.line == marks[number].line ? offset : number * LineIndex.block
    }

    private func blockNumber(of offset: Int) -> Int { max(0, min(offset / LineIndex.block, marks.count - 1)) }

    /// - Parameter bytes: The bytes before it, from the start of its block.
    func position(at offset: Int, after bytes: UnsafeBufferPointer<UInt8>) -> JSONPosition {
        var mark = marks.isEmpty ? Mark() : marks[blockNumber(of: offset)]
        LineIndex.advance(&mark, over: bytes, from: offset - bytes.count)
        return JSONPosition(offset: offset, line: mark.line, column: offset - mark.start + 1)
    }

    /// Returns the position of a byte of the text that was indexed.
    package func position(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONPosition {
        position(at: offset, after: UnsafeBufferPointer(rebasing: bytes[blockStart(of: offset)..<offset]))
    }

    /// Returns the position of a byte of the text that was indexed.
    package func position(at offset: Int, in bytes: [UInt8]) -> JSONPosition {
        bytes.withUnsafeBufferPointer { position(at: offset, in: $0) }
    }

    private static func advance(_ mark: inout Mark, over bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        // Counting alone is compiled to vector code; the start of the last line is then found backward.
        var feeds = 0
        for byte in bytes { feeds &+= byte == UInt8(ascii: "\n") ? 1 : 0 }
        guard feeds > 0, let last = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
        mark.line += feeds
        mark.start = start + last + 1
    }
}

/// The lines of a file, from an index that is built at the first use, by reading the file once.
final class FileLines: Sendable {
    private let file: InputFile
    private let index = Mutex<LineIndex?>(nil)

    init(_ file: InputFile) { self.file = file }

    /// Returns the position of a byte; if the file was changed since it was opened, that in a single line.
    func position(at offset: Int) -> JSONPosition {
        let index = index.withLock { index in
            let ready = index ?? makeIndex()
            index = ready
            return ready
        }
        let start = index.blockStart(of: offset)
        guard start < offset else { return index.position(at: offset, after: .init(start: nil, count: 0)) }
        guard let block = try? SourceBytes(file, start..<offset) else {
            return JSONPosition(offset: offset, line: 1, column: offset + 1)
        }
        return index.position(at: offset, after: block.bytes)
    }

    private func makeIndex() -> LineIndex {
        var index = LineIndex()
        let window = FileWindow(file, 0..<file.size, capacity: 256 * LineIndex.block)
        repeat {
            guard window.advance(by: window.count) else { break }
            index.append(UnsafeBufferPointer(start: window.base, count: window.count))
        } while !window.reachesEnd
        return index
    }
}
