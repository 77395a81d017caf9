import VerbatimJSON

/// Reads YAML text and writes it as JSON, in one pass.
///
/// The names of the functions and the numbers in comments are those of the specification
/// (https://yaml.org/spec/1.2.2/). A collection is read by recursion; its depth is limited.
struct YAMLReader {
    /// The reason of an error, and the offset of its byte.
    struct Failure: Error {
        let reason: YAMLError.Reason
        let offset: Int
    }

    /// The text, followed by zeros, which are no characters of YAML and so end every token.
    let bytes: [UInt8]
    /// The number of bytes of the text.
    let end: Int
    var cursor = 0
    /// The offset of the first byte of the line of the cursor.
    var lineStart = 0
    /// The offset of the first byte of that line that is not white space, if the cursor has been there.
    var lineContent = -1

    /// The JSON of the document so far.
    var output = TranslatedText()
    /// The content of the scalar that was read last, in UTF-8.
    var text: [UInt8] = []
    /// The prefixes of tags by their handles.
    var tagPrefixes: [String: String] = [:]
    var anchors: [[UInt8]: Anchor] = [:]
    /// The number of bytes that aliases have copied.
    var copiedCount = 0

    /// The offsets of the values with a tag for text in Base64.
    var binaries: [Int] = []

    var depth = 0
    let maximumDepth: Int

    /// The parts of the document that may mean something else, with their offsets.
    private(set) var notes: [(offset: Int, message: String)] = []
    private(set) var omittedNoteCount = 0
    private static let noteLimit = 100
    /// The offset of the quoted scalar whose indentation was noted last.
    var quotedNote = -1

    init(_ text: [UInt8], maximumDepth: Int) {
        bytes = text + [0, 0, 0, 0]
        end = text.count
        self.maximumDepth = maximumDepth
    }

    /// Forgets the document that was read last.
    mutating func beginDocument() {
        output = TranslatedText()
        anchors = [:]
        tagPrefixes = ["!": "!", "!!": CoreTag.prefix]
        copiedCount = 0
        binaries = []
        quotedNote = -1
        notes = []
        omittedNoteCount = 0
    }

    mutating func note(_ message: String, at offset: Int) {
        guard notes.count < Self.noteLimit else { return omittedNoteCount += 1 }
        notes.append((offset, message.onOneLine))
    }

    /// Calls a function that reads a collection, on another thread if this one has little stack left.
    mutating func nested(_ read: (inout YAMLReader) throws(Failure) -> Void) throws(Failure) {
        guard depth < maximumDepth else { throw failure(.tooDeep(limit: maximumDepth)) }
        depth += 1
        defer { depth -= 1 }
        if LargeStackThread.isNeeded {
            return try LargeStackThread.run { () throws(Failure) in try read(&self) }
        }
        try read(&self)
    }

    // MARK: Documents and directives (6.8, 9)

    /// Reads the next document; returns false if there is none.
    mutating func readDocument() throws(Failure) -> Bool {
        beginDocument()
        guard try skipToDocument() else { return false }
        let hasDirectives = try readDirectives()
        if isAtMarker, byte == UInt8(ascii: "-") {
            cursor += 3
            try readNode(in: -1, .afterMarker)
        } else if hasDirectives {
            throw unexpected("'---' after the directives")
        } else {
            try readNode(in: -1, .line)
        }
        skipGap()
        guard isAtEnd else { throw unexpected("the end of the document") }
        return true
    }

    /// Skips comments and ends of documents; returns whether a document follows.
    mutating func skipToDocument() throws(Failure) -> Bool {
        while true {
            if bytes[cursor...].starts(with: [0xef, 0xbb, 0xbf]), cursor == lineStart {
                cursor += 3
                lineStart = cursor
            }
            skipGap()
            guard isAtMarker, byte == UInt8(ascii: ".") else { return byte != 0 }
            cursor += 3
            skipWhite()
            skipGap()
            guard byte == 0 || isFirstOnLine else { throw unexpected("a line break after '...'") }
        }
    }

    /// Reads the directives before a document, and returns whether there are any.
    private mutating func readDirectives() throws(Failure) -> Bool {
        var names: Set<String> = []
        while byte == UInt8(ascii: "%"), cursor == lineStart {
            let start = cursor
            let words = readDirectiveWords()
            // A handle may be declared once, as may the version.
            let name = words[0] == "TAG" ? words.prefix(2).joined(separator: " ") : words[0]
            if words[0] == "TAG" || words[0] == "YAML", !names.insert(name).inserted {
                throw failure(.init("a second directive '%\(name)'"), at: start)
            }
            names.insert(name)
            switch words[0] {
            case "YAML": try setVersion(words, at: start)
            case "TAG": try declareHandle(words, at: start)
            default: note("directive '%\(words[0])' is ignored", at: start)
            }
            skipGap()
        }
        return !names.isEmpty
    }

    /// Reads the words of a directive; the first is its name.
    private mutating func readDirectiveWords() -> [String] {
        var words: [String] = []
        cursor += 1
        while byte != 0, !Self.isBreak(byte) {
            let start = cursor
            while !Self.isSpace(byte) { cursor += 1 }
            words.append(String(decoding: bytes[start..<cursor], as: UTF8.self))
            skipWhite()
            if byte == UInt8(ascii: "#") { skipGap(); break }
        }
        return words.isEmpty ? [""] : words
    }

    private mutating func setVersion(_ words: [String], at start: Int) throws(Failure) {
        let numbers = words.dropFirst().first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard words.count == 2, numbers.count == 2,
            numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } })
        else { throw failure(.init("invalid directive; expected '%YAML 1.2'"), at: start) }
        guard numbers[0] == "1" else {
            throw failure(.init("YAML \(words[1]) is not supported; expected 1.2"), at: start)
        }
        if numbers[1] != "2" { note("YAML \(words[1]) is read as YAML 1.2", at: start) }
    }

    private mutating func declareHandle(_ words: [String], at start: Int) throws(Failure) {
        guard words.count == 3, words[1].hasPrefix("!"), words[1].hasSuffix("!") else {
            throw failure(.init("invalid directive; expected '%TAG !handle! prefix'"), at: start)
        }
        tagPrefixes[words[1]] = words[2]
    }

    // MARK: Encoding (5.1, 5.2)

    /// Throws an error unless a text is UTF-8 without forbidden control characters.
    static func validateEncoding(of bytes: [UInt8]) throws(Failure) {
        if let name = otherEncoding(of: bytes) { throw Failure(reason: .encoding(name), offset: 0) }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(reason: .invalidUTF8, offset: offsetOfInvalidUTF8(in: bytes))
        }
        if let offset = bytes.firstIndex(where: isForbidden) {
            throw Failure(reason: .controlCharacter(bytes[offset]), offset: offset)
        }
    }

    private static func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && !isWhite(byte) && !isBreak(byte) }

    /// Returns the encoding of a text that is not UTF-8, from its first bytes, as in section 5.2.
    private static func otherEncoding(of bytes: [UInt8]) -> String? {
        let marks: [(bytes: [UInt8?], name: String)] = [
            ([0, 0, 0xfe, 0xff], "UTF-32"), ([0, 0, 0, nil], "UTF-32"), ([0xff, 0xfe, 0, 0], "UTF-32"),
            ([nil, 0, 0, 0], "UTF-32"), ([0xfe, 0xff], "UTF-16"), ([0xff, 0xfe], "UTF-16"),
            ([0, nil], "UTF-16"), ([nil, 0], "UTF-16"),
        ]
        return marks.first { mark in
            mark.bytes.count <= bytes.count
                && zip(mark.bytes, bytes).allSatisfy { expected, byte in (expected ?? byte) == byte }
        }?.name
    }

    private static func offsetOfInvalidUTF8(in bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        return min(offset, bytes.count)
    }

    // MARK: Characters

    /// The byte at the cursor; zero at the end of the text.
    var byte: UInt8 { bytes[cursor] }

    /// The number of bytes before the cursor on its line.
    var column: Int { cursor - lineStart }

    static func isWhite(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    static func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// Whether a byte is white space, a line break, or the end of the text.
    static func isSpace(_ byte: UInt8) -> Bool { isWhite(byte) || isBreak(byte) || byte == 0 }

    static func isFlowIndicator(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }

    /// Whether the cursor is at a character that is followed by white space.
    func isIndicator(_ character: UInt8) -> Bool { byte == character && Self.isSpace(bytes[cursor + 1]) }

    /// Whether the cursor is at the beginning of a line that separates documents, `---` or `...`.
    var isAtMarker: Bool {
        guard cursor == lineStart, byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else {
            return false
        }
        return bytes[cursor + 1] == byte && bytes[cursor + 2] == byte && Self.isSpace(bytes[cursor + 3])
    }

    /// Whether the document ends at the cursor.
    var isAtEnd: Bool { byte == 0 || isAtMarker }

    // MARK: White space and comments (6.1 to 6.7)

    mutating func skipWhite() {
        while Self.isWhite(byte) { cursor += 1 }
    }

    mutating func skipBreak() {
        cursor += byte == UInt8(ascii: "\r") && bytes[cursor + 1] == UInt8(ascii: "\n") ? 2 : 1
        lineStart = cursor
    }

    /// Skips white space, line breaks and comments.
    mutating func skipGap() {
        var beginsLine = cursor == lineStart
        while true {
            skipWhite()
            if byte == UInt8(ascii: "#"), cursor == lineStart || Self.isSpace(bytes[cursor - 1]) {
                while byte != 0, !Self.isBreak(byte) { cursor += 1 }
            }
            guard Self.isBreak(byte) else { break }
            skipBreak()
            beginsLine = true
        }
        if beginsLine { lineContent = cursor }
    }

    /// Whether only white space precedes the cursor on its line.
    var isFirstOnLine: Bool { cursor == lineContent }

    /// The number of spaces at the beginning of the line, before any tab.
    var indentation: Int {
        var index = lineStart
        while bytes[index] == UInt8(ascii: " ") { index += 1 }
        return index - lineStart
    }

    /// Throws an error if the white space before an offset has a tab, so that its column means nothing.
    func requireSpaces(before offset: Int) throws(Failure) {
        let start = bytes[lineStart..<offset].lastIndex { !Self.isWhite($0) }.map { $0 + 1 } ?? lineStart
        if let tab = bytes[start..<offset].firstIndex(of: UInt8(ascii: "\t")) { throw failure(.tab, at: tab) }
    }

    // MARK: Failures

    func failure(_ reason: YAMLError.Reason, at offset: Int? = nil) -> Failure {
        Failure(reason: reason, offset: offset ?? cursor)
    }

    /// Returns the failure of a character that something else was expected for.
    func unexpected(_ expected: String) -> Failure {
        guard cursor < end else { return failure(.unexpected(found: .end, expected: expected)) }
        guard byte >= 0x80,
            let character = String(decoding: bytes[cursor..<end].prefix(64), as: UTF8.self).first
        else { return failure(.unexpected(found: .byte(byte), expected: expected)) }
        return failure(.unexpected(found: .character(character), expected: expected))
    }

    /// Whether the line of an offset is one that `git merge` writes around the sides of a conflict.
    func isConflictMarker(before offset: Int) -> Bool {
        let breaks = bytes[..<offset].lastIndex(where: Self.isBreak)
        let line = bytes[((breaks ?? -1) + 1)..<end].prefix(8)
        return ["<<<<<<< ", "=======\n", ">>>>>>> "].contains { line.elementsEqual($0.utf8) }
    }
}
