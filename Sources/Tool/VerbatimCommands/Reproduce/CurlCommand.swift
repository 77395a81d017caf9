import Foundation
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// A line for a POSIX shell that sends a recorded request again.
///
/// It has no secrets: the placeholder of each is a variable of the shell. Nothing in it is expanded but these
/// variables, whatever the request contains.
struct CurlCommand {
    /// The line; nil if curl cannot send the request.
    let line: String?
    /// The variables that it needs, in the order of their use.
    private(set) var variables: [String] = []

    /// - Parameter api: The API, whose keys name variables.
    init(_ request: ReducedExchange.Request, of api: API?) {
        var shell = ShellText(api: api)
        line = Self.line(request, &shell)
        variables = shell.variables
    }

    private static func line(_ request: ReducedExchange.Request, _ shell: inout ShellText) -> String? {
        let scheme = URLParts(request.url).scheme.lowercased()
        guard scheme == "https" || scheme == "http", request.method.isToken else { return nil }
        // Without globbing, brackets and braces of the URL are sent as they are.
        var words = ["curl --include --globoff --request", shell.word(request.method)]
        words += ["--url", shell.word(request.url.asURL)]
        for field in request.headers where !isLeftOut(field) {
            // An empty value ends with a semicolon; a colon would remove the field.
            let text = field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)"
            words += ["--header", shell.word(text)]
        }
        guard !request.body.isEmpty else { return words.joined(separator: " ") }
        // By itself, curl would say that a body is a form.
        if request.headers["Content-Type"] == nil { words += ["--header", shell.word("Content-Type:")] }
        // A text that begins with @ would be the name of a file.
        if let text = String(validating: request.body, as: UTF8.self), text.onOneLine == text,
            text.printable() == text, text.utf8.first != UInt8(ascii: "@")
        {
            return (words + ["--data-binary", shell.word(text)]).joined(separator: " ")
        }
        return "printf \(format(request.body, &shell)) | "
            + (words + ["--data-binary @-"]).joined(separator: " ")
    }

    /// Whether a field is not sent: cookies belong to a session, and others are those of the connection.
    private static func isLeftOut(_ field: HeaderFields.Field) -> Bool {
        connection.contains(field.name.lowercased()) || !field.name.isToken
            || !field.value.utf8.allSatisfy { 0x20...0x7e ~= $0 } || field.value.printable() != field.value
    }

    private static let connection: Set = [
        "cookie", "host", "content-length", "connection", "accept-encoding", "transfer-encoding",
    ]

    /// Returns a body as the words after `printf`: a format, in which every byte that is not seen is an octal
    /// escape, and the variables for it. So is a hyphen at the beginning, which would begin an option.
    private static func format(_ body: Data, _ shell: inout ShellText) -> String {
        let text = body.enumerated().map { index, byte in
            switch byte {
            case UInt8(ascii: "%"): "%%"
            case UInt8(ascii: "\\"): "\\\\"
            case UInt8(ascii: "-") where index == 0: "\\055"
            case 0x20...0x7e where byte != UInt8(ascii: "#"): String(UnicodeScalar(byte))
            default: "\\" + String(Int(byte) + 0o1000, radix: 8).suffix(3)
            }
        }
        let parts = shell.parts(of: text.joined())
        let format = parts.map { $0.variable == nil ? $0.text : "%s" }.joined()
        return ([format.shellQuoted] + parts.compactMap { $0.variable.map { "\"$\($0)\"" } })
            .joined(separator: " ")
    }
}

/// Words of a shell, in which placeholders of secrets are variables.
private struct ShellText {
    let api: API?
    private(set) var variables: [String] = []

    /// A part of a text: a variable in place of a placeholder, or what is between two.
    struct Part {
        let text: String
        var variable: String?
    }

    mutating func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: Self.placeholder) {
            let name = variable(String(match.output.1), Int(match.output.2) ?? 1)
            if !variables.contains(name) { variables.append(name) }
            parts.append(Part(text: String(rest[..<match.range.lowerBound])))
            parts.append(Part(text: String(match.output.0), variable: name))
            rest = rest[match.range.upperBound...]
        }
        return (parts + [Part(text: String(rest))]).filter { !$0.text.isEmpty }
    }

    mutating func word(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0.isCapital }
        return isPlain
            ? text
            : parts(of: text).map { $0.variable.map { "\"$\($0)\"" } ?? $0.text.shellQuoted }.joined()
    }

    private static var placeholder: Regex<(Substring, Substring, Substring)> {
        /REDACTED-([a-z0-9_.]+)-([0-9]+)/
    }

    /// Returns the variable of a secret: that of the API's key, or one with the names of both. The name of
    /// the API keeps a secret `home` from being `$HOME`.
    private func variable(_ name: String, _ number: Int) -> String {
        let key = api?.keys.first { $0.secret.name.asVariable == name.asVariable }?.variable
        let own = key.flatMap { $0 == $0.asVariable ? $0 : nil }
        let base = own ?? "\(api?.name ?? "provider")_\(name)".asVariable
        return number == 1 ? base : "\(base)_\(number)"
    }
}

extension String {
    /// The name of a variable of a shell: capital letters, digits and `_`, and no digit at the beginning.
    fileprivate var asVariable: String {
        let name = String(
            decoding: uppercased().utf8.map { byte in
                byte.isCapital || byte.isDigit ? byte : UInt8(ascii: "_")
            }, as: UTF8.self)
        return name.first.map { $0.isNumber ? "_" + name : name } ?? "_"
    }

    /// Whether it is a token of HTTP: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
    fileprivate var isToken: Bool {
        !isEmpty && utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// The URL with percent-encoding in place of everything that is not visible ASCII, and of `#`, as no
    /// request has a fragment.
    fileprivate var asURL: String {
        utf8.map { byte in
            switch byte {
            case 0x21...0x7e where byte != UInt8(ascii: "#"): String(UnicodeScalar(byte))
            default: "%" + Self.hexadecimal(byte)
            }
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
