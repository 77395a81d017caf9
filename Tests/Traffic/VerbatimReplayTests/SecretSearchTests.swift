import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

@Suite struct SecretSearchTests {
    /// Returns the bytes without the secrets.
    private func redacted(_ bytes: [UInt8], _ search: SecretSearch) -> [UInt8] {
        Array(search.redact(Data(bytes)) { _ in "REDACTED-key-1" })
    }

    /// Returns the forms in which a search for leaks finds a secret.
    private func leaks(_ bytes: [UInt8], _ search: SecretSearch) -> [String] {
        var finder = SecretFinder(search, inflates: true)
        return bytes.withUnsafeBytes { finder.find(in: $0) }.map(\.encoding)
    }

    private func search(_ keys: String...) -> SecretSearch {
        SecretSearch(keys.map { KnownSecret(name: "key", value: $0) })
    }

    @Test(arguments: SecretShape.all)
    func `a secret is found in every form, and the text around it stays`(shape: SecretShape) throws {
        // Each form has a part of the keys, and all of them if the tests are exhaustive.
        let step = TestEffort.count(3, of: 1)
        for index in stride(from: shape.name.utf8.count % step, to: SecretShape.keys.count, by: step) {
            let key = SecretShape.keys[index]
            let search = search(key)
            let (before, after) = ("before: ", " :after")
            if shape.isRefused || shape.decode != nil {
                guard let bytes = shape.encode(before + key + after) else { continue }
                if shape.isRefused {
                    #expect(!leaks(bytes, search).isEmpty, "\(key)")
                    #expect(redacted(bytes, search) == bytes, "\(key)")
                } else {
                    let bytes = redacted(bytes, search)
                    let text = shape.decode?(bytes)
                    let number = text?.firstRange(of: /REDACTED-key-0*1/)
                    let expected = shape.context(before) + "REDACTED-key-1" + shape.context(after)
                    let plain = text.map { $0.replacing(/-0*1/, with: "-1") }
                    #expect(number != nil && plain == expected, "\(key)")
                    #expect(leaks(bytes, search).isEmpty, "\(key)")
                }
            } else if let bytes = shape.encode(key), let head = shape.encode(before),
                let tail = shape.encode(after)
            {
                let redacted = redacted(head + bytes + tail, search)
                let expected = head + Array("REDACTED-key-1".utf8) + tail
                #expect(redacted == expected, "\(key)")
            }
        }
    }

    @Test func `there are enough forms`() {
        #expect(SecretShape.all.count >= 60)
        #expect(Set(SecretShape.all.map(\.name)).count == SecretShape.all.count)
    }

    @Test(arguments: [
        "", "x", "%", "\\", "&", "&#", "&#x", "\\u", "\\u{", "=", "=\r", "%u12", "A", "\u{0}",
        "\u{0}\u{0}\u{0}",
        #"{"url":"https:\/\/a.test\/?q=%22a%22&amp;b=c","text":"\\u00fc \\\"x\\\""}"#,
        "dG9rZW4= QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo= 0123456789abcdef0123456789abcdef",
        "9f86d081884c7d659a2feaa0c55ad01 Kq3+/Zx9aB/+tY7w0PQ2s4V6u8 open sesame, my dear x7Q.z x7q.z2 X7Q.Z2",
        "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    ])
    func `text without a secret keeps its bytes`(text: String) {
        let search = SecretSearch(SecretShape.keys.map { KnownSecret(name: "key", value: $0) })
        #expect(redacted(Array(text.utf8), search) == Array(text.utf8))
        #expect(leaks(Array(text.utf8), search).isEmpty)
    }

    @Test func `random bytes keep their bytes`() {
        let search = SecretSearch(SecretShape.keys.map { KnownSecret(name: "key", value: $0) })
        var random = SeededRandom(seed: 7)
        let alphabets = [
            Array(0...UInt8.max), Array("%25\\u0026amp;#x\"'+=/aZ9\r\n".utf8), [0, 0x41, 0x42, 0xd8, 0xdc],
            Array("ABCDabcd0123+/-_=".utf8), [0x1f, 0x8b, 8, 0, 0x78, 0x9c, 0x50, 0x4b, 3, 4],
        ]
        for round in 0..<TestEffort.count(60, of: 3000) {
            let alphabet = alphabets[round % alphabets.count]
            let bytes = (0..<random.number(0...600)).map { _ in random.pick(alphabet) }
            #expect(redacted(bytes, search) == bytes)
            #expect(leaks(bytes, search).isEmpty)
        }
    }

    /// Escapes for a property test, of which each character has a random one.
    private static let escapes: [@Sendable (String) -> String] = [
        { $0 }, { $0 }, { Escape.percent($0, all: true) },
        { Escape.percent($0, all: true, uppercase: false) },
        { Escape.unicode($0, all: true) }, { Escape.xml($0) }, { Escape.references($0) { "&#\($0);" } },
        { Escape.references($0) { "&#x\(Escape.hex($0, 3));" } },
        { Escape.bytes($0) { "\\x\(Escape.hex($0, 2))" } },
        { Escape.references($0) { "\\u{\(Escape.hex($0, 1))}" } },
    ]

    private static let wholes = SecretShape.all.filter {
        !$0.isRefused && $0.decode != nil && $0.name.hasPrefix("base64") && !$0.name.contains(" of ")
            || $0.name.hasPrefix("UTF") || $0.name.hasPrefix("hexadecimal,")
    }

    @Test func `a random secret is found in random mixtures of escapes`() {
        var random = SeededRandom(seed: 11)
        let characters = Array("abcXYZ0189+/=-_.~%&\\\"'<>;: #?üßé漢🔑")
        for _ in 0..<TestEffort.count(150, of: 10_000) {
            let key = String((0..<random.number(6...40)).map { _ in random.pick(characters) })
            guard key.utf8.count >= Redaction.minimumGivenLength else { continue }
            var text = key.map { random.pick(Self.escapes)(String($0)) }.joined()
            // A second escape of some characters, such as of the percent signs or of the backslashes.
            if random.once(in: 2) {
                let outer = random.pick(Self.escapes)
                let escaped = random.pick(["%", "\\", "&"])
                text = text.replacing(escaped, with: outer(escaped))
            }
            let search = search(key)
            let whole = random.once(in: 3) ? random.pick(Self.wholes) : nil
            guard let bytes = whole.map({ $0.encode("(\(text))") }) ?? Array("(\(text))".utf8) else {
                continue
            }
            let output = redacted(bytes, search)
            let plain = whole?.decode.map { $0(output) ?? "" } ?? String(decoding: output, as: UTF8.self)
            #expect(plain.replacing(/-0*1/, with: "-1") == "(REDACTED-key-1)", "\(key) in \(text)")
        }
    }

    @Test func `digits in which nothing was found are searched again for a value that is added`() {
        let text = Array("a \(Data("a known-value, and more".utf8).base64EncodedString()) b".utf8)
        var search = search("another-value")
        #expect(redacted(text, search) == text && leaks(text, search).isEmpty)
        search.insert(KnownSecret(name: "key", value: "known-value"))
        #expect(redacted(text, search) != text && leaks(text, search) == ["in plain text, in base64"])
    }

    @Test func `a short value is found in its case only, a long one in any`() {
        let short = search("search-it"), long = search("search-it-all")
        #expect(redacted(Array("Search-it".utf8), short) == Array("Search-it".utf8))
        #expect(redacted(Array("<Search-It-All>".utf8), long) == Array("<REDACTED-key-1>".utf8))
    }

    @Test func `the longest of several values is replaced`() {
        let search = search("abcdef", "abcdefgh", "bcdefg", "xyzxyz")
        let text = String(
            decoding: redacted(Array("abcdefgh abcdefg bcdefgh xyzxyzxyz".utf8), search), as: UTF8.self)
        #expect(text == "REDACTED-key-1 REDACTED-key-1g REDACTED-key-1h REDACTED-key-1xyz")
    }

    @Test func `what is said about an occurrence names each encoding`() {
        let search = search("known-value/1")
        let forms: [(text: [UInt8], form: String)] = [
            (Array("known-value/1".utf8), "in plain text"),
            (Array("known-value%2F1".utf8), "percent-encoded"),
            (Array(#"known-value\/1"#.utf8), "JSON-escaped"),
            (Array("known-value&#47;1".utf8), "XML-escaped"),
            (Array("KNOWN-value/1".utf8), "in another case or character set"),
            (Array(Data(Data("known-value%2F1".utf8).base64EncodedData())), "percent-encoded, in base64"),
            (Array("known-value/1".utf16.flatMap { [UInt8($0), 0] }), "in plain text, in UTF-16"),
            (Compressor.gzip(Array("known-value/1".utf8)), "in plain text, in gzip"),
            (
                Array(Data(Compressor.zip(Array("known-value/1".utf8))).base64EncodedData()),
                "in plain text, in zip, in base64"
            ),
        ]
        for (text, form) in forms { #expect(leaks(text, search).first == form) }
    }
}

// MARK: - Limits

extension SecretSearchTests {
    private func limits(_ bytes: [UInt8]) -> [String] {
        var finder = SecretFinder(search("known-value"), inflates: true)
        _ = bytes.withUnsafeBytes { finder.find(in: $0) }
        return finder.limits
    }

    @Test func `a partial search says why it was partial`() {
        var nested = Array("known-value".utf8)
        for _ in 0..<8 { nested = Compressor.gzip(nested) }
        #expect(limits(nested) == ["more than 6 encodings within one another"])
        #expect(limits([0x28, 0xb5, 0x2f, 0xfd, 0, 0]) == ["zstd is not decompressed"])
        #expect(limits(Compressor.zip([1, 2], method: 12)) == ["zip method 12 is not decompressed"])
        #expect(limits(Compressor.zip([1, 2], flags: 1)) == ["an encrypted zip entry is not decompressed"])
        #expect(limits(Array("plain text, with words that are long".utf8)) == [])
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `compressed data cannot expand without end`() {
        let bomb = Compressor.gzip([0], repetitions: 200 << 20)
        #expect(bomb.count < 2 << 20)
        #expect(limits(bomb) == ["more compressed data than 128 MB and 24 times the text"])
    }

    /// Texts of a size that are as slow to search as we know.
    static let slowTexts: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
        ("a repeated beginning", { Array(repeatElement(UInt8(ascii: "a"), count: $0)) }),
        ("backslashes", { Array(repeatElement(UInt8(ascii: "\\"), count: $0)) }),
        ("percent signs", { Array(repeatElement(UInt8(ascii: "%"), count: $0)) }),
        ("nested percent signs", { (0..<$0).map { Array("%25".utf8)[$0 % 3] } }),
        ("ampersands", { (0..<$0).map { Array("&amp;".utf8)[$0 % 5] } }),
        ("escaped backslashes", { (0..<$0).map { Array("%5C".utf8)[$0 % 3] } }),
        ("escaped equals signs", { (0..<$0).map { Array("&#61;".utf8)[$0 % 5] } }),
        ("escaped ampersands", { (0..<$0).map { Array("&#38;".utf8)[$0 % 5] } }),
        ("escapes of three kinds", { (0..<$0).map { Array("%5C&#x5c;\\u0025".utf8)[$0 % 15] } }),
        ("soft line breaks", { (0..<$0).map { Array("a=\n".utf8)[$0 % 3] } }),
        ("base64", { (0..<$0).map { Array("QUFBYWFhYWFhYWFh".utf8)[$0 % 16] } }),
        ("zlib headers", { (0..<$0).map { [0x78, 0x01, 0x02, 0x08][$0 % 4] } }),
        (
            "strings below a long name",
            { size in
                Array(
                    "{\"\(String(repeating: "n", count: size))\":[\(String(repeating: "\"a\",", count: size / 4))\"a\"]}"
                        .utf8)
            }
        ),
        ("open strings", { (0..<$0).map { Array("\"\\\"".utf8)[min($0, 1 + $0 % 2)] } }),
        ("events of text", { (0..<$0).map { Array("data: a\r".utf8)[$0 % 8] } }),
        ("items of an array", { (0..<$0).map { Array("[{\"a\":\"b\"},".utf8)[min($0, 1 + $0 % 10)] } }),
        ("events", { (0..<$0).map { Array("data: {\"a\": \"bc\"}\n".utf8)[$0 % 18] } }),
        ("gzip headers", { (0..<$0).map { [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3][$0 % 11] } }),
    ]

    @Test(.enabled(if: TestEffort.isExhaustive), arguments: slowTexts.indices)
    func `the cost is linear in the text`(index: Int) {
        let search = search(
            String(repeating: "a", count: 5000) + "b", #"\\\\\\\\x"#, "%%%%%%%%%%x", "&&&&&&&&&x")
        let growth = CostGrowth(from: 1 << 8) {
            Self.slowTexts[index].make($0)
        } work: {
            _ = leaks($0, search)
        }
        #expect(growth.isLinear, "\(Self.slowTexts[index].name): \(growth)")
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `the cost is linear in the number of secrets`() {
        let head = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9."
        let growth = CostGrowth(from: 256) { count in
            (0..<count).map { head + String($0 * 7919) + "abcdefgh" }
        } work: { tokens in
            let search = SecretSearch(tokens.map { KnownSecret(name: "token", value: $0) })
            _ = redacted(Array(tokens.joined(separator: ",").utf8), search)
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
