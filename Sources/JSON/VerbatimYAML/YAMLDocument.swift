package import Foundation
package import VerbatimJSON

/// A document in YAML 1.2, read as JSON.
///
/// The values are those of the core schema (https://yaml.org/spec/1.2.2/#103-core-schema): plain `12`, `0x1F`
/// and `1.5` are numbers, `true` and `null` are literals, anything else is a string, also dates and `yes`.
/// Keys become names as they are written, so `200:` has the name `200`. An alias is a copy of its node.
///
/// ```swift
/// let document = try YAMLDocument(parsing: Data("openapi: 3.1.0".utf8))
/// document.root["openapi"].string      // "3.1.0"
/// document.root["openapi"].position    // 1:10
/// ```
package struct YAMLDocument: Sendable {
    /// The value of the document. Its positions are those in the YAML text, its text is JSON.
    package let root: JSON
    /// The parts of the text that were read in another way than their author may mean.
    package let warnings: Excerpt<Warning>
    /// The positions of the texts with the tag `!!binary`, or `!binary` of Ruby: bytes in Base64.
    package let binaries: Set<JSONPosition>

    /// A part of a text that is YAML, but may mean something else to its author.
    package struct Warning: Sendable, Hashable {
        package let position: JSONPosition
        /// The part, and its effect, as in `tag '!Ref' is ignored`.
        package let message: String
    }

    /// Parses a text of exactly one document.
    ///
    /// - Parameters:
    ///   - text: The text in UTF-8, which may begin with a byte order mark.
    ///   - maximumDepth: The maximum depth of nested sequences and mappings.
    /// - Throws: `YAMLError`, also for values that JSON does not have.
    package init(parsing text: Data, maximumDepth: Int = 512) throws(YAMLError) {
        var stream = try YAMLStream(parsing: text, maximumDepth: maximumDepth)
        guard let document = try stream.next() else { throw stream.error(.noDocument) }
        guard try stream.isAtEnd() else { throw stream.error(.severalDocuments) }
        self = document
    }

    init(root: JSON, warnings: Excerpt<Warning>, binaries: Set<JSONPosition>) {
        self.root = root
        self.warnings = warnings
        self.binaries = binaries
    }
}

/// The documents of a YAML text, which are read one after the other.
///
/// ```swift
/// var stream = try YAMLStream(parsing: Data("--- 1\n--- 2\n".utf8))
/// while let document = try stream.next() { print(document.root) }
/// ```
package struct YAMLStream {
    private let text: OriginalText
    private var reader: YAMLReader
    private let maximumDepth: Int

    /// The most bytes of a text: 256 MiB.
    private static let limit = 1 << 28

    /// Begins to parse a text in UTF-8, which may begin with a byte order mark.
    ///
    /// - Parameter maximumDepth: The maximum depth of nested sequences and mappings.
    /// - Throws: `YAMLError` if the text has no such encoding, or is too large.
    package init(parsing text: Data, maximumDepth: Int = 512) throws(YAMLError) {
        guard text.count <= Self.limit else {
            throw YAMLError(reason: .tooLarge(limit: Self.limit), position: OriginalText([]).position(at: 0))
        }
        let bytes = [UInt8](text)
        self.text = OriginalText(bytes)
        self.maximumDepth = maximumDepth
        reader = YAMLReader(bytes, maximumDepth: maximumDepth)
        do {
            try YAMLReader.validateEncoding(of: bytes)
        } catch {
            throw YAMLError(reason: error.reason, position: self.text.position(at: error.offset))
        }
    }

    /// Parses the next document; returns nil after the last one.
    package mutating func next() throws(YAMLError) -> YAMLDocument? {
        do throws(YAMLReader.Failure) {
            guard try reader.readDocument() else { return nil }
        } catch {
            let reason = reader.isConflictMarker(before: error.offset) ? .mergeConflict : error.reason
            throw YAMLError(reason: reason, position: text.position(at: error.offset))
        }
        let warnings = Excerpt(
            reader.notes.map {
                YAMLDocument.Warning(position: text.position(at: $0.offset), message: $0.message)
            }, omittedCount: reader.omittedNoteCount)
        return YAMLDocument(
            root: try translate(), warnings: warnings, binaries: Set(reader.binaries.map(text.position)))
    }

    private func translate() throws(YAMLError) -> JSON {
        do {
            return try JSON(
                reader.output, from: text,
                options: .init(maximumDepth: maximumDepth, duplicateNames: .reject))
        } catch {
            throw YAMLError(reason: .init(error.reason), position: error.position)
        }
    }

    mutating func isAtEnd() throws(YAMLError) -> Bool {
        do throws(YAMLReader.Failure) {
            return try !reader.skipToDocument()
        } catch {
            throw YAMLError(reason: error.reason, position: text.position(at: error.offset))
        }
    }

    func error(_ reason: YAMLError.Reason) -> YAMLError {
        YAMLError(reason: reason, position: text.position(at: reader.cursor))
    }
}
