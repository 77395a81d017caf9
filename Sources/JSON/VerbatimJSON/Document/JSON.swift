/// A value in a parsed document: its kind and contents, its location in the text, and what it holds.
///
/// A `JSON` is a small handle to the document, which stays in memory while one of its values does. Strings and
/// numbers are left in the source and decoded on access. A value that is not there is a `JSON` too, whose `exists` is
/// false and whose contents are all nil, so `json["items"][0]["title"].string` needs no unwrapping in between.
///
/// The grammar is that of RFC 8259 (https://www.rfc-editor.org/rfc/rfc8259), strictly. Names that stand twice in an
/// object are kept: a look-up finds the first, as `JSONDecoder` does, and `duplicates` lists the others.
public struct JSON: Sendable {
    @usableFromInline let tape: Tape
    /// The location on the tape, or of a value that is not there the complement of the last one found on the way to it.
    @usableFromInline let reference: Int

    @inlinable init(tape: Tape, reference: Int) {
        self.tape = tape
        self.reference = reference
    }

    /// What a value is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The six kinds of RFC 8259 section 3.
        case null, bool, number, string, array, object
    }

    /// Whether the value is in the document.
    @inlinable public var exists: Bool { reference >= 0 }

    /// What the value is; nil if it is not there.
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

    /// Whether the value is there and is `null`.
    @inlinable public var isNull: Bool { exists && tape.word(reference).tag == TapeWord.Tag.null }

    /// The nearest value that is there: this one, or the last one found on the way to it.
    @inlinable var anchor: Int { reference >= 0 ? reference : ~reference }

    /// A value that is not there, looked for in this one.
    @inlinable var missing: JSON { JSON(tape: tape, reference: ~anchor) }
}

extension JSON: Equatable {
    /// Whether both are equal as JSON: numbers by value, objects in any order; missing equals missing.
    public static func == (a: JSON, b: JSON) -> Bool {
        if a.tape === b.tape, a.reference == b.reference { return true }
        guard a.exists, b.exists else { return a.exists == b.exists }
        return a.kind == b.kind && a.value == b.value
    }
}

extension JSON: CustomStringConvertible {
    /// The source text of the value; empty if it is not there.
    public var description: String { text }
}
