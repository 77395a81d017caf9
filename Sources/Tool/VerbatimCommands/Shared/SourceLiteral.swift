import Foundation
import VerbatimJSON

extension String {
    /// The text as a literal of Swift in one line, in which everything that is not seen is escaped, and what
    /// a build server would obey.
    var swiftLiteral: String {
        var literal = ""
        for scalar in unicodeScalars {
            let isSecondMark = scalar == "#" && literal.utf8.last == UInt8(ascii: "#")
            if scalar == "\"" || scalar == "\\" {
                literal += "\\\(scalar)"
            } else if isSecondMark || String(scalar).onOneLine != String(scalar) {
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                literal.unicodeScalars.append(scalar)
            }
        }
        return "\"\(literal)\""
    }

    /// The text as a raw literal of Swift, of several lines if it has some, or nil if it has characters that
    /// are not seen and would need escapes.
    func rawSwiftLiteral(indentedBy indentation: String) -> String? {
        guard printable() == self, !contains("\t") else { return nil }
        let marks = String(repeating: "#", count: longestMark + 1)
        guard contains("\n") else { return "\(marks)\"\(self)\"\(marks)" }
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : indentation + $0 }
        return "\(marks)\"\"\"\n\(lines.joined(separator: "\n"))\n\(indentation)\"\"\"\(marks)"
    }

    /// The length of the longest run of `#` after a quotation mark or a backslash, which could end a raw
    /// literal or escape something in it.
    private var longestMark: Int {
        var (longest, run, isMark) = (0, 0, false)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): (run, isMark) = (0, true)
            case UInt8(ascii: "#") where isMark:
                run += 1
                longest = max(longest, run)
            default: isMark = false
            }
        }
        return longest
    }

    var swiftComment: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "//\n" : "// \(String($0).onOneLine)\n" }.joined()
    }
}
