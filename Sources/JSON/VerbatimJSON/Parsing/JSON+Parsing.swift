extension JSON {
    /// The limits and rules of parsing.
    public struct ParsingOptions: Sendable, Hashable {
        /// The maximum depth of nested arrays and objects.
        public var maximumDepth: Int
        /// The treatment of duplicate names in an object.
        public var duplicateNames: DuplicateNames

        /// Creates options.
        ///
        /// - Parameters:
        ///   - maximumDepth: The maximum depth of nested arrays and objects.
        ///   - duplicateNames: The treatment of duplicate names in an object.
        public init(maximumDepth: Int = 512, duplicateNames: DuplicateNames = .keep) {
            self.maximumDepth = maximumDepth
            self.duplicateNames = duplicateNames
        }
    }

    /// The treatment of duplicate names in an object.
    public enum DuplicateNames: Sendable, Hashable {
        /// Keeps all members; `duplicates` lists those after the first.
        case keep
        /// Throws a `JSONError`.
        case reject
    }

    /// Parses a string.
    public init(parsing text: String, options: ParsingOptions = .init()) throws(JSONError) {
        var text = text
        let source = text.withUTF8 { SourceBytes(copying: UnsafeRawBufferPointer($0)) }
        try self.init(source, options)
    }

    /// Parses UTF-8 bytes.
    public init(parsing bytes: [UInt8], options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(bytes.withUnsafeBytes { SourceBytes(copying: $0) }, options)
    }

    /// The most bytes of a file that are read as one document: 1 GiB.
    package static let fileLimit = 1 << 30

    /// Reads and parses a file of at most 1 GiB.
    ///
    /// The error of an unreadable file, or one that is written to meanwhile, has the position of the first
    /// byte.
    public init(contentsOfFile path: String, options: ParsingOptions = .init()) throws(JSONError) {
        try self.init(contentsOfFile: path, options: options, skipsByteOrderMark: false)
    }

    /// Reads and parses a file, which may begin with a byte order mark if `skipsByteOrderMark`.
    package init(
        contentsOfFile path: String, options: ParsingOptions = .init(), skipsByteOrderMark: Bool
    ) throws(JSONError) {
        let source: SourceBytes
        do throws(FileError) {
            source = try SourceBytes.reading(
                path, limit: JSON.fileLimit, skipsByteOrderMark: skipsByteOrderMark)
        } catch {
            throw JSONError(reason: .unreadable(error.description), position: .start)
        }
        try self.init(source, options)
    }

    init(_ source: SourceBytes, _ options: ParsingOptions) throws(JSONError) {
        do throws(TapeBuilder.Failure) {
            let depth = max(0, options.maximumDepth)
            // The fast builder, or else the one that reports errors.
            if let tape = IndexedTapeBuilder.build(source, maximumDepth: depth) {
                self.init(tape: tape, reference: 0)
            } else {
                self.init(tape: try TapeBuilder.build(source, maximumDepth: depth), reference: 0)
            }
        } catch {
            throw JSONError(
                reason: source.isConflictMarker(at: error.offset) ? .mergeConflict : error.reason,
                position: source.position(at: error.offset))
        }
        guard options.duplicateNames == .reject, let first = duplicates.first else { return }
        throw JSONError(reason: .duplicateName(first.name, first: first.first), position: first.position)
    }
}

extension SourceBytes {
    /// Whether a line at an offset is one that `git merge` writes before the sides of a conflict, between
    /// them or after them.
    ///
    /// https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
    ///
    /// Unsafe code. By the invariant of the class, seven bytes can be read at any offset up to the count.
    fileprivate func isConflictMarker(at offset: Int) -> Bool {
        guard offset == 0 || base[offset - 1] == UInt8(ascii: "\n") else { return false }
        return "<=>|".utf8.contains { byte in (0..<7).allSatisfy { base[offset + $0] == byte } }
    }
}

extension JSON {
    /// One of the two parsers, for the tools that compare them.
    package enum Parser {
        /// The fast one, which accepts arrays and objects only.
        case indexed
        /// The one that reports errors.
        case sequential
    }

    /// Returns the words that a parser writes for a document, or nil if it rejects the document.
    package static func tapeWords(of bytes: [UInt8], parser: Parser, maximumDepth: Int) -> [UInt64]? {
        let source = bytes.withUnsafeBytes { SourceBytes(copying: $0) }
        let tape =
            switch parser {
            case .indexed: IndexedTapeBuilder.build(source, maximumDepth: maximumDepth)
            case .sequential: try? TapeBuilder.build(source, maximumDepth: maximumDepth)
            }
        return tape.map { tape in (0..<tape.count).map { tape.words[$0] } }
    }
}
