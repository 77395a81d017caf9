/// The steps by which an `ElementScanner` reads the parts of a document around the elements; they write
/// nothing to the tape but single names and values.
extension IndexedTapeBuilder {
    /// Reads the opening bracket of an array or object.
    mutating func enterContainer(_ bracket: UInt8) -> Bool {
        guard lookAhead(), nextByte == bracket, depth < maximumDepth else { return false }
        depth += 1
        next += 1
        return true
    }

    /// Reads the closing bracket of the container that was just entered, if it is empty.
    mutating func leaveIfEmpty(_ bracket: UInt8) -> Bool {
        guard lookAhead(), nextByte == bracket else { return false }
        leaveContainer()
        return true
    }

    /// Reads a name and its colon. The name becomes the only word of the tape.
    mutating func readSingleName() -> Bool {
        tape.count = 0
        return lookAhead() && readName()
    }

    /// Reads the token after a value: returns true for a comma, false for the bracket, nil for any other
    /// token.
    @inline(__always)
    mutating func continues(until bracket: UInt8) -> Bool? {
        if bytes[end] == UInt8(ascii: ",") {
            separators += 1
            return true
        }
        guard mayFollowValue(bytes[end]), lookAhead() else { return nil }
        guard nextByte == bracket else { return skipToSeparator(UInt8(ascii: ",")) ? true : nil }
        leaveContainer()
        return false
    }

    /// Whether the text before an offset outside strings has only required separators, whose number is given.
    ///
    /// The index may extend beyond that offset, so the separators from there on are counted again.
    func hasOnly(_ separators: Int, before offset: Int) -> Bool {
        let rest = StructuralIndex(bytes: bytes, range: offset..<max(offset, index.offset))
        while !rest.isComplete { rest.refill(used: rest.filled) }
        return index.separators - rest.separators == separators
    }

    /// Counts some containers as entered.
    mutating func enter(levels: Int) { depth += levels }

    /// Returns the offset of the next token, or nil at the end.
    mutating func nextOffset() -> Int? { lookAhead() ? Int(entries[next]) : nil }

    private mutating func leaveContainer() {
        depth -= 1
        end = Int(entries[next]) + 1
        next += 1
    }
}
