import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimReplay

/// Secrets in several encodings, one within another.
@Suite struct NestedEncodingTests {
    /// A way to encode any bytes.
    struct Encoding: Sendable, CustomTestStringConvertible {
        let name: String
        let encode: @Sendable ([UInt8]) -> [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ encode: @escaping @Sendable ([UInt8]) -> [UInt8]) {
            (self.name, self.encode) = (name, encode)
        }

        /// An encoding of each byte.
        init(_ name: String, bytes: @escaping @Sendable (UInt8) -> String) {
            self.init(name) { Array($0.map(bytes).joined().utf8) }
        }

        /// An encoding of each byte but letters and digits.
        init(_ name: String, others: @escaping @Sendable (UInt8) -> String) {
            self.init(name, bytes: { isPlain($0) ? String(UnicodeScalar($0)) : others($0) })
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func lines(_ text: String, _ separator: String) -> [UInt8] {
        let lines = stride(from: 0, to: text.utf8.count, by: 20).map { text.dropFirst($0).prefix(20) }
        return Array(lines.joined(separator: separator).utf8)
    }

    private static func named(_ byte: UInt8) -> String {
        let name = Escape.names[UnicodeScalar(byte)].map { "&\($0);" }
        return name ?? (0x20...0x7e ~= byte ? String(UnicodeScalar(byte)) : "&#\(byte);")
    }

    static let encodings: [Encoding] = [
        Encoding("percent", others: { "%\(Escape.hex($0, 2, uppercase: true))" }),
        Encoding("percent, all", bytes: { "%\(Escape.hex($0, 2))" }),
        Encoding("JSON, all", bytes: { "\\u\(Escape.hex($0, 4))" }),
        Encoding("JSON, others", others: { "\\u\(Escape.hex($0, 4))" }),
        Encoding("C", bytes: { "\\x\(Escape.hex($0, 2, uppercase: true))" }),
        Encoding("decimal references", bytes: { "&#\($0);" }),
        Encoding("hexadecimal references", bytes: { "&#x\(Escape.hex($0, 1));" }),
        Encoding("named references", bytes: { named($0) }),
        Encoding("quoted-printable, all", bytes: { "=\(Escape.hex($0, 2, uppercase: true))" }),
        Encoding("quoted-printable") { bytes in
            let text = bytes.map {
                0x21...0x7e ~= $0 && $0 != 0x3d
                    ? String(UnicodeScalar($0)) : "=\(Escape.hex($0, 2, uppercase: true))"
            }
            return Array(
                text.enumerated().map { $0 % 20 == 19 ? "=\r\n\($1)" : $1 }.joined().utf8)
        },
        Encoding("base64") { Array(base64($0).utf8) },
        Encoding("base64 for URLs") {
            Array(base64($0).replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }.utf8)
        },
        Encoding("base64 in lines") { lines(base64($0), "\r\n\t  ") },
        Encoding("hexadecimal", bytes: { Escape.hex($0, 2) }),
        Encoding("base32") { SecretShape.base32($0) },
        Encoding("base32, lower case") { SecretShape.base32($0).map(\.lowercased) },
        Encoding("UTF-16") { $0.flatMap { [$0, 0] } },
        Encoding("UTF-16, big-endian") { $0.flatMap { [0, $0] } },
        Encoding("gzip") { Compressor.gzip($0) },
        Encoding("zlib") { Compressor.zlib($0) },
    ]

    static let keys = [
        "sk~?>live??>9fK2", "9f86d081884c7d659a2feaa0c55ad015",
        String(repeating: "0123456789abcdef", count: 8) + "%41+\\u0041&lt;=41",
    ]

    static let pairs = encodings.flatMap { outer in encodings.map { [outer, $0] } }

    /// Expects that a key is found in encodings, of which the last is the inner one, and that it is replaced
    /// or refused.
    private func check(_ encodings: [Encoding], _ key: String) {
        let search = SecretSearch([KnownSecret(name: "key", value: key)])
        var inner = Array("user:".utf8) + Array(key.utf8)
        for encoding in encodings.reversed() { inner = encoding.encode(inner) }
        let bytes = Array("text \"".utf8) + inner + Array("\"".utf8)
        let name = "\(encodings.map(\.name).joined(separator: " of ")), \(key)"
        let leaks = occurrences(in: bytes, search)
        #expect(!leaks.isEmpty, "\(name)")
        let redacted = Array(search.redact(Data(bytes)) { _ in "REDACTED-key-1" })
        let left = occurrences(in: redacted, search)
        // What remains is refused, as it cannot be replaced.
        #expect(left.allSatisfy { $0.replacement("REDACTED-1") == nil }, "\(name)")
        #expect(redacted != bytes || !left.isEmpty, "\(name)")
    }

    private func occurrences(in bytes: [UInt8], _ search: SecretSearch) -> [SecretOccurrence] {
        var finder = SecretFinder(search, inflates: true)
        return bytes.withUnsafeBytes { finder.find(in: $0) }
    }

    @Test(arguments: encodings)
    func `a secret is found in each encoding`(encoding: Encoding) {
        for key in Self.keys { check([encoding], key) }
    }

    @Test(arguments: encodings.indices)
    func `a secret is found in any two encodings`(outer: Int) {
        for (index, inner) in Self.encodings.enumerated() {
            let keys = TestEffort.isExhaustive ? Self.keys : [Self.keys[(outer + index) % 3]]
            for key in keys { check([Self.encodings[outer], inner], key) }
        }
    }

    @Test(.enabled(if: TestEffort.isExhaustive), arguments: pairs.indices)
    func `a secret is found in any three encodings`(outer: Int) {
        for (index, inner) in Self.encodings.enumerated() {
            check(Self.pairs[outer] + [inner], Self.keys[(outer + index) % 3])
        }
    }
}
