import VerbatimJSON

/// The strings that a body has in pieces: those at the same place in each item of a sequence, joined.
///
/// Language models stream text and the arguments of tools in this way, in events, lines, parts or the
/// elements of an array. JSON is read wherever it begins, so no framing has to be known.
struct StreamedStrings {
    /// A string of one item, without its quotation marks.
    private struct Piece {
        /// The range in the joined string.
        let range: Range<Int>
        let source: Range<Int>
    }

    /// A string in pieces.
    struct Joined {
        private(set) var bytes: [UInt8] = []
        private var pieces: [Piece] = []

        fileprivate mutating func append(_ text: [UInt8], from source: Range<Int>) {
            pieces.append(Piece(range: bytes.count..<(bytes.count + text.count), source: source))
            bytes += text
        }
    }

    private let body: UnsafeRawBufferPointer
    private let strings: [StringScanner.Found]
    /// The indices of the strings by their places, in the order of the body.
    private let order: [Int]
    /// The ranges in the order with the strings of one place.
    private var places: [Range<Int>] = []

    /// Reads a body, which has to stay in memory.
    init(_ body: UnsafeRawBufferPointer) {
        self.body = body
        var scanner = StringScanner(body)
        scanner.read()
        let strings = scanner.found
        order = strings.indices.sorted { (strings[$0].place, $0) < (strings[$1].place, $1) }
        self.strings = strings
        var start = 0
        for end in 1..<max(1, order.count + 1) {
            guard end == order.count || strings[order[end]].place != strings[order[start]].place else {
                continue
            }
            if end - start > 1 { places.append(start..<end) }
            start = end
        }
        places.sort { order[$0.lowerBound] < order[$1.lowerBound] }
    }

    /// Passes on each string in pieces, in the order of the body, until the closure returns false.
    func forEach(_ receive: (Joined) -> Bool) {
        for place in places {
            var joined = Joined()
            for string in order[place].lazy.map({ strings[$0] }) {
                joined.append(string.text ?? StringScanner.text(of: body[string.source]), from: string.source)
            }
            guard receive(joined) else { return }
        }
    }
}

/// Reads the strings of JSON texts, whatever is between these, and the data of events that is no JSON.
private struct StringScanner {
    /// A string that is a value.
    struct Found {
        /// The hash of the names and indices that lead to it in its item.
        let place: Int
        let source: Range<Int>
        /// Its text, if it is in a JSON text within a string, which is its source.
        let text: [UInt8]?
    }

    /// An object or array that has begun, or what is around them.
    private struct Container {
        /// The number of commas in it, if it is an array whose elements have different places.
        var count: Int?
        /// The hash of its place, and of the one among those with the same values of `index`.
        var place = 0
        var indexed = 0
        /// The hash of the name or the index of the next value.
        var next = 0
        /// Whether the next value separates strings at one place, as that of `index` or `output_index`.
        var isIndexNext = false
    }

    /// The levels after which a text is read as if it began again.
    private static let maximumDepth = 256
    /// The levels of texts within strings that are read.
    private static let maximumNesting = 3
    private static let dataPrefix = Array("data:".utf8)
    private static let indexSuffix = Array("index".utf8)

    private let bytes: UnsafeRawBufferPointer
    /// The string that contains the text; nil for a body.
    private let outer: Range<Int>?
    private let nesting: Int
    private(set) var found: [Found] = []
    private var open: [Container] = []
    private var current: Container

    init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, in: nil, place: 0, nesting: 0) }

    private init(_ bytes: UnsafeRawBufferPointer, in outer: Range<Int>?, place: Int, nesting: Int) {
        (self.bytes, self.outer, self.nesting) = (bytes, outer, nesting)
        current = Container(place: place, indexed: place)
    }

    mutating func read() {
        var index = beginLine(at: 0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = readString(from: index + 1)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                begin(isArray: bytes[index] == UInt8(ascii: "["))
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                current = open.popLast() ?? current
                index += 1
            case UInt8(ascii: ","):
                current.count = current.count.map { $0 + 1 }
                (current.next, current.isIndexNext) = (current.count ?? 0, false)
                index += 1
            case 0x0a: index = beginLine(at: index + 1)
            case 0x0d:
                let isPair = index + 1 < bytes.count && bytes[index + 1] == 0x0a
                index = beginLine(at: index + (isPair ? 2 : 1))
            case let byte where current.isIndexNext && byte.isDigit:
                let digits = bytes[index...].prefix(while: \.isDigit)
                current.indexed = Self.hash(current.indexed, of: digits)
                (current.isIndexNext, index) = (false, digits.endIndex)
            default: index += 1
            }
        }
    }

    /// Begins another item where a line shows one: after an empty line, or if JSON begins in the first
    /// column.
    private mutating func beginLine(at index: Int) -> Int {
        guard index < bytes.count else { return index }
        switch bytes[index] {
        case 0x0a, 0x0d, 0x1e, UInt8(ascii: "{"), UInt8(ascii: "["):
            current = open.first ?? current
            open = []
        case UInt8(ascii: "d") where ByteSearch.begins(Self.dataPrefix, in: bytes, at: index):
            readData(from: index + Self.dataPrefix.count)
            return index + Self.dataPrefix.count
        default: break
        }
        return index
    }

    /// Reads the data of an event in this line, unless it is JSON.
    private mutating func readData(from start: Int) {
        let line = bytes[start...].prefix { $0 != 0x0a && $0 != 0x0d }
        let data = line.first == 0x20 ? line.dropFirst() : line
        let (quote, ends) = (UInt8(ascii: "\""), (data.first, data.last))
        guard ends.0 != UInt8(ascii: "{"), ends.0 != UInt8(ascii: "["), ends != (quote, quote) else { return }
        append(data.startIndex..<data.endIndex, at: Self.hash(current.place, -1))
    }

    private mutating func begin(isArray: Bool) {
        if open.count == Self.maximumDepth { open = [open[0]] }
        // The elements of an array that is all of the text are items.
        let isSequence = isArray && open.isEmpty
        open.append(current)
        current =
            isSequence
            ? Container(place: current.place, indexed: current.indexed)
            : Container(
                count: isArray ? 0 : nil, place: Self.hash(current.place, current.next),
                indexed: Self.hash(current.indexed, current.next))
    }

    /// Reads a name or a value, and returns the index after it. One that does not end in its line is no
    /// string.
    private mutating func readString(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard bytes[end] != 0x0a, bytes[end] != 0x0d else { return end }
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < bytes.count else { return bytes.count }
        let next = bytes[(end + 1)...].firstIndex { $0 > 0x20 || $0 == 0x0a || $0 == 0x0d } ?? bytes.count
        if next < bytes.count, bytes[next] == UInt8(ascii: ":") {
            current.next = Self.hash(0, of: bytes[start..<end])
            current.isIndexNext = bytes[start..<end].suffix(Self.indexSuffix.count).elementsEqual(
                Self.indexSuffix)
            return next + 1
        }
        let (place, indexed) = (
            Self.hash(current.place, current.next), Self.hash(current.indexed, current.next)
        )
        append(start..<end, at: place)
        if indexed != place { append(start..<end, at: indexed) }
        readText(in: start..<end, at: place)
        return end + 1
    }

    private mutating func append(_ range: Range<Int>, at place: Int) {
        guard !range.isEmpty else { return }
        let text = outer == nil ? nil : Self.text(of: bytes[range])
        found.append(Found(place: place, source: outer ?? range, text: text))
    }

    /// Reads the JSON text that a string contains, if it begins as one.
    private mutating func readText(in range: Range<Int>, at place: Int) {
        guard nesting < Self.maximumNesting, let first = bytes[range].first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            bytes[range].contains(UInt8(ascii: "\\"))
        else { return }
        found += Self.text(of: bytes[range]).withUnsafeBytes { text in
            var scanner = StringScanner(
                text, in: outer ?? range, place: Self.hash(place, -2), nesting: nesting + 1)
            scanner.read()
            return scanner.found
        }
    }

    /// Returns the text of a string; one with wrong escapes as it is.
    static func text(of string: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        guard string.contains(UInt8(ascii: "\\")),
            let text = try? JSON(parsing: Array("\"".utf8) + Array(string) + Array("\"".utf8)).string
        else { return Array(string) }
        return Array(text.utf8)
    }

    /// Places that are taken for one by chance cost a search, so two multiplications are enough.
    private static func hash(_ place: Int, _ next: Int) -> Int {
        let mixed = (place &* 0x1e37_79b9_7f4a_7c15 ^ next) &* 0x56e8_feb8_6659_fd93
        return mixed ^ mixed >> 32
    }

    private static func hash(_ place: Int, of name: Slice<UnsafeRawBufferPointer>) -> Int {
        var hasher = Hasher()
        hasher.combine(place)
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: name))
        return hasher.finalize()
    }
}

extension StreamedStrings.Joined {
    /// Returns an occurrence in the joined string as one in the stream; nil if it is in one piece.
    ///
    /// Its replacement is in the first piece, and the other pieces lose their part. It cannot be replaced if
    /// a piece has escapes.
    func occurrence(_ occurrence: SecretOccurrence, in stream: UnsafeRawBufferPointer) -> SecretOccurrence? {
        let parts = pieces.filter { $0.range.overlaps(occurrence.range) }
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return nil }
        let source = first.source.lowerBound..<last.source.upperBound
        let arePlain = parts.allSatisfy { $0.range.count == $0.source.count }
        let form = "in pieces of a stream"
        guard arePlain else { return occurrence.refused(form, source) }
        let cuts = parts.map { piece in
            let cut = piece.range.clamped(to: occurrence.range)
            let start = piece.source.lowerBound - source.lowerBound - piece.range.lowerBound
            return (start + cut.lowerBound)..<(start + cut.upperBound)
        }
        let original = Array(stream[source])
        return occurrence.encoded(form, source) { placeholder in
            var (output, end) = ([UInt8](), 0)
            for (index, cut) in cuts.enumerated() {
                output += original[end..<cut.lowerBound] + (index == 0 ? placeholder : [])
                end = cut.upperBound
            }
            return output + original[end...]
        }
    }
}
