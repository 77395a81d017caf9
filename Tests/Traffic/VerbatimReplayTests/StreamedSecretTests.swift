import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimReplay

/// Secrets that were cut into the strings of a stream, of which no byte sequence contains them.
@Suite struct StreamedSecretTests {
    private static let key = "sk~?>live??>9fK2"

    /// A way to send the pieces of a text.
    struct Framing: Sendable, CustomTestStringConvertible {
        let name: String
        let frame: @Sendable ([String]) -> String
        var testDescription: String { name }

        init(_ name: String, all frame: @escaping @Sendable ([String]) -> String) {
            (self.name, self.frame) = (name, frame)
        }

        /// A framing of each piece by itself.
        init(_ name: String, each frame: @escaping @Sendable (_ literal: String) -> String) {
            self.init(name, all: { $0.map { frame(literal($0)) }.joined() })
        }
    }

    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    static let framings = [
        Framing("events", each: { "data: {\"d\": {\"t\": \($0)}}\n\n" }),
        Framing("events with an index", each: { "data: {\"c\": [{\"index\": 0, \"t\": \($0)}]}\n\n" }),
        Framing(
            "two interleaved streams",
            each: {
                "data: {\"index\": 0, \"d\": {\"t\": \($0)}}\n\ndata: {\"index\": 1, \"d\": {\"t\": \"x\"}}\n\n"
            }),
        Framing("events, CRLF", each: { "event: d\r\ndata: {\"d\": [{\"t\": \($0)}]}\r\n\r\n" }),
        Framing("events, CR", each: { "data:{\"t\":\($0)}\r\r" }),
        Framing("events with several lines", each: { "data: {\ndata: \"t\": \($0)\ndata: }\n\n" }),
        Framing("events of text", all: { $0.map { "data: \($0)\n\n" }.joined() }),
        Framing("events of strings", each: { "data: \($0)\n\n" }),
        Framing("lines", each: { "{\"t\": \($0), \"n\": [1, {}]}\n" }),
        Framing("lines of strings", each: { "\($0)\n" }),
        Framing("lines with a number", each: { "0:\($0)\n" }),
        Framing("a sequence", each: { "\u{1e}{\"t\": \($0)}\n" }),
        Framing("parts", each: { "--x\r\nContent-Type: application/json\r\n\r\n{\"t\": \($0)}\r\n" }),
        Framing("an array", all: { "[\($0.map { "{\"t\":\(literal($0))}" }.joined(separator: ","))]" }),
        Framing(
            "an array in lines",
            all: {
                "[\n  \($0.map { "{\n    \"t\": \(literal($0))\n  }" }.joined(separator: ",\n  "))\n]"
            }),
        Framing(
            "after what is cut off",
            all: {
                "[{\"a\": [\n\n" + $0.map { "data: {\"t\": \(literal($0))}\n\n" }.joined()
            }),
    ]

    private static let encodings: [@Sendable (String) -> String] = [
        { $0 }, { Data("x\($0)".utf8).base64EncodedString() }, { $0.utf8.map { Escape.hex($0, 2) }.joined() },
    ]

    @Test(arguments: framings)
    func `a secret in pieces is replaced`(framing: Framing) {
        let search = SecretSearch([KnownSecret(name: "token", value: Self.key)])
        for encode in Self.encodings {
            let text = Array("before \(encode(Self.key)) after")
            for length in [1, 3, 7] {
                let pieces = stride(from: 0, to: text.count, by: length).map {
                    String(text[$0...].prefix(length))
                }
                let body = Data(framing.frame(pieces).utf8)
                #expect(body.withUnsafeBytes { search.occurs(in: $0) }, "\(body)")
                let redacted = search.redact(body) { _ in "REDACTED-token-1" }
                #expect(!redacted.withUnsafeBytes { search.occurs(in: $0) }, "\(redacted)")
            }
        }
    }

    @Test(arguments: [
        // JSON within strings, and escapes: the pieces of another text.
        #"data: {"t": "{\"a\": \"sk~?>liv\"}"}"# + "\n\n" + #"data: {"t": "{\"a\": \"e??>9fK2\"}"}"#,
        #"{"t": "sk~?>liv\u0065"}"# + "\n" + #"{"t": "??>9fK2"}"#,
    ])
    func `a secret in pieces that cannot be replaced is found`(body: String) {
        let search = SecretSearch([KnownSecret(name: "token", value: Self.key)])
        #expect(Data(body.utf8).withUnsafeBytes { search.occurs(in: $0) })
        #expect(search.redact(Data(body.utf8)) { _ in "REDACTED-token-1" } == Data(body.utf8))
    }

    @Test(arguments: [
        "", "\"", "\"\\", "{\"", "{\"a\"", "{\"a\":", "data:", "data: \"", "]]}}", "{\"index\":12", "\r",
        "data:\r\n",
        String(repeating: "[", count: 1000) + "\"a\"", String(repeating: "\"\\\"", count: 100),
    ])
    func `what is cut off is read to its end`(body: String) {
        let search = SecretSearch([KnownSecret(name: "token", value: Self.key)])
        #expect(search.redact(Data(body.utf8)) { _ in "x" } == Data(body.utf8))
    }
}
