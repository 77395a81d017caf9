extension JSON {
    /// What a document may be.
    public struct ParsingOptions: Sendable, Hashable {
        /// How deep arrays and objects may nest; a text that goes deeper is an error.
        public var maximumDepth: Int
        /// What happens to a name that stands twice in one object.
        public var duplicateNames: DuplicateNames

        /// Creates options: 512 levels, and duplicate names kept.
        public init(maximumDepth: Int = 512, duplicateNames: DuplicateNames = .keep) {
            self.maximumDepth = maximumDepth
            self.duplicateNames = duplicateNames
        }
    }

    /// What happens to a name that stands twice in one object.
    public enum DuplicateNames: Sendable, Hashable {
        /// Both members stay; `duplicates` lists them.
        case keep
        /// The text is not a document.
        case reject
    }

    /// Parses a text.
    public init(parsing text: String, options: ParsingOptions = .init()) throws(JSONError) {
        var text = text
        let source = text.withUTF8 { SourceBytes(copying: UnsafeRawBufferPointer($0)) }
        try self.init(source, options)
    }

    /// Parses UTF-8 bytes.
    public init(parsing bytes: [UInt8], options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(bytes.withUnsafeBytes { SourceBytes(copying: $0) }, options)
    }

    /// Maps a file and parses it where it lies, without a copy.
    ///
    /// The file must not change while a value of the document is in use: replace it, as an atomic write does, rather
    /// than write into it. The position of an unreadable file is the start of its text.
    public init(contentsOfFile path: String, options: ParsingOptions = .init()) throws(JSONError) {
        let source: SourceBytes
        do throws(SourceBytes.MappingFailure) {
            source = try SourceBytes.mapping(path)
        } catch {
            throw JSONError(reason: .unreadable(error.words), position: .start)
        }
        try self.init(source, options)
    }

    init(_ source: SourceBytes, _ options: ParsingOptions) throws(JSONError) {
        do throws(TapeBuilder.Failure) {
            let tape = try Tape.of(source, maximumDepth: max(0, options.maximumDepth))
            self.init(tape: tape, reference: 0)
        } catch {
            throw JSONError(
                reason: error.reason, position: LineIndex.position(at: error.offset, in: source))
        }
        guard options.duplicateNames == .reject, let first = duplicates.first else { return }
        throw JSONError(
            reason: .duplicateName(first.name, first: first.first), position: first.position)
    }
}

extension Tape {
    /// The tape of a document, built the fast way if that can be, and else the one that knows what is wrong.
    fileprivate static func of(_ source: SourceBytes, maximumDepth: Int) throws(TapeBuilder.Failure) -> Tape {
        if let tape = IndexedTapeBuilder.build(source, maximumDepth: maximumDepth) { return tape }
        return try TapeBuilder.build(source, maximumDepth: maximumDepth)
    }
}

extension JSONPosition {
    /// The first byte of a text.
    static let start = JSONPosition(offset: 0, line: 1, column: 1)
}
