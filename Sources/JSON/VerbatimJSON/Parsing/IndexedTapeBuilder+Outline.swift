/// The steps by which an `ElementScanner` reads what lies around the elements: nothing of it gets on the tape.
extension IndexedTapeBuilder {
    /// Passes a bracket that begins an array or object.
    mutating func opens(_ bracket: UInt8) -> Bool {
        guard lookAhead(), nextByte == bracket, depth < maximumDepth else { return false }
        depth += 1
        next += 1
        return true
    }

    /// Passes the bracket that ends what was just opened, if it is empty.
    mutating func closesAtOnce(_ bracket: UInt8) -> Bool {
        guard lookAhead(), nextByte == bracket else { return false }
        close()
        return true
    }

    /// Reads a name and its colon; the name is the one thing on the tape then.
    mutating func readNameAlone() -> Bool {
        tape.count = 0
        return lookAhead() && readName()
    }

    /// Passes what stands behind a value: true for a comma, false for the bracket, nil for anything else.
    @inline(__always)
    mutating func goesOn(until bracket: UInt8) -> Bool? {
        if bytes[end] == UInt8(ascii: ",") {
            separators += 1
            return true
        }
        guard isBehindToken(bytes[end]), lookAhead() else { return nil }
        guard nextByte == bracket else { return passesSeparator(UInt8(ascii: ",")) ? true : nil }
        close()
        return false
    }

    /// Takes so many arrays and objects for opened.
    mutating func enter(levels: Int) { depth += levels }

    /// Where the next token begins, if there is one.
    mutating func nextOffset() -> Int? { lookAhead() ? Int(entries[next]) : nil }

    private mutating func close() {
        depth -= 1
        end = Int(entries[next]) + 1
        next += 1
    }
}
