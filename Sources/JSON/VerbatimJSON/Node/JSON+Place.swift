extension JSON {
    /// Where the value begins; of a value that is not there, where the last one on the way to it begins.
    ///
    /// The first position of a document costs one pass over its bytes, each further one a look at 4,096 of them.
    public var position: JSONPosition { tape.position(at: tape.word(anchor).offset) }

    /// The source text of the value, exactly; empty if it is not there.
    public var text: String { exists ? tape.text(reference) : "" }

    /// The path from the root of the text; of a value that is not there, that of the last one on the way to it.
    ///
    /// It is found by a walk from the root, whose cost grows with the siblings on the way.
    public var pointer: JSONPointer {
        var tokens = tape.location.tokens
        var node = 0
        while node != anchor { node = step(from: node, &tokens) }
        return JSONPointer(tokens)
    }

    /// One step down towards the anchor.
    private func step(from node: Int, _ tokens: inout [String]) -> Int {
        let named = tape.word(node).tag == TapeWord.Tag.object
        var child = node + 2
        var index = 0
        while true {
            let value = named ? child + 1 : child
            let next = tape.next(after: value)
            if anchor < next {
                tokens.append(named ? tape.string(child) : String(index))
                return value
            }
            child = next
            index += 1
        }
    }
}
