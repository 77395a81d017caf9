import Dispatch
import Synchronization

/// The elements of one array of objects in a large file, which are read one at a time: all of them once, when the file
/// is opened, and each again when it is asked for.
///
/// Neither the file nor a tape of it is in memory as a whole.
package struct LargeArray: Sendable {
    private let source: SourceBytes
    private let names: [String]
    private let ranges: [Range<UInt32>]

    /// An element while the file is opened: a look at its tape, which is valid as long as the call it is passed to.
    package struct Element {
        /// The tape; the element is its node 0.
        package let reader: TapeReader
        fileprivate let array: LargeArray
        fileprivate let range: Range<Int>

        /// The element as a document that can be kept; its `pointer` has an index of no meaning.
        package var json: JSON? { array.element(0, range) }
    }

    /// Opens a file and reads every element, in some parts at the same time.
    ///
    /// Nil when the file cannot be read, is no document, has no such array, or an array with anything but objects, and
    /// in some cases that are rare: whoever parses the file as a whole finds out which.
    /// - Parameters:
    ///   - names: The names that lead to the array from the root; of several members of a name the first counts.
    ///   - parts: How many parts there may be, at most.
    ///   - visit: What to do with an element; the first argument is what the elements of its part before it have made
    ///     of `empty`.
    /// - Returns: The array, and what the parts have become, in order.
    package static func open<Part: Sendable>(
        file path: String, names: [String], parts: Int, into empty: Part,
        visit: @escaping @Sendable (inout Part, Element) -> Void
    ) -> (array: LargeArray, parts: [Part])? {
        guard let source = try? SourceBytes.mapping(path),
            IndexedTapeBuilder.canRead(source, 0..<source.count)
        else { return nil }
        let array = LargeArray(source: source, names: names, ranges: [])
        let splits = parts > 1 ? ElementScanner.splits(source, arrayAt: names, into: parts) : []
        if !splits.isEmpty, let read = array.read(splits, empty, visit) { return read }
        return array.read([], empty, visit)
    }

    /// Reads a file that is split at some locations.
    private func read<Part: Sendable>(
        _ splits: [Int], _ empty: Part, _ visit: @escaping @Sendable (inout Part, Element) -> Void
    ) -> (array: LargeArray, parts: [Part])? {
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
        let whole = LargeArray(source: source, names: names, ranges: read.flatMap(\.ranges))
        return (whole, read.map(\.part))
    }

    /// How many elements there are.
    package var count: Int { ranges.count }

    /// An element as a document of its own, with positions and pointers in the file; nil when the file was written
    /// into since it was opened.
    package subscript(index: Int) -> JSON? {
        element(index, Int(ranges[index].lowerBound)..<Int(ranges[index].upperBound))
    }

    private func element(_ index: Int, _ range: Range<Int>) -> JSON? {
        let depth = JSON.ParsingOptions().maximumDepth - names.count - 1
        return IndexedTapeBuilder.build(source, range, .element(index, of: names), maximumDepth: depth)
            .map { JSON(tape: $0, reference: 0) }
    }
}
