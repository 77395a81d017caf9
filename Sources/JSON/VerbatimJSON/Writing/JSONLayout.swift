/// Changes the white space between the tokens of a JSON text and not one byte of the tokens.
///
/// `minified(indented(text)) == text` holds, byte for byte, exactly for texts that are minified.
public enum JSONLayout {
    /// The text without any white space between its tokens.
    public static func minified(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        _ = try JSON(parsing: bytes)
        var scan = LayoutScan(bytes)
        scan.minify()
        return scan.output
    }

    /// The text with each element and member in a line of its own, indented by two spaces a level.
    ///
    /// Empty arrays and objects stay in one line; no line feed follows the last line.
    public static func indented(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        _ = try JSON(parsing: bytes)
        var scan = LayoutScan(bytes)
        scan.indent()
        return scan.output
    }

    /// Whether the bytes are a JSON text without any white space between its tokens.
    public static func isMinified(_ bytes: [UInt8]) -> Bool {
        guard let minified = try? minified(bytes) else { return false }
        return minified.count == bytes.count
    }
}

/// Copies the tokens of a document, which is known to be one.
private struct LayoutScan {
    private let input: [UInt8]
    private var location = 0
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
            default:
                copyToken(byte)
            }
        }
    }

    /// Begins a level, unless nothing is in it: then the closing bracket stays beside the opening one.
    private mutating func openBracket() {
        if let byte = nextToken(), byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
            copyToken(byte)
        } else {
            depth += 1
            breakLine()
        }
    }

    /// The first byte of the next token, to which it goes.
    private mutating func nextToken() -> UInt8? {
        while location < input.count, TapeBuilder.isWhiteSpace(input[location]) { location += 1 }
        return location < input.count ? input[location] : nil
    }

    /// Copies a string whole, and of anything else one byte.
    private mutating func copyToken(_ first: UInt8) {
        let start = location
        location += 1
        guard first == UInt8(ascii: "\"") else { return output.append(first) }
        while input[location] != UInt8(ascii: "\"") {
            location += input[location] == UInt8(ascii: "\\") ? 2 : 1
        }
        location += 1
        output += input[start..<location]
    }

    private mutating func breakLine() {
        output.append(UInt8(ascii: "\n"))
        output += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }
}
