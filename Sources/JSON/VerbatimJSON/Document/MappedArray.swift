import Dispatch
import Synchronization

/// An array of objects in a large file, whose elements are parsed one at a time: each once when the file is
/// opened, and again on access.
///
/// The file is mapped; neither its bytes nor its tape are in memory as a whole.
package struct MappedArray: Sendable {
    private let source: SourceBytes
    private let names: [String]
    private let ranges: [Range<UInt32>]

    /// An element while the file is opened. It is valid during the call that receives it.
    package struct Element {
        /// The reader of the element, which is its node 0.
        package let reader: TapeReader
        fileprivate let array: MappedArray
        fileprivate let range: Range<Int>

        /// The element as a document that remains valid. Its `pointer` has a meaningless index.
        package var json: JSON? { array.element(0, range) }
    }

    /// Opens a file and visits every element, several parts of the array concurrently.
    ///
    /// The result is nil if the file is unreadable or not a document, if it has no such array or one with
    /// other elements than objects, and in some rare other cases: parse the whole file to find the reason.
    /// - Parameters:
    ///   - names: The names on the path from the root to the array. Of duplicate names the first counts.
    ///   - parts: The maximum number of parts.
    ///   - empty: The initial result of each part.
    ///   - visit: Adds an element to the result of its part.
    /// - Returns: The array, and the results of the parts in order.
    package static func open<Part: Sendable>(
        file path: String, names: [String], parts: Int, into empty: Part,
        visit: @escaping @Sendable (inout Part, Element) -> Void
    ) -> (array: MappedArray, parts: [Part])? {
        guard let source = try? SourceBytes.mapping(path),
            IndexedTapeBuilder.canRead(source, 0..<source.count)
        else { return nil }
        let array = MappedArray(source: source, names: names, ranges: [])
        let splits = parts > 1 ? ElementScanner.splits(source, arrayAt: names, into: parts) : []
        if !splits.isEmpty, let read = array.read(splits, empty, visit) { return read }
        return array.read([], empty, visit)
    }

    /// Reads a file that is split at some offsets.
    private func read<Part: Sendable>(
        _ splits: [Int], _ empty: Part, _ visit: @escaping @Sendable (inout Part, Element) -> Void
    ) -> (array: MappedArray, parts: [Part])? {
        let ends = [0] + splits + [source.count]
        typealias Result = (part: Part, ranges: [Range<UInt32>])
        let results = Mutex<[Result?]>(Array(repeating: nil, count: ends.count - 1))
        DispatchQueue.concurrentPerform(iterations: ends.count - 1) { number in
            var part = empty
            var scanner = ElementScanner(source, ends[number]..<ends[number + 1], arrayAt: names) {
                visit(&part, Element(reader: $0, array: self, range: $1))
            }
            guard scanner.read() else { return }
            let result = (part, scanner.ranges)
            results.withLock { $0[number] = result }
        }
        let read = results.withLock { $0.compactMap { $0 } }
        guard read.count == ends.count - 1 else { return nil }
        let whole = MappedArray(source: source, names: names, ranges: read.flatMap(\.ranges))
        return (whole, read.map(\.part))
    }

    /// The number of elements.
    package var count: Int { ranges.count }

    /// An element as a document, with positions and pointers in the file, or nil if the file was modified
    /// after it was opened.
    package subscript(index: Int) -> JSON? {
        element(index, Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound))
    }

    private func element(_ index: Int, _ range: Range<Int>) -> JSON? {
        let depth = JSON.ParsingOptions().maximumDepth - names.count - 1
        return IndexedTapeBuilder.build(source, range, .element(index, of: names), maximumDepth: depth)
            .map { JSON(tape: $0, reference: 0) }
    }
}
