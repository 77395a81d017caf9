/// Finds the objects that are the elements of one array of a text, with a tape for one of them at a time.
///
/// Like `IndexedTapeBuilder`, which does the reading, it knows only whether a text is a document; and it gives up
/// where a look at the whole document may come to another end: when the array is not there, an element is no object, or
/// a name on the way to the array is written with escapes.
///
/// A text can be read in parts, each behind a comma between two elements. Whether there is one is a guess (see
/// `splits`) which the reader of the part before confirms by ending there: what follows such a comma is read alike
/// whatever came before.
struct ElementScanner {
    private let source: SourceBytes
    private let names: [[UInt8]]
    private let range: Range<Int>
    private var builder: IndexedTapeBuilder
    private let visit: (TapeReader, Range<Int>) -> Void

    private(set) var ranges: [Range<UInt32>] = []
    private var firstElement: Int?
    private var findsFirstOnly = false
    /// Whether the part ended between two elements.
    private var endedInside = false
    /// Up to where the bytes of a mapped file have been given back, and how many there are at once.
    private var forgotten: Int
    private static let window = 1 << 21

    /// - Parameter visit: Is called with the tape of each element, valid during the call, and its location.
    init(
        _ source: SourceBytes, _ range: Range<Int>, arrayAt names: [String],
        _ visit: @escaping (TapeReader, Range<Int>) -> Void
    ) {
        self.source = source
        self.range = range
        self.names = names.map { Array($0.utf8) }
        self.visit = visit
        forgotten = range.lowerBound
        builder = IndexedTapeBuilder(
            source, range, tape: TapeMemory(capacity: 1024),
            maximumDepth: JSON.ParsingOptions().maximumDepth)
    }

    /// Reads the part; false when it is not what it has to be.
    mutating func read() -> Bool {
        defer { TapeMemory.release(builder.tape.words) }
        let isRead: Bool
        if range.lowerBound == 0 {
            isRead = readObject(0)
        } else {
            builder.enter(levels: names.count + 1)
            isRead = readElements() && (endedInside || readOn(names.count - 1))
        }
        return isRead && builder.isAtEnd && endedInside == (range.upperBound < source.count)
    }

    // MARK: The way to the array

    /// Reads the object that has the name of a level, or the next object on the way to it.
    private mutating func readObject(_ level: Int) -> Bool {
        guard builder.opens(UInt8(ascii: "{")), !builder.closesAtOnce(UInt8(ascii: "}")) else { return false }
        return readMembers(level, isFound: false)
    }

    /// Reads members from a name on to the end of their object, and of the objects around it up to this level.
    private mutating func readMembers(_ level: Int, isFound: Bool) -> Bool {
        var isFound = isFound
        while true {
            guard builder.readNameAlone() else { return false }
            switch isFound ? false : isName(level) {
            case nil: return false
            case true?:
                guard level + 1 < names.count ? readObject(level + 1) : readArray() else { return false }
                if endedInside { return true }
                isFound = true
            case false?:
                guard builder.readValueAlone() else { return false }
            }
            guard let goesOn = builder.goesOn(until: UInt8(ascii: "}")) else { return false }
            guard goesOn else { return isFound }
        }
    }

    /// Reads what follows the array, from the object at a level outwards.
    private mutating func readOn(_ level: Int) -> Bool {
        guard let goesOn = builder.goesOn(until: UInt8(ascii: "}")) else { return false }
        guard !goesOn || readMembers(level, isFound: true) else { return false }
        return level == 0 || readOn(level - 1)
    }

    /// Whether the name on the tape is that of a level; nil when that cannot be seen.
    private func isName(_ level: Int) -> Bool? {
        let name = TapeReader(words: UnsafePointer(builder.tape.words), source: source.base).rawString(0)
        guard TapeWord(bits: builder.tape.words[0]).tag == TapeWord.Tag.string else { return nil }
        return name.elementsEqual(names[level])
    }

    // MARK: The elements

    private mutating func readArray() -> Bool {
        guard builder.opens(UInt8(ascii: "[")) else { return false }
        guard !findsFirstOnly else {
            firstElement = builder.nextOffset()
            endedInside = true
            return true
        }
        return builder.closesAtOnce(UInt8(ascii: "]")) || readElements()
    }

    /// Reads elements up to the end of the array or of the part.
    private mutating func readElements() -> Bool {
        while true {
            guard let start = builder.nextOffset(), source.base[start] == UInt8(ascii: "{"),
                builder.readValueAlone()
            else { return false }
            noteElement(start..<builder.end)
            guard let goesOn = builder.goesOn(until: UInt8(ascii: "]")) else { return false }
            guard goesOn else { return true }
            if builder.end + 1 == range.upperBound {
                endedInside = true
                return true
            }
        }
    }

    @inline(__always)
    private mutating func noteElement(_ location: Range<Int>) {
        ranges.append(
            UInt32(truncatingIfNeeded: location.lowerBound)..<UInt32(truncatingIfNeeded: location.upperBound))
        visit(TapeReader(words: UnsafePointer(builder.tape.words), source: source.base), location)
        guard location.upperBound - forgotten >= ElementScanner.window else { return }
        source.forget(forgotten..<location.upperBound)
        forgotten = location.upperBound
    }
}

extension ElementScanner {
    /// Where a text can perhaps be split into some parts, each behind a comma between two elements.
    ///
    /// An element is taken to begin like the first, up to the end of its first name. Inside a string that would need a
    /// backslash, so nothing but an object elsewhere can look the same.
    static func splits(_ source: SourceBytes, arrayAt names: [String], into parts: Int) -> [Int] {
        var scanner = ElementScanner(source, 0..<source.count, arrayAt: names) { _, _ in }
        scanner.findsFirstOnly = true
        _ = scanner.read()
        guard let first = scanner.firstElement, let head = head(source, first) else { return [] }
        var splits: [Int] = []
        for part in 1..<parts {
            let from = max(source.count / parts * part, (splits.last ?? first) + 1)
            if let split = split(source, behind: from, head) { splits.append(split) }
        }
        return splits
    }

    /// The bytes from the bracket of an object to its first quotation marks.
    private static func head(_ source: SourceBytes, _ start: Int) -> Range<Int>? {
        var quotes = 0
        for offset in start..<min(start + 256, source.count) {
            if source.base[offset] == UInt8(ascii: "\\") { return nil }
            if source.base[offset] == UInt8(ascii: "\"") { quotes += 1 }
            if quotes == 2 { return start..<offset + 1 }
        }
        return nil
    }

    /// Behind the next comma that stands between the bracket of an object and something that begins like `head`.
    private static func split(_ source: SourceBytes, behind from: Int, _ head: Range<Int>) -> Int? {
        guard from < source.count - head.count else { return nil }
        let bytes = source.base
        for offset in from..<source.count - head.count
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
