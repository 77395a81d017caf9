extension JSON {
    /// The member with a name, compared byte by byte; of several the first.
    @inlinable public subscript(name: String) -> JSON {
        guard exists, tape.word(reference).tag == TapeWord.Tag.object else { return missing }
        let found = tape.member(of: reference, named: name)
        return found < 0 ? missing : JSON(tape: tape, reference: found)
    }

    /// The element with an index from 0; the cost grows with the index.
    @inlinable public subscript(index: Int) -> JSON {
        guard exists, tape.word(reference).tag == TapeWord.Tag.array,
            index >= 0, index < tape.childCount(reference)
        else { return missing }
        var node = reference + 2
        for _ in 0..<index { node = tape.next(after: node) }
        return JSON(tape: tape, reference: node)
    }

    /// The value that a pointer leads to from this one, as RFC 6901 section 4 says.
    public func at(_ pointer: JSONPointer) -> JSON {
        pointer.tokens.reduce(self) { $0.child($1) }
    }

    /// The member or element that one token of a pointer names.
    private func child(_ token: String) -> JSON {
        switch kind {
        case .object: self[token]
        case .array: JSONPointer.index(token).map { self[$0] } ?? missing
        default: missing
        }
    }

    /// The number of elements or members; 0 for anything else.
    @inlinable public var count: Int { exists ? tape.childCount(reference) : 0 }

    /// The elements in order; empty for anything but an array.
    @inlinable public var elements: Elements {
        guard exists, tape.word(reference).tag == TapeWord.Tag.array else {
            return Elements(tape: tape, start: 0, end: 0, count: 0)
        }
        return Elements(
            tape: tape, start: reference + 2, end: tape.next(after: reference), count: count)
    }

    /// The members in the order of the text; empty for anything but an object.
    @inlinable public var members: Members {
        guard exists, tape.word(reference).tag == TapeWord.Tag.object else {
            return Members(tape: tape, start: 0, end: 0, count: 0)
        }
        return Members(
            tape: tape, start: reference + 2, end: tape.next(after: reference), count: count)
    }
}
