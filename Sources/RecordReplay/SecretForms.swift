import Foundation
import HTTPArchive

/// The ways a secret value can be spelled.
struct SecretForms: Sendable {
    /// A spelling, and what it is called in a message.
    struct Form: Sendable {
        var name: String
        var bytes: [UInt8]
    }

    /// Spellings that stand for the whole value: raw, percent-encoded, JSON-escaped.
    let textual: [Form]
    /// The whole value in base64, standard and URL alphabet, without padding.
    let base64: [Form]
    /// What any text that holds the value shows of it in base64, at each of the three alignments.
    let alignedBase64: [Form]

    init(_ value: String) {
        let encoded = PercentEncoding.encode(value)
        let escaped = SecretForms.jsonEscaped(value)
        textual = SecretForms.distinct([
            ("as it is", value), ("percent-encoded", encoded),
            ("percent-encoded", SecretForms.lowerHex(encoded)),
            ("form-encoded", encoded.replacing("%20", with: "+")), ("JSON-escaped", escaped),
            ("JSON-escaped", escaped.replacing("/", with: "\\/")),
        ])
        let bytes = Array(value.utf8)
        base64 = SecretForms.base64(bytes, from: 0, to: nil)
        alignedBase64 = (0..<3).flatMap { shift in
            SecretForms.base64(
                Array(repeating: 0, count: shift) + bytes, from: (shift * 8 + 5) / 6,
                to: (shift + bytes.count) * 8 / 6)
        }
    }

    private static func distinct(_ forms: [(String, String)]) -> [Form] {
        var seen: Set<String> = []
        return forms.compactMap { name, text in
            seen.insert(text).inserted ? Form(name: name, bytes: Array(text.utf8)) : nil
        }
    }

    private static func base64(_ bytes: [UInt8], from start: Int, to end: Int?) -> [Form] {
        let text = String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
        let part = String(text.prefix(end ?? text.count).dropFirst(start))
        let urlSafe = part.replacing("+", with: "-").replacing("/", with: "_")
        return distinct([("in base64", part), ("in base64", urlSafe)])
    }

    private static func lowerHex(_ encoded: String) -> String {
        var output = ""
        var hexDigits = 0
        for character in encoded {
            output += hexDigits > 0 ? character.lowercased() : String(character)
            hexDigits = character == "%" ? 2 : max(0, hexDigits - 1)
        }
        return output
    }

    /// The short escapes of JSON; what a JSON text may leave as it is stays.
    private static func jsonEscaped(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            default: String(scalar)
            }
        }.joined()
    }
}
