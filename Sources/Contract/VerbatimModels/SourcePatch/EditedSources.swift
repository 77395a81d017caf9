import VerbatimContract

/// Sources whose tokens are replaced, with the index of what they declare then.
struct EditedSources: Sendable {
    private(set) var texts: [String: [UInt8]] = [:]
    private(set) var index: SourceIndex
    private var types: [String: [String: SwiftType]] = [:]

    /// Parses sources, each with its path; those that cannot be parsed are not edited.
    init(_ sources: [(path: String, text: [UInt8])]) {
        for source in sources {
            var parser = DeclarationParser(source.text, path: source.path)
            guard let found = parser.types() else { continue }
            (texts[source.path], types[source.path]) = (source.text, found)
        }
        index = Self.index(of: types)
    }

    private static func index(of types: [String: [String: SwiftType]]) -> SourceIndex {
        SourceIndex(merging: types.sorted { $0.key < $1.key }.map(\.value))
    }

    /// Replaces a token, if it is where the index has it.
    mutating func edit(_ piece: SourcePiece, _ text: String) throws(SourceRefusal) {
        let path = piece.location.file
        guard var bytes = texts[path], let range = range(of: piece) else {
            throw SourceRefusal(reason: "'\(piece.text)' is not at \(piece.location)")
        }
        bytes.replaceSubrange(range, with: Array(text.utf8))
        replace(bytes, of: path)
    }

    mutating func replace(_ text: [UInt8], of path: String) {
        var parser = DeclarationParser(text, path: path)
        // A source that is no longer parsed proves no edit.
        (texts[path], types[path]) = (text, parser.types() ?? [:])
        index = Self.index(of: types)
    }

    private func range(of piece: SourcePiece) -> Range<Int>? {
        guard let text = texts[piece.location.file], let line = lineRange(of: piece),
            let column = piece.location.column
        else { return nil }
        let start = line.lowerBound + column - 1
        guard start <= line.upperBound, text[start...].starts(with: piece.text.utf8) else { return nil }
        return start..<start + piece.text.utf8.count
    }

    /// Returns the line of a token, without its end.
    private func lineRange(of piece: SourcePiece) -> Range<Int>? {
        guard let text = texts[piece.location.file], let line = piece.location.line else { return nil }
        var start = 0
        for _ in 1..<max(line, 1) {
            guard let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            start = end + 1
        }
        return start..<(text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count)
    }

    func linePrefix(of piece: SourcePiece) throws(SourceRefusal) -> String {
        guard let text = texts[piece.location.file], let line = lineRange(of: piece),
            let range = range(of: piece)
        else { throw .unproven }
        return String(decoding: text[line.lowerBound..<range.lowerBound], as: UTF8.self)
    }

    func lineSuffix(of piece: SourcePiece) throws(SourceRefusal) -> String {
        guard let text = texts[piece.location.file], let line = lineRange(of: piece),
            let range = range(of: piece), range.upperBound <= line.upperBound
        else { throw .unproven }
        return String(decoding: text[range.upperBound..<line.upperBound], as: UTF8.self)
    }

    func newline(in piece: SourcePiece) -> String {
        let text = texts[piece.location.file] ?? []
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
        return text[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
    }
}
