/// Changes the white space between the tokens of a JSON text, and no byte of the tokens.
///
/// `minified(indented(text)) == text` holds, byte for byte, for minified texts only.
public enum JSONLayout {
    /// Returns the text without white space between its tokens.
    public static func minified(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        _ = try JSON(parsing: bytes)
        var scan = LayoutScan(bytes)
        scan.minify()
        return scan.output
    }

    /// Returns the text with each element and member on a separate line, indented by two spaces per level.
    ///
    /// Levels beyond the 64th are not indented further: otherwise, a few deep lines could be a thousand times
    /// as long as the text.
    ///
    /// Empty arrays and objects stay on one line. The text does not end with a line feed.
    public static func indented(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        _ = try JSON(parsing: bytes)
        var scan = LayoutScan(bytes)
        scan.indent()
        return scan.output
    }

    /// Returns the white space at the start of a line.
    static func indentation(_ depth: Int) -> some Collection<UInt8> {
        repeatElement(UInt8(ascii: " "), count: 2 * min(depth, 64))
    }

    /// Returns whether the bytes are a JSON text without white space between its tokens.
    public static func isMinified(_ bytes: [UInt8]) -> Bool {
        guard let minified = try? minified(bytes) else { return false }
        return minified.count == bytes.count
    }
}

/// Copies the tokens of a text that is known to be a document.
private struct LayoutScan {
    private let input: [UInt8]
    private var offset = 0
    private var depth = 0
    private(set) var output: [UInt8] = []

    init(_ input: [UInt8]) {
        self.input = input
        output.reserveCapacity(input.count)
    }

    mutating func minify() {
        while let byte = nextToken() { copyToken(byte) }
    }

    mutating func indent() {
        while let byte = nextToken() {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                copyToken(byte)
                openBracket()
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                breakLine()
                copyToken(byte)
            case UInt8(ascii: ","):
                copyToken(byte)
                breakLine()
            case UInt8(ascii: ":"):
                copyToken(byte)
                output.append(UInt8(ascii: " "))
            default: copyToken(byte)
            }
        }
    }

    /// Begins a level, unless the array or object is empty: then it copies the closing bracket.
    private mutating func openBracket() {
        if let byte = nextToken(), byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
            copyToken(byte)
        } else {
            depth += 1
            breakLine()
        }
    }

    /// Skips white space and returns the first byte of the next token.
    private mutating func nextToken() -> UInt8? {
        while offset < input.count, TapeBuilder.isWhiteSpace(input[offset]) { offset += 1 }
        return offset < input.count ? input[offset] : nil
    }

    /// Copies a whole string, or one byte of any other token.
    private mutating func copyToken(_ first: UInt8) {
        let start = offset
        offset += 1
        guard first == UInt8(ascii: "\"") else { return output.append(first) }
        while input[offset] != UInt8(ascii: "\"") { offset += input[offset] == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
        output += input[start..<offset]
    }

    private mutating func breakLine() {
        output.append(UInt8(ascii: "\n"))
        output += JSONLayout.indentation(depth)
    }
}
