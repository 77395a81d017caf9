extension JSON {
    /// The value of the first member with a name. Names are compared byte by byte.
    ///
    /// The cost of the first lookups in an object grows with the number of members before the one that is
    /// found; after that, those of a large object are indexed.
    @inlinable public subscript(name: String) -> JSON {
        guard exists, tape.word(reference).tag == TapeWord.Tag.object else { return missing }
        let found = tape.member(of: reference, named: name)
        return found < 0 ? missing : JSON(tape: tape, reference: found)
    }

    /// The element at an index.
    ///
    /// The first lookup in a large array costs one pass over its elements, any other one a short walk.
    @inlinable public subscript(index: Int) -> JSON {
        guard exists, tape.word(reference).tag == TapeWord.Tag.array,
            index >= 0, index < tape.childCount(reference)
        else { return missing }
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
        guard exists, tape.word(reference).tag == TapeWord.Tag.array else {
            return Elements(tape: tape, start: 0, end: 0, count: 0)
        }
        return Elements(
            tape: tape, start: reference + 2, end: tape.next(after: reference), count: count)
    }

    /// The members of an object in the order of the text; empty for any other value.
    @inlinable public var members: Members {
        guard exists, tape.word(reference).tag == TapeWord.Tag.object else {
            return Members(tape: tape, start: 0, end: 0, count: 0)
        }
        return Members(
            tape: tape, start: reference + 2, end: tape.next(after: reference), count: count)
    }
}
