import VerbatimJSON

/// Pieces of XML 1.0 that hold any text.
enum XMLText {
    /// Returns text as it may be the value of an attribute or the content of an element.
    ///
    /// Characters that XML cannot contain, not even as references, are escaped as in JSON, `\u0000`; so are
    /// those that are not seen. Line feeds of an attribute are references, which keeps them.
    static func escaped(_ text: String, inAttribute: Bool = false) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.printable().unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            // In content, `]]>` must not occur.
            case ">": escaped += "&gt;"
            case "\"" where inAttribute: escaped += "&quot;"
            case "\n" where inAttribute: escaped += "&#10;"
            case "\t" where inAttribute: escaped += "&#9;"
            case "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns the attributes of an element, each after a space; those without a value are left out.
    static func attributes(_ attributes: [(String, String?)]) -> String {
        attributes.compactMap { name, value in
            value.map { " \(name)=\"\(escaped($0, inAttribute: true))\"" }
        }.joined()
    }

    /// Returns milliseconds as seconds with three decimals: `0.120`. A number that is no time is 0.
    static func seconds(_ milliseconds: Double) -> String {
        let known = milliseconds.isFinite ? min(max(milliseconds, 0), 1e12) : 0
        let thousandths = Int(known.rounded())
        let decimals = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
    }
}
