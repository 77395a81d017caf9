import Foundation
import Testing

/// A form in which a text can be written, for tests that look for a secret in it.
struct SecretShape: Sendable, CustomTestStringConvertible {
    let name: String
    /// Returns a text in this form, or nil if the form cannot write it.
    let encode: @Sendable (String) -> [UInt8]?
    /// Returns the text, if the form encodes it as a whole; nil if each character has its own form.
    var decode: (@Sendable ([UInt8]) -> String?)?
    /// Returns the text around a secret as it is after decoding.
    var context: @Sendable (String) -> String = { $0 }
    /// Whether a secret cannot be replaced.
    var isRefused = false

    var testDescription: String { name }

    /// Values of different alphabets and lengths.
    static let keys: [String] = [
        "9f86d081884c7d659a2feaa0c55ad015", "Kq3+/Zx9aB/+tY7w0PQ2s4V6u8x=",
        "123e4567-e89b-12d3-a456-426614174000", "open sesame, my dear friend", #"q"u\o%t&e<'>/+=#?"#,
        "schlüssel-für-größe", "clé🔑secrète😀fin", "x7Q.z2", "%2Fpercent%key%",
        (0..<512).map {
            String("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"[($0 * $0 + 7) % 57])
        }
        .joined(),
    ]

    static let all =
        plain + urls + json + markup + mixed + languages + characterSets + base64 + digits + packed
}

extension String {
    fileprivate subscript(index: Int) -> Character { self[self.index(startIndex, offsetBy: index)] }
}

// MARK: - Escapes

/// Escapes of single characters.
enum Escape {
    static func scalars(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        text.unicodeScalars.map(escape).joined()
    }

    static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    static func hex(_ value: some BinaryInteger, _ width: Int, uppercase: Bool = false) -> String {
        let digits = String(value, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    static func percent(_ text: String, all: Bool = false, uppercase: Bool = true) -> String {
        scalars(text) { scalar in
            if !all, isAlphanumeric(scalar) || "-._~".unicodeScalars.contains(scalar) {
                return String(scalar)
            }
            return String(scalar).utf8.map { "%" + hex($0, 2, uppercase: uppercase) }.joined()
        }
    }

    static func json(_ text: String, slash: Bool = false) -> String {
        scalars(text) { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "/": slash ? "\\/" : "/"
            default: String(scalar)
            }
        }
    }

    static func unicode(_ text: String, all: Bool = false, uppercase: Bool = false) -> String {
        scalars(text) { scalar in
            if !all, isAlphanumeric(scalar) { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + hex($0, 4, uppercase: uppercase) }.joined()
        }
    }

    static func xml(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    }

    static func references(_ text: String, all: Bool = true, _ form: (UInt32) -> String) -> String {
        scalars(text) { !all && isAlphanumeric($0) ? String($0) : form($0.value) }
    }

    static let names: [Unicode.Scalar: String] = [
        "+": "plus", "/": "sol", "=": "equals", "-": "#45", " ": "#32", ",": "comma", "\"": "quot",
        "\\": "bsol", "%": "percnt", "&": "amp", "<": "lt", ">": "gt", "'": "apos", "#": "num", "?": "quest",
        "ü": "uuml", "ß": "szlig", "ö": "ouml", "é": "eacute", "è": "egrave", ".": "period", ":": "colon",
    ]

    static func bytes(_ text: String, _ form: (UInt8) -> String) -> String { text.utf8.map(form).joined() }
}

extension SecretShape {
    private static func text(_ name: String, _ escape: @escaping @Sendable (String) -> String) -> SecretShape
    {
        SecretShape(name: name, encode: { Array(escape($0).utf8) })
    }

    static let plain = [
        text("plain") { $0 },
        text("decomposed") { $0.decomposedStringWithCanonicalMapping },
        SecretShape(name: "upper case") {
            $0.utf8.count < 20 || $0.contains("ß") ? nil : Array($0.uppercased().utf8.map { $0 })
        },
        SecretShape(name: "lower case") { $0.utf8.count < 20 ? nil : Array($0.lowercased().utf8) },
    ]

    static let urls = [
        text("percent") { Escape.percent($0) },
        text("percent, lower case") { Escape.percent($0, uppercase: false) },
        text("percent, all characters") { Escape.percent($0, all: true) },
        text("percent, all characters, lower case") { Escape.percent($0, all: true, uppercase: false) },
        text("form") { Escape.percent($0).replacing("%20", with: "+") },
        text("percent twice") { Escape.percent(Escape.percent($0)) },
        text("percent three times") { Escape.percent(Escape.percent(Escape.percent($0))) },
        text("percent twice, all characters") { Escape.percent(Escape.percent($0, all: true), all: true) },
        text("form twice") { Escape.percent(Escape.percent($0).replacing("%20", with: "+")) },
        text("%u") { Escape.unicode($0).replacing("\\", with: "%") },
    ]

    static let json = [
        text("JSON") { Escape.json($0) },
        text("JSON with slashes escaped") { Escape.json($0, slash: true) },
        text("JSON in ASCII") { Escape.unicode($0) },
        text("JSON in ASCII, all characters, upper case") { Escape.unicode($0, all: true, uppercase: true) },
        text("JSON in JSON") { Escape.json(Escape.json($0)) },
        text("JSON in JSON with slashes escaped") { Escape.json(Escape.json($0, slash: true), slash: true) },
        text("JSON in JSON in JSON") { Escape.json(Escape.json(Escape.json($0))) },
        text("JSON in ASCII in JSON") { Escape.json(Escape.unicode($0)) },
        text("JSON in ASCII in JSON in ASCII") { Escape.unicode(Escape.unicode($0, all: true)) },
        text("JSON of UTF-8 as code points") {
            Escape.bytes($0) {
                $0 < 0x80 ? Escape.json(String(UnicodeScalar($0))) : "\\u" + Escape.hex($0, 4)
            }
        },
    ]

    static let markup = [
        text("XML") { Escape.xml($0) },
        text("XML twice") { Escape.xml(Escape.xml($0)) },
        text("decimal references") { Escape.references($0) { "&#\($0);" } },
        text("hexadecimal references") { Escape.references($0) { "&#x\(Escape.hex($0, 1));" } },
        text("hexadecimal references with zeros") {
            Escape.references($0) { "&#X\(Escape.hex($0, 7, uppercase: true));" }
        },
        text("decimal references without semicolons") {
            Escape.references($0) { "&#\($0)" }
        },
        text("named references") { text in
            Escape.scalars(text) { Escape.names[$0].map { "&\($0);" } ?? String($0) }
        },
        text("references twice") { Escape.references($0, all: false) { "&amp;#\($0);" } },
        text("references three times") {
            Escape.references($0, all: false) { "&amp;amp;#x\(Escape.hex($0, 2));" }
        },
    ]

    static let mixed = [
        text("percent in JSON in ASCII") { Escape.unicode(Escape.percent($0)) },
        text("JSON in percent") { Escape.percent(Escape.json($0)) },
        text("JSON in ASCII in percent") { Escape.percent(Escape.unicode($0)) },
        text("JSON in XML") { Escape.xml(Escape.json($0)) },
        text("XML in JSON") { Escape.json(Escape.xml($0)) },
        text("XML in JSON in ASCII") { Escape.unicode(Escape.xml($0)) },
        text("XML in percent") { Escape.percent(Escape.xml($0)) },
        text("percent in XML") { Escape.references(Escape.percent($0), all: false) { "&#\($0);" } },
        text("JSON in JSON in percent") { Escape.percent(Escape.json(Escape.json($0))) },
        text("a form in JSON in XML") {
            Escape.xml(Escape.json(Escape.percent($0).replacing("%20", with: "+")))
        },
    ]

    static let languages = [
        text("JavaScript") {
            Escape.references($0, all: false) {
                $0 < 256 ? "\\x\(Escape.hex($0, 2))" : "\\u{\(Escape.hex($0, 1))}"
            }
        },
        text("JavaScript, all characters") { Escape.references($0) { "\\u{\(Escape.hex($0, 6))}" } },
        text("Python") { Escape.references($0, all: false) { "\\U\(Escape.hex($0, 8))" } },
        text("C, hexadecimal") { Escape.bytes($0) { "\\x\(Escape.hex($0, 2, uppercase: true))" } },
        text("C, octal") {
            Escape.bytes($0) { "\\" + String(repeating: "0", count: $0 < 64 ? 1 : 0) + String($0, radix: 8) }
        },
        text("shell") { Escape.scalars($0) { Escape.isAlphanumeric($0) ? String($0) : "\\\($0)" } },
        text("quoted-printable") {
            Escape.bytes($0) {
                $0 > 0x7e || $0 == 0x3d ? "=\(Escape.hex($0, 2, uppercase: true))" : String(UnicodeScalar($0))
            }
        },
        text("quoted-printable with soft line breaks") {
            $0.utf8.map {
                $0 > 0x7e || $0 == 0x3d ? "=\(Escape.hex($0, 2, uppercase: true))" : String(UnicodeScalar($0))
            }
            .joined(separator: "=\r\n")
        },
    ]

    static let characterSets: [SecretShape] = [
        SecretShape(name: "Latin-1") { Array($0.data(using: .isoLatin1) ?? Data()).nonEmpty },
        SecretShape(name: "percent in Latin-1") {
            $0.data(using: .isoLatin1).map { Array($0.map { "%\(Escape.hex($0, 2))" }.joined().utf8) }
        },
        wide("UTF-16, little-endian", .utf16LittleEndian), wide("UTF-16, big-endian", .utf16BigEndian),
        wide("UTF-32, little-endian", .utf32LittleEndian), wide("UTF-32, big-endian", .utf32BigEndian),
        wide("JSON in UTF-16", .utf16LittleEndian) { Escape.json($0, slash: true) },
        wide("percent in UTF-16", .utf16BigEndian, { Escape.percent($0) }) { $0.removingPercentEncoding },
    ]

    private static func wide(
        _ name: String, _ encoding: String.Encoding,
        _ escape: @escaping @Sendable (String) -> String = { $0 },
        decode: @escaping @Sendable (String) -> String? = { $0 }
    ) -> SecretShape {
        SecretShape(
            name: name, encode: { escape($0).data(using: encoding).map { Array($0) } },
            decode: { String(data: Data($0), encoding: encoding).flatMap(decode) })
    }
}

extension [UInt8] {
    fileprivate var nonEmpty: [UInt8]? { isEmpty ? nil : self }
}
