package import Foundation
import VerbatimContract
import VerbatimJSON

/// A body of JSON as people read it: one value, or one end of an array or object, on each line.
///
/// Only white space differs from the body: the order of names and the spelling of strings and numbers stay.
package struct JSONLines: Sendable {
    /// The text of all lines, without a line break at the end.
    package let text: String

    /// Reads a body; nil if it is no array and no object.
    package init?(_ body: Data) {
        guard BodyKind(body) == .json, let indented = try? JSONLayout.indented([UInt8](body)) else {
            return nil
        }
        text = String(decoding: indented, as: UTF8.self)
    }

    /// The lines, which are taken apart one by one.
    var lines: some Sequence<Line> {
        text.utf8.split(separator: UInt8(ascii: "\n")).lazy.map { Line(Substring($0)) }
    }

    /// Returns the text with a color for each kind of token.
    package func text(_ style: TextStyle) -> String {
        guard style.isColored else { return text }
        return lines.map { line in
            let name = line.name.isEmpty ? "" : style.colored(line.name, as: .cyan) + ": "
            return line.indentation + name + style.colored(line.value, as: line.kind.color) + line.comma
        }.joined(separator: "\n")
    }

    /// A line: `  "kind": "song",`.
    struct Line {
        let indentation: Substring
        /// The name of the property with its quotation marks, or nothing.
        let name: Substring
        /// The value, or the bracket that begins or ends one.
        let value: Substring
        let comma: Substring

        init(_ line: Substring) {
            let start = line.utf8.firstIndex { $0 != UInt8(ascii: " ") } ?? line.endIndex
            indentation = line[..<start]
            var rest = line[start...]
            let end = Self.endOfString(rest.utf8)
            if let end, end < rest.endIndex, rest.utf8[end] == UInt8(ascii: ":") {
                name = rest[..<end]
                rest = rest[rest.utf8.index(end, offsetBy: 2)...]
            } else {
                name = ""
            }
            let hasComma = rest.utf8.last == UInt8(ascii: ",")
            value = hasComma ? rest.dropLast() : rest
            comma = hasComma ? "," : ""
        }

        private static func endOfString(_ text: Substring.UTF8View) -> Substring.Index? {
            guard text.first == UInt8(ascii: "\"") else { return nil }
            var isEscaped = false
            for index in text.indices.dropFirst() {
                if isEscaped {
                    isEscaped = false
                } else if text[index] == UInt8(ascii: "\"") {
                    return text.index(after: index)
                } else {
                    isEscaped = text[index] == UInt8(ascii: "\\")
                }
            }
            return nil
        }

        var kind: Kind {
            switch value.utf8.first {
            case UInt8(ascii: "\""): .string
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): .literal
            case UInt8(ascii: "{"), UInt8(ascii: "["): value.utf8.count == 1 ? .opening : .empty
            case UInt8(ascii: "}"), UInt8(ascii: "]"): .closing
            default: .number
            }
        }
    }

    enum Kind: String {
        case string, number, literal
        /// A bracket that begins or ends a value of several lines.
        case opening, closing
        /// An array or object without elements.
        case empty

        fileprivate var color: TerminalColor? {
            switch self {
            case .string: .green
            case .number, .literal: .yellow
            case .opening, .closing, .empty: nil
            }
        }
    }
}
