import Synchronization

/// The lines of a file, from an index that is built at the first use, by reading the file once.
final class FileLines: Sendable {
    private let file: InputFile
    private let index = Mutex<LineIndex?>(nil)

    init(_ file: InputFile) {
        self.file = file
    }

    /// Returns the position of a byte; if the file was changed since it was opened, that in a single line.
    func position(at offset: Int) -> JSONPosition {
        let index = index.withLock { index in
            let ready = index ?? makeIndex()
            index = ready
            return ready
        }
        let start = index.blockStart(of: offset)
        guard start <= offset, let block = try? SourceBytes(file, start..<offset) else {
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
