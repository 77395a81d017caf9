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
    @inlinable public var isNull: Bool { hasTag(TapeWord.Tag.null) }

    @inlinable func hasTag(_ tag: UInt64) -> Bool { exists && tape.word(reference).tag == tag }

    /// The node of the value, or of the last existing value on the path to it.
    @inlinable var anchor: Int { reference >= 0 ? reference : ~reference }

    /// A missing value in this one.
    @inlinable var missing: JSON { JSON(tape: tape, reference: ~anchor) }

    // MARK: Contents

    /// The decoded string, or nil for any other value.
    @inlinable public var string: String? {
        guard exists, tape.word(reference).isString else { return nil }
        return tape.string(reference)
    }

    /// The Boolean, or nil for any other value.
    @inlinable public var bool: Bool? {
        guard exists else { return nil }
        switch tape.word(reference).tag {
        case TapeWord.Tag.true: return true
        case TapeWord.Tag.false: return false
        default: return nil
        }
    }

    /// The number as written, or nil for any other value.
    public var number: JSONNumber? {
        guard exists, tape.word(reference).isNumber else { return nil }
        return JSONNumber(unchecked: tape.text(reference))
    }

    /// The number as an integer, or nil if it is not exactly one; `1.0` and `1e0` are.
    public var int: Int? { number?.int }

    /// The double nearest to the number, infinite beyond the range of doubles; nil for any other value.
    public var double: Double? { number?.double }

    /// A copy of the value that is independent of the document; `null` if the value is missing.
    public var value: JSONValue {
        switch kind {
        case nil, .null: .null
        case .bool: .bool(bool == true)
        case .number: .number(JSONNumber(unchecked: tape.text(reference)))
        case .string: .string(tape.string(reference))
        case .array, .object: LargeStackThread.isNeeded ? LargeStackThread.run { contents } : contents
        }
    }

    /// A copy of an array or object.
    private var contents: JSONValue {
        if kind == .array { return .array(elements.map(\.value)) }
        return .object(JSONObject(members.map { ($0.name, $0.value.value) }))
    }

    // MARK: Navigation

    /// The value of the first member with a name. Names are compared byte by byte.
    ///
    /// The cost of the first lookups in an object grows with the number of members before the one that is
    /// found; after that, those of a large object are indexed.
    @inlinable public subscript(name: String) -> JSON {
        guard hasTag(TapeWord.Tag.object) else { return missing }
        let found = tape.member(of: reference, named: name)
        return found < 0 ? missing : JSON(tape: tape, reference: found)
    }

    /// The element at an index.
    ///
    /// The first lookup in a large array costs one pass over its elements, any other one a short walk.
    @inlinable public subscript(index: Int) -> JSON {
        guard hasTag(TapeWord.Tag.array), index >= 0, index < tape.childCount(reference) else {
            return missing
        }
        return JSON(tape: tape, reference: tape.element(at: index, of: reference))
    }

    /// The value at a pointer from this one, evaluated as in RFC 6901 section 4.
    public subscript(pointer: JSONPointer) -> JSON {
        pointer.tokens.reduce(self) { $0.child($1) }
    }

    /// Returns the member or element that a reference token identifies.
    private func child(_ token: String) -> JSON {
        switch kind {
        case .object: self[token]
        case .array: JSONPointer.index(token).map { self[$0] } ?? missing
        default: missing
        }
    }

    /// The number of elements or members; 0 for any other value.
    @inlinable public var count: Int { exists ? tape.childCount(reference) : 0 }

    /// The number of arrays and objects within one another; 0 for any other value.
    package var depth: Int {
        guard exists else { return 0 }
        var (ends, deepest) = ([Int](), 0)
        var node = reference
        while node < tape.next(after: reference) {
            while let end = ends.last, end <= node { ends.removeLast() }
            let isContainer = tape.word(node).isContainer
            if isContainer { ends.append(tape.next(after: node)) }
            deepest = max(deepest, ends.count)
            node += isContainer ? 2 : 1
        }
        return deepest
    }

    /// The elements of an array in order; empty for any other value.
    @inlinable public var elements: Elements {
        Elements(tape: tape, of: hasTag(TapeWord.Tag.array) ? reference : nil)
    }

    /// The members of an object in the order of the text; empty for any other value.
    @inlinable public var members: Members {
        Members(Elements(tape: tape, of: hasTag(TapeWord.Tag.object) ? reference : nil))
    }

    // MARK: Location

    /// The position of the first byte of the value, or of the last existing value on the path to a missing
    /// one.
    ///
    /// The first position of a document costs one pass over its bytes, any other one a scan of up to 4,096
    /// bytes.
    public var position: JSONPosition { tape.position(at: tape.word(anchor).offset) }

    /// Returns whether another value is this one or inside of it; one of another document is not.
    package func contains(_ other: JSON) -> Bool {
        tape === other.tape && exists && (reference..<tape.next(after: reference)).contains(other.anchor)
    }

    /// The exact source text of the value, or an empty string if it is missing.
    ///
    /// If the document was translated from another notation, it is the JSON text of the translation.
    public var text: String { exists ? tape.text(reference) : "" }

    /// The offsets of the bytes of the value in the text that was parsed; empty if it is missing.
    package var range: Range<Int> { exists ? tape.range(reference) : 0..<0 }

    /// The path from the root of the text to the value, or to the last existing value on the path to a
    /// missing one.
    ///
    /// It is found by a walk from the root. In a large array or object on the path, the first walk costs one
    /// pass over its children, any other one a few steps.
    public var pointer: JSONPointer {
        var tokens = tape.location.tokens
        var node = 0
        while node != anchor { node = descend(from: node, &tokens) }
        return JSONPointer(tokens)
    }

    /// Returns the child of a node that is or contains the anchor, and appends its token.
    private func descend(from node: Int, _ tokens: inout [String]) -> Int {
        let child = tape.child(of: node, containing: anchor)
        guard tape.word(node).tag == TapeWord.Tag.object else {
            tokens.append(String(child.index))
            return child.node
        }
        tokens.append(tape.string(child.node))
        return child.node + 1
    }
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
