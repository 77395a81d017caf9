/// Reads the objects in one array of a text, with a tape for one of them at a time.
///
/// Like `IndexedTapeBuilder`, which does the reading, it does not report errors. It also fails if the array
/// is missing, an element is not an object, or a name on the path to the array is written with escapes: the
/// whole document must then be parsed to decide.
///
/// A text can be read in parts, each of which begins after a comma between two elements. The commas are
/// guessed (see `splits`), and a guess is confirmed if the previous part ends there: the text after such a
/// comma has one reading.
struct ElementScanner {
    private let source: SourceBytes
    private let names: [[UInt8]]
    private let range: Range<Int>
    private var builder: IndexedTapeBuilder
    private let visit: (TapeReader, Range<Int>) -> Void

    private(set) var ranges: [Range<UInt32>] = []
    private var firstElement: Int?
    private var findsFirstOnly = false
    /// Whether the part ends between two elements.
    private var endsBetweenElements = false
    /// The offset up to which the bytes of a mapped file are discarded, and the number discarded at once.
    private var discarded: Int
    private static let window = 1 << 21

    /// - Parameter visit: Receives a reader of each element, valid during the call, and its range.
    init(
        _ source: SourceBytes, _ range: Range<Int>, arrayAt names: [String],
        _ visit: @escaping (TapeReader, Range<Int>) -> Void
    ) {
        self.source = source
        self.range = range
        self.names = names.map { Array($0.utf8) }
        self.visit = visit
        discarded = range.lowerBound
        builder = IndexedTapeBuilder(
            source, range, tape: TapeMemory(capacity: 1024),
            maximumDepth: JSON.ParsingOptions().maximumDepth)
    }

    /// Reads the part, and returns whether it succeeded.
    mutating func read() -> Bool {
        defer { TapeMemory.release(builder.tape.words) }
        let isRead: Bool
        if range.lowerBound == 0 {
            isRead = readObject(0)
        } else {
            builder.enter(levels: names.count + 1)
            isRead = readElements() && (endsBetweenElements || readRemainder(names.count - 1))
        }
        return isRead && builder.isAtEnd && endsBetweenElements == (range.upperBound < source.count)
    }

    // MARK: The path to the array

    /// Reads the object that contains the name of a level.
    private mutating func readObject(_ level: Int) -> Bool {
        guard builder.enterContainer(UInt8(ascii: "{")), !builder.leaveIfEmpty(UInt8(ascii: "}")) else {
            return false
        }
        return readMembers(level, isFound: false)
    }

    /// Reads the remaining members of the object at a level.
    private mutating func readMembers(_ level: Int, isFound: Bool) -> Bool {
        var isFound = isFound
        while true {
            guard builder.readSingleName() else { return false }
            switch isFound ? false : isName(level) {
            case nil: return false
            case true?:
                guard level + 1 < names.count ? readObject(level + 1) : readArray() else { return false }
                if endsBetweenElements { return true }
                isFound = true
            case false?:
                guard builder.readSingleValue() else { return false }
            }
            guard let continues = builder.continues(until: UInt8(ascii: "}")) else { return false }
            guard continues else { return isFound }
        }
    }

    /// Reads the text after the array, from the object at a level outward.
    private mutating func readRemainder(_ level: Int) -> Bool {
        guard let continues = builder.continues(until: UInt8(ascii: "}")) else { return false }
        guard !continues || readMembers(level, isFound: true) else { return false }
        return level == 0 || readRemainder(level - 1)
    }

    /// Returns whether the name on the tape is that of a level, or nil if it has escapes.
    private func isName(_ level: Int) -> Bool? {
        let name = TapeReader(words: UnsafePointer(builder.tape.words), source: source.base).rawString(0)
        guard TapeWord(bits: builder.tape.words[0]).tag == TapeWord.Tag.string else { return nil }
        return name.elementsEqual(names[level])
    }

    // MARK: The elements

    private mutating func readArray() -> Bool {
        guard builder.enterContainer(UInt8(ascii: "[")) else { return false }
        guard !findsFirstOnly else {
            firstElement = builder.nextOffset()
            endsBetweenElements = true
            return true
        }
        return builder.leaveIfEmpty(UInt8(ascii: "]")) || readElements()
    }

    /// Reads the elements up to the end of the array or the part.
    private mutating func readElements() -> Bool {
        while true {
            guard let start = builder.nextOffset(), source.base[start] == UInt8(ascii: "{"),
                builder.readSingleValue()
            else { return false }
            appendElement(start..<builder.end)
            guard let continues = builder.continues(until: UInt8(ascii: "]")) else { return false }
            guard continues else { return true }
            if builder.end + 1 == range.upperBound {
                endsBetweenElements = true
                return true
            }
        }
    }

    @inline(__always)
    private mutating func appendElement(_ element: Range<Int>) {
        ranges.append(
            UInt32(truncatingIfNeeded: element.lowerBound)..<UInt32(truncatingIfNeeded: element.upperBound))
        visit(TapeReader(words: UnsafePointer(builder.tape.words), source: source.base), element)
        guard element.upperBound - discarded >= ElementScanner.window else { return }
        source.discard(discarded..<element.upperBound)
        discarded = element.upperBound
    }
}

extension ElementScanner {
    /// Returns offsets after commas that are likely to be between two elements, at most one per part but the
    /// first.
    ///
    /// An element is assumed to begin like the first, up to the end of its first name. A string cannot
    /// contain that without a backslash, so only an object elsewhere can begin like it.
    static func splits(_ source: SourceBytes, arrayAt names: [String], into parts: Int) -> [Int] {
        var scanner = ElementScanner(source, 0..<source.count, arrayAt: names) { _, _ in }
        scanner.findsFirstOnly = true
        _ = scanner.read()
        guard let first = scanner.firstElement, let head = head(source, first) else { return [] }
        var splits: [Int] = []
        for part in 1..<parts {
            let from = max(source.count / parts * part, (splits.last ?? first) + 1)
            if let split = split(source, after: from, head) { splits.append(split) }
        }
        return splits
    }

    /// Returns the range from the bracket of an object to the end of its first name.
    private static func head(_ source: SourceBytes, _ start: Int) -> Range<Int>? {
        var quotes = 0
        for offset in start..<min(start + 256, source.count) {
            if source.base[offset] == UInt8(ascii: "\\") { return nil }
            if source.base[offset] == UInt8(ascii: "\"") { quotes += 1 }
            if quotes == 2 { return start..<offset + 1 }
        }
        return nil
    }

    /// Returns the offset after the next comma between the bracket of an object and the bytes of `head`.
    private static func split(_ source: SourceBytes, after start: Int, _ head: Range<Int>) -> Int? {
        guard start < source.count - head.count else { return nil }
        let bytes = source.base
        for offset in start..<source.count - head.count
        where bytes[offset] == UInt8(ascii: "{")
            && UnsafeBufferPointer(start: bytes + offset, count: head.count).elementsEqual(
                UnsafeBufferPointer(start: bytes + head.lowerBound, count: head.count))
        {
            var comma = offset - 1
            while TapeBuilder.isWhiteSpace(bytes[comma]) { comma -= 1 }
            if bytes[comma] == UInt8(ascii: ","), bytes[comma - 1] == UInt8(ascii: "}") { return comma + 1 }
        }
        return nil
    }
}
