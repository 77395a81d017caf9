/// Plain scalars (7.3.3), and the line breaks in plain and quoted ones (6.5).
extension YAMLReader {
    /// Whether a plain scalar may begin at the cursor.
    func isPlainStart(inFlow: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            let next = bytes[cursor + 1]
            return !Self.isSpace(next) && !(inFlow && Self.isFlowIndicator(next))
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "#"), UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
            UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"),
            UInt8(ascii: "@"), UInt8(ascii: "`"):
            return false
        default:
            return !Self.isSpace(byte)
        }
    }

    /// Appends the rest of a plain scalar on this line to the text, without white space at its end.
    mutating func readPlainLine(inFlow: Bool) {
        let start = cursor
        var index = cursor
        scan: while true {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                index += 1
                continue
            case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                break scan
            case UInt8(ascii: ":"):
                let next = bytes[index + 1]
                if Self.isSpace(next) || inFlow && Self.isFlowIndicator(next) { break scan }
            case UInt8(ascii: "#"):
                if index > start, Self.isWhite(bytes[index - 1]) { break scan }
            default:
                if inFlow, Self.isFlowIndicator(byte) { break scan }
            }
            index += 1
            cursor = index
        }
        text += bytes[start..<cursor]
    }

    /// Appends the further lines of a plain scalar to the text.
    ///
    /// - Parameter parent: The column of the collection around it. Its lines are indented more.
    mutating func continuePlain(in parent: Int, inFlow: Bool) throws(Failure) {
        while true {
            let (end, line) = (cursor, lineStart)
            let breaks = skipBreaks()
            guard breaks > 0, !isAtEnd, indentation > parent, continuesPlain(inFlow: inFlow) else {
                (cursor, lineStart) = (end, line)
                return
            }
            appendFold(breaks)
            readPlainLine(inFlow: inFlow)
        }
    }

    private func continuesPlain(inFlow: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "#"): false
        case UInt8(ascii: ":"): isPlainStart(inFlow: inFlow)
        default: !(inFlow && Self.isFlowIndicator(byte))
        }
    }

    /// Skips white space with line breaks, and returns the number of these.
    mutating func skipBreaks() -> Int {
        var breaks = 0
        skipWhite()
        while Self.isBreak(byte) {
            skipBreak()
            breaks += 1
            skipWhite()
        }
        return breaks
    }

    /// Appends folded line breaks: a single one is a space, of several the first is nothing.
    mutating func appendFold(_ breaks: Int) {
        guard breaks > 1 else { return text.append(UInt8(ascii: " ")) }
        text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks - 1))
    }
}
