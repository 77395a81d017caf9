/// JSON that is written from a text in another notation, with the offset in that text of each name and value.
///
/// A document made from it is a JSON document in all respects, except that its positions are those in the
/// original text. So everything that reads documents reads such a one as well.
///
/// ```swift
/// var text = TranslatedText()
/// text.beginObject(at: 0)
/// text.appendName(Array("openapi".utf8), at: 0)
/// text.appendString(Array("3.1.0".utf8), at: 9)
/// text.endObject()
/// let json = try JSON(text, from: OriginalText(Array("openapi: 3.1.0".utf8)))
/// ```
package struct TranslatedText: Sendable {
    /// The JSON so far. Commas are added before names and values.
    package private(set) var bytes: [UInt8] = []
    /// The origins of the tokens so far, in order.
    private(set) var origins: [Origin] = []

    /// A token, and the byte of the original text that it was made from.
    struct Origin: BitwiseCopyable, Sendable {
        let token: UInt32
        let source: UInt32
    }

    /// A place between two tokens.
    package struct Mark: Sendable, Equatable {
        fileprivate let byte: Int
        fileprivate let origin: Int
    }

    package init() {}

    /// The place after what was written. Call it before a value to copy the value later.
    package mutating func markNextValue() -> Mark {
        if let last = bytes.last, !Self.opening.contains(last) { bytes.append(UInt8(ascii: ",")) }
        return Mark(byte: bytes.count, origin: origins.count)
    }

    /// The bytes after which no comma is written. No value ends in any of them.
    private static let opening: [UInt8] = Array("[{:,".utf8)

    private mutating func beginToken(at offset: Int) {
        let mark = markNextValue()
        origins.append(Origin(token: UInt32(clamping: mark.byte), source: UInt32(clamping: offset)))
    }

    /// Writes the opening bracket of an array.
    package mutating func beginArray(at offset: Int) {
        beginToken(at: offset)
        bytes.append(UInt8(ascii: "["))
    }

    /// Writes the closing bracket of an array.
    package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// Writes the opening bracket of an object.
    package mutating func beginObject(at offset: Int) {
        beginToken(at: offset)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Writes the closing bracket of an object.
    package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    /// - Parameter name: The name in UTF-8, without escapes.
    package mutating func appendName(_ name: [UInt8], at offset: Int) {
        appendString(name, at: offset)
        bytes.append(UInt8(ascii: ":"))
    }

    /// - Parameter string: The string in UTF-8, without escapes.
    package mutating func appendString(_ string: [UInt8], at offset: Int) {
        beginToken(at: offset)
        string.withUnsafeBufferPointer { JSONWriter.append($0, to: &bytes) }
    }

    /// Writes a scalar in JSON, which must have the grammar of RFC 8259.
    package mutating func appendLiteral(_ literal: [UInt8], at offset: Int) {
        beginToken(at: offset)
        bytes += literal
    }

    /// Writes a value again that was written between two places. Its parts keep their origins.
    ///
    /// - Parameter offset: The origin of the copy itself.
    package mutating func copy(_ start: Mark, _ end: Mark, at offset: Int) {
        let shift = markNextValue().byte - start.byte
        bytes += bytes[start.byte..<end.byte]
        for origin in origins[start.origin..<end.origin] {
            let isRoot = Int(origin.token) == start.byte
            origins.append(
                Origin(
                    token: UInt32(clamping: Int(origin.token) + shift),
                    source: isRoot ? UInt32(clamping: offset) : origin.source))
        }
    }

    /// The place after the last token, as the end of a value.
    package var end: Mark { Mark(byte: bytes.count, origin: origins.count) }

    /// Returns the number of bytes between two places.
    package static func count(from start: Mark, to end: Mark) -> Int { end.byte - start.byte }
}

/// A text in another notation than JSON, from which documents are translated.
package struct OriginalText: Sendable {
    fileprivate let source: SourceBytes

    /// Creates a text in UTF-8.
    package init(_ bytes: [UInt8]) { source = bytes.withUnsafeBytes { SourceBytes(copying: $0) } }

    package func position(at offset: Int) -> JSONPosition {
        source.position(at: max(0, min(offset, source.count)))
    }
}

/// The origins of the tokens of a translated document.
struct TextOrigins: Sendable {
    private let text: OriginalText
    private let origins: [TranslatedText.Origin]

    init(_ origins: [TranslatedText.Origin], in text: OriginalText) {
        self.origins = origins
        self.text = text
    }

    /// Returns the position in the original text of the last token that begins at an offset or before it.
    func position(at offset: Int) -> JSONPosition {
        var (low, high) = (0, origins.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(origins[middle].token) <= offset { low = middle } else { high = middle }
        }
        return text.position(at: origins.isEmpty ? 0 : Int(origins[low].source))
    }
}

extension JSON {
    /// Creates the document of a translated text.
    ///
    /// - Throws: `JSONError`, with a position in the original text, if the values are nested too deeply or
    ///   have duplicate names that the options reject.
    package init(
        _ text: TranslatedText, from original: OriginalText, options: ParsingOptions = .init()
    ) throws(JSONError) {
        let origins = TextOrigins(text.origins, in: original)
        try self.init(text.bytes.withUnsafeBytes { SourceBytes(copying: $0, origins: origins) }, options)
    }
}
