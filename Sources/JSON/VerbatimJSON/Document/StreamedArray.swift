/// An array of objects in a large file, whose elements are parsed one at a time: each once when the file is
/// opened, and again on access.
///
/// The file stays open and is read in windows; neither its bytes nor its tape are in memory as a whole.
package struct StreamedArray: Sendable {
    private let file: InputFile
    private let lines: FileLines
    private let names: [String]
    private let ranges: [Range<UInt32>]

    /// An element while the file is opened. It is valid during the call that receives it.
    package struct Element {
        /// The reader of the element, which is its node 0.
        package let reader: TapeReader
        fileprivate let array: StreamedArray
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let offset: Int

        /// The element as a document that remains valid. Its `pointer` has a meaningless index.
        package var json: JSON? { array.element(0, SourceBytes(copying: bytes), at: offset) }
    }

    /// Opens a file and visits every element, several parts of the array concurrently.
    ///
    /// The result is nil if the file is unreadable, written to meanwhile, or not a document, if it has no
    /// such array or one with other elements than objects, and in some rare other cases: parse the whole file
    /// to find the reason.
    /// - Parameters:
    ///   - names: The names on the path from the root to the array. Of duplicate names the first counts.
    ///   - parts: The maximum number of parts.
    ///   - window: The number of bytes of each part that are in memory at once, unless an element is larger.
    ///   - empty: The initial result of each part.
    ///   - visit: Adds an element to the result of its part.
    /// - Returns: The array, and the results of the parts in order.
    package static func open<Part: Sendable>(
        file path: String, names: [String], parts: Int, window: Int = 1 << 19, into empty: Part,
        visit: @escaping @Sendable (inout Part, Element) -> Void
    ) -> (array: StreamedArray, parts: [Part])? {
        guard let file = try? InputFile(path), file.size <= Int(clamping: UInt32.max) else { return nil }
        let array = StreamedArray(file: file, lines: FileLines(file), names: names, ranges: [])
        let splits = parts > 1 ? ElementScanner.splits(file, arrayAt: names, into: parts) : []
        if !splits.isEmpty, let read = array.read(splits, window, empty, visit) { return read }
        return array.read([], window, empty, visit)
    }

    /// Reads a file that is split at some offsets.
    private func read<Part: Sendable>(
        _ splits: [Int], _ window: Int, _ empty: Part,
        _ visit: @escaping @Sendable (inout Part, Element) -> Void
    ) -> (array: StreamedArray, parts: [Part])? {
        let ends = [0] + splits + [file.size]
        typealias Result = (part: Part, ranges: [Range<UInt32>])
        let results = ends.indices.dropLast().mapConcurrently { number -> Result? in
            var part = empty
            let text = FileWindow(file, ends[number]..<ends[number + 1], capacity: window)
            var scanner = ElementScanner(text, arrayAt: names, isLast: number == splits.count) {
                visit(&part, Element(reader: $0, array: self, bytes: $1, offset: $2))
            }
            return scanner.read() ? (part, scanner.ranges) : nil
        }
        let read = results.compactMap(\.self)
        guard read.count == ends.count - 1, file.isUnchanged else { return nil }
        let whole = StreamedArray(file: file, lines: lines, names: names, ranges: read.flatMap(\.ranges))
        return (whole, read.map(\.part))
    }

    package var count: Int { ranges.count }

    /// The document without the elements; nil if the file was modified after it was opened, if the array is
    /// empty, or if the rest of the document is large itself.
    package var frame: JSON? {
        guard let first = ranges.first, let last = ranges.last else { return nil }
        let parts = [0..<Int(first.lowerBound), Int(last.upperBound)..<file.size]
        guard parts.allSatisfy({ $0.count < Self.largestFrame }) else { return nil }
        let texts = parts.compactMap { try? SourceBytes(file, $0) }
        guard texts.count == parts.count else { return nil }
        return try? JSON(parsing: texts.flatMap { Array($0.bytes) })
    }

    private static let largestFrame = 1 << 26

    /// An element as a document, with positions and pointers in the file, or nil if the file was modified
    /// after it was opened.
    package subscript(index: Int) -> JSON? {
        let range = Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound)
        return (try? SourceBytes(file, range)).flatMap { element(index, $0, at: range.lowerBound) }
    }

    private func element(_ index: Int, _ source: SourceBytes, at offset: Int) -> JSON? {
        let depth = JSON.ParsingOptions().maximumDepth - names.count - 1
        let location = Tape.Location.element(index, of: names, at: offset, in: lines)
        return IndexedTapeBuilder.build(source, location, maximumDepth: depth)
            .map { JSON(tape: $0, reference: 0) }
    }
}
