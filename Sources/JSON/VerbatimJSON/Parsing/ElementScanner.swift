/// Reads the objects in one array of a file, with a window of the file and a tape for one of them at a time.
///
/// Like `IndexedTapeBuilder`, which does the reading, it does not report errors. It also fails if the array
/// is missing, an element is not an object, or a name on the path to the array is written with escapes: the
/// whole document must then be parsed to decide.
///
/// A file can be read in parts, each of which begins after a comma between two elements. The commas are
/// guessed (see `splits`), and a guess is confirmed if the previous part ends there: the text after such a
/// comma has one reading.
///
/// Reading fails at the end of a window, usually inside an element. It is resumed after the last element,
/// from where the window is filled again. So only a failure in a window up to the end of the part is one of
/// the text.
struct ElementScanner {
    /// A point at which reading is resumed.
    private enum Stage { case start, betweenElements, afterArray }

    private let window: FileWindow
    private let names: [[UInt8]]
    private var builder: IndexedTapeBuilder
    /// Receives a reader of an element, its bytes and its offset in the file.
    private let visit: (TapeReader, UnsafeRawBufferPointer, Int) -> Void

    private(set) var ranges: [Range<UInt32>] = []
    private var firstElement: Int?
    private var findsFirstOnly = false
    /// Whether the part ends with the file, and not between two elements.
    private let isLast: Bool
    private var endsBetweenElements = false
    /// The last point at which reading can be resumed, its offset in the window, and the separators before.
    private var resume: (stage: Stage, offset: Int, separators: Int)

    /// - Parameters:
    ///   - window: An empty window of the part.
    ///   - isLast: Whether the part ends with the file.
    ///   - visit: Receives a reader of each element, valid during the call, its bytes and its offset.
    init(
        _ window: FileWindow, arrayAt names: [String], isLast: Bool,
        _ visit: @escaping (TapeReader, UnsafeRawBufferPointer, Int) -> Void
    ) {
        self.window = window
        self.names = names.map { Array($0.utf8) }
        self.isLast = isLast
        self.visit = visit
        resume = (window.start == 0 ? .start : .betweenElements, 0, 0)
        builder = IndexedTapeBuilder(
            window.base, 0..<0, tape: TapeMemory(capacity: 1024), maximumDepth: ElementScanner.depth)
    }

    private static let depth = JSON.ParsingOptions().maximumDepth

    /// Reads the part, and returns whether it succeeded.
    mutating func read() -> Bool {
        defer { TapeMemory.release(builder.tape.words) }
        while true {
            guard builder.hasOnly(resume.separators, before: resume.offset), window.advance(by: resume.offset)
            else { return false }
            (resume.offset, resume.separators) = (0, 0)
            let end = readableEnd
            guard end > 0 || !window.reachesEnd else { return false }
            builder = IndexedTapeBuilder(
                window.base, 0..<end, tape: builder.tape, maximumDepth: ElementScanner.depth)
            let isRead = end > 0 && readWindow()
            if findsFirstOnly, isRead { return true }
            guard !window.reachesEnd else {
                return isRead && builder.isAtEnd && endsBetweenElements != isLast
            }
        }
    }

    /// The offset in the window after its last bracket, or after the comma that ends the part; 0 if there is
    /// none. That is how a text must end for the builder.
    private var readableEnd: Int {
        var end = window.count
        while end > 0, window.base[end - 1] | 0x20 != UInt8(ascii: "}") { end -= 1 }
        guard window.reachesEnd, end > 0 else { return end }
        let rest = (end..<window.count).map { window.base[$0] }
        let isEnd = isLast ? rest.allSatisfy(TapeBuilder.isWhiteSpace) : rest.last == UInt8(ascii: ",")
        return isEnd ? window.count : 0
    }

    private mutating func readWindow() -> Bool {
        switch resume.stage {
        case .start: return readObject(0)
        case .betweenElements:
            builder.enter(levels: names.count + 1)
            return readElements() && (endsBetweenElements || readRemainder(names.count - 1))
        case .afterArray:
            builder.enter(levels: names.count)
            return readRemainder(names.count - 1)
        }
    }

    // MARK: The path to the array

    private mutating func readObject(_ level: Int) -> Bool {
        guard builder.enterContainer(UInt8(ascii: "{")), !builder.leaveIfEmpty(UInt8(ascii: "}")) else {
            return false
        }
        return readMembers(level, isFound: false)
    }

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
            case false?: guard builder.readSingleValue() else { return false }
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
        guard TapeWord(bits: builder.tape.words[0]).tag == TapeWord.Tag.string else { return nil }
        return reader.rawString(0).elementsEqual(names[level])
    }

    private var reader: TapeReader {
        TapeReader(words: UnsafePointer(builder.tape.words), source: UnsafePointer(window.base))
    }

    // MARK: The elements

    private mutating func readArray() -> Bool {
        guard builder.enterContainer(UInt8(ascii: "[")) else { return false }
        guard !findsFirstOnly else {
            firstElement = builder.nextOffset()
            endsBetweenElements = true
            return firstElement != nil
        }
        guard builder.leaveIfEmpty(UInt8(ascii: "]")) else { return readElements() }
        markResume(.afterArray, at: builder.end)
        return true
    }

    /// Reads the elements up to the end of the array or the part.
    private mutating func readElements() -> Bool {
        while true {
            guard let start = builder.nextOffset(), builder.bytes[start] == UInt8(ascii: "{"),
                builder.readSingleValue()
            else { return false }
            let end = builder.end
            // A comma beyond the text of the builder belongs to the next window.
            guard let continues = builder.continues(until: UInt8(ascii: "]")), builder.end < builder.limit
            else { return false }
            appendElement(start..<end)
            guard continues else {
                markResume(.afterArray, at: builder.end)
                return true
            }
            markResume(.betweenElements, at: builder.end + 1)
            if !isLast, window.start + resume.offset == window.end {
                endsBetweenElements = true
                return true
            }
        }
    }

    @inline(__always)
    private mutating func appendElement(_ element: Range<Int>) {
        let offset = window.start + element.lowerBound
        ranges.append(UInt32(truncatingIfNeeded: offset)..<UInt32(truncatingIfNeeded: offset + element.count))
        visit(
            reader, UnsafeRawBufferPointer(start: builder.bytes + element.lowerBound, count: element.count),
            offset)
    }

    @inline(__always)
    private mutating func markResume(_ stage: Stage, at offset: Int) {
        resume = (stage, offset, builder.separators)
    }
}

// MARK: - Parts

extension ElementScanner {
    /// Returns offsets after commas that are likely to be between two elements, at most one per part but the
    /// first.
    ///
    /// An element is assumed to begin like the first, up to the end of its first name. A string cannot
    /// contain that without a backslash, so only an object elsewhere can begin like it.
    static func splits(_ file: InputFile, arrayAt names: [String], into parts: Int) -> [Int] {
        let start = FileWindow(file, 0..<file.size, capacity: 65_536)
        var scanner = ElementScanner(start, arrayAt: names, isLast: true) { _, _, _ in }
        scanner.findsFirstOnly = true
        guard scanner.read(), let first = scanner.firstElement, let head = head(start, first) else {
            return []
        }
        var splits: [Int] = []
        for part in 1..<parts {
            let from = max(file.size / parts * part, (splits.last ?? first) + 1)
            guard from < file.size else { break }
            if let split = split(file, after: from, head) { splits.append(split) }
        }
        return splits
    }

    /// Returns the bytes from the bracket of an object to the end of its first name.
    private static func head(_ window: FileWindow, _ start: Int) -> [UInt8]? {
        var quotes = 0
        for offset in start..<min(start + 256, window.count) {
            if window.base[offset] == UInt8(ascii: "\\") { return nil }
            if window.base[offset] == UInt8(ascii: "\"") { quotes += 1 }
            if quotes == 2 { return (start...offset).map { window.base[$0] } }
        }
        return nil
    }

    /// Returns the offset after the next comma between the bracket of an object and the bytes of `head`.
    private static func split(_ file: InputFile, after start: Int, _ head: [UInt8]) -> Int? {
        let window = FileWindow(file, start..<file.size, capacity: 65_536)
        // The comma may be before the bytes that are searched.
        let overlap = 512 + head.count
        repeat {
            guard window.advance(by: max(0, window.count - overlap)) else { return nil }
            let bytes = UnsafeBufferPointer(start: window.base, count: window.count)
            if let split = split(bytes, head) { return window.start + split }
        } while !window.reachesEnd
        return nil
    }

    private static func split(_ bytes: UnsafeBufferPointer<UInt8>, _ head: [UInt8]) -> Int? {
        guard bytes.count > head.count else { return nil }
        for offset in 0..<bytes.count - head.count
        where bytes[offset] == UInt8(ascii: "{") && bytes[offset...].starts(with: head) {
            var comma = offset - 1
            while comma > 0, TapeBuilder.isWhiteSpace(bytes[comma]) { comma -= 1 }
            guard comma > 0 else { continue }
            if bytes[comma] == UInt8(ascii: ","), bytes[comma - 1] == UInt8(ascii: "}") { return comma + 1 }
        }
        return nil
    }
}
