import VerbatimJSON
import VerbatimTestSupport

/// Writes values as YAML, in styles that are chosen at random.
struct YAMLWriter {
    var random: SeededRandom

    /// Returns a random value with a number of levels.
    mutating func value(levels: Int) -> JSONValue {
        switch random.number(0...(levels > 0 ? 6 : 4)) {
        case 0: .number(random.pick([0, 12, -7, 1_000_000]))
        case 1: random.pick([.null, .bool(true), .bool(false)])
        case 2...4: .string(string())
        case 5: .array((0..<random.number(0...3)).map { _ in value(levels: levels - 1) })
        default:
            .object(
                JSONObject(
                    (0..<random.number(0...3)).map { ("\($0)\(string())", value(levels: levels - 1)) }))
        }
    }

    private mutating func string() -> String {
        let pieces = [
            "a", "b c", " ", "\n", "\n\n", ": ", " #", "'", "\"", "\\", "- ", "é", "😀", "\t", "[", "}", ",",
            "!",
            "&", "*", "|", ">", "%", "@", "null", "1", "---", "\u{1}", "\u{2028}", "",
        ]
        return (0..<random.number(0...4)).map { _ in random.pick(pieces) }.joined()
    }

    /// Returns a document.
    mutating func document(_ value: JSONValue) -> String {
        let start = random.pick(["", "---\n", "# comment\n", "%YAML 1.2\n--- # comment\n"])
        return start + block(value, 0, in: 0).dropFirst(1) + random.pick(["", "\n", "\n...\n", "\n# end"])
    }

    /// Returns a node with the line break or the space before it.
    ///
    /// - Parameter parent: The column of the collection around it.
    private mutating func block(_ value: JSONValue, _ indentation: Int, in parent: Int) -> String {
        let margin = String(repeating: " ", count: indentation)
        switch value {
        case .array(let elements) where !elements.isEmpty && random.once(in: 2):
            return elements.map { element in
                "\n\(noise())\(margin)-" + block(element, indentation + random.number(1...3), in: indentation)
            }.joined()
        case .object(let object) where !object.members.isEmpty && random.once(in: 2):
            return object.members.map { name, value in
                let key = random.once(in: 4) ? "? \(quoted(name))\n\(margin)" : quoted(name)
                return "\n\(noise())\(margin)\(key):"
                    + block(value, indentation + random.number(1...3), in: indentation)
            }.joined()
        case .string(let text) where random.once(in: 3) && isLiteral(text):
            return literal(text, in: parent)
        default:
            return random.pick([" ", "  ", "\n\(margin) "]) + flow(value, margin + " ")
        }
    }

    private mutating func noise() -> String { random.pick(["", "", "", "\n", "# comment\n", "#\n\n"]) }

    private mutating func flow(_ value: JSONValue, _ margin: String) -> String {
        let gap = random.pick(["", " ", "\n\(margin)", " # comment\n\(margin)"])
        switch value {
        case .array(let elements):
            return "[\(gap)" + elements.map { flow($0, margin) }.joined(separator: ",\(gap)") + "\(gap)]"
        case .object(let object):
            let members = object.members.map { "\(quoted($0.name)): \(flow($0.value, margin))" }
            return "{\(gap)" + members.joined(separator: " ,\(gap)") + "\(gap)}"
        case .string(let text): return quoted(text)
        default: return value.text(.compact)
        }
    }

    /// Returns a string in a style that allows it, on one line.
    private mutating func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "c")).contains($0) }
        if isPlain, random.once(in: 2) { return text }
        let isSingle = text.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        if isSingle, random.once(in: 2) { return "'\(text.replacing("'", with: "''"))'" }
        return JSONValue.string(text).text(.compact)
    }

    /// Whether a string can be written as a literal scalar that has no more than one line break at its end.
    private func isLiteral(_ text: String) -> Bool {
        text != "\n" && !text.hasSuffix("\n\n")
            && text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 }
    }

    private mutating func literal(_ text: String, in parent: Int) -> String {
        let digit = random.number(1...2)
        let margin = String(repeating: " ", count: parent + digit)
        let chomping = text.hasSuffix("\n") ? "" : "-"
        let lines = (chomping.isEmpty ? text.dropLast() : text[...]).split(
            separator: "\n", omittingEmptySubsequences: false)
        return " |\(digit)\(chomping)\n" + lines.map { margin + $0 }.joined(separator: "\n")
    }
}
