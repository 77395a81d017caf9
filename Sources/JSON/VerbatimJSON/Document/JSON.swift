/// A value of a parsed document: its kind, its contents, its location in the text, and the values in it.
///
/// A `JSON` is a small handle to the document, which stays in memory as long as one of its values. Strings
/// and numbers are decoded on access. A missing value is a `JSON` too: its `exists` is false and its contents
/// are nil, so `json["items"][0]["title"].string` needs no unwrapping on the way.
///
/// The grammar is strictly that of RFC 8259 (https://www.rfc-editor.org/rfc/rfc8259). Duplicate names in an
/// object are kept: a lookup finds the first, as `JSONDecoder` does, and `duplicates` lists the others.
public struct JSON: Sendable {
    @usableFromInline let tape: Tape
    /// The node on the tape, or the complement of the anchor of a missing value.
    @usableFromInline let reference: Int

    @inlinable init(tape: Tape, reference: Int) {
        self.tape = tape
        self.reference = reference
    }

    /// The kind of a value.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The six kinds of RFC 8259 section 3.
        case null, bool, number, string, array, object
    }

    /// Whether the value is in the document.
    @inlinable public var exists: Bool { reference >= 0 }

    /// The kind of the value, or nil if it is missing.
    @inlinable public var kind: Kind? {
        guard exists else { return nil }
        switch tape.word(reference).tag {
        case TapeWord.Tag.null: return .null
        case TapeWord.Tag.true, TapeWord.Tag.false: return .bool
        case TapeWord.Tag.integer, TapeWord.Tag.number: return .number
        case TapeWord.Tag.array: return .array
        case TapeWord.Tag.object: return .object
        default: return .string
        }
    }

    /// Whether the value exists and is `null`.
    @inlinable public var isNull: Bool { exists && tape.word(reference).tag == TapeWord.Tag.null }

    /// The node of the value, or of the last existing value on the path to it.
    @inlinable var anchor: Int { reference >= 0 ? reference : ~reference }

    /// A missing value in this one.
    @inlinable var missing: JSON { JSON(tape: tape, reference: ~anchor) }
}

extension JSON: Equatable {
    /// Whether two values are equal as JSON: numbers by value, objects in any order. Missing values are
    /// equal.
    public static func == (a: JSON, b: JSON) -> Bool {
        if a.tape === b.tape, a.reference == b.reference { return true }
        guard a.exists, b.exists else { return a.exists == b.exists }
        return a.kind == b.kind && a.value == b.value
    }
}

extension JSON: CustomStringConvertible {
    /// The source text of the value, or an empty string if it is missing.
    public var description: String { text }
}
