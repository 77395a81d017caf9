import Testing
import VerbatimFormats

/// The formats of JSON Schema; `make conformance` runs the tests of JSON-Schema-Test-Suite too.
@Suite struct FormatTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let format: Format
        let valid: [String]
        let invalid: [String]

        init(_ format: Format, _ valid: [String], not invalid: [String]) {
            self.format = format
            self.valid = valid
            self.invalid = invalid
        }

        var testDescription: String { format.rawValue }
    }

    @Test(arguments: dates + hosts + uris + others)
    func `accepts valid strings only`(_ example: Case) {
        for text in example.valid { #expect(example.format.accepts(text), "\(text)") }
        for text in example.invalid { #expect(!example.format.accepts(text), "\(text)") }
    }

    @Test func `every format has an example`() {
        let examples = FormatTests.dates + FormatTests.hosts + FormatTests.uris + FormatTests.others
        #expect(Set(examples.map(\.format)) == Set(Format.allCases))
    }

    static let dates = [
        Case(
            .date, ["2024-02-29", "0000-01-01", "2000-02-29"],
            not: ["2023-02-29", "1900-02-29", "2024-2-29", "2024-04-31", "2024-02-29\n", "20240229", ""]),
        Case(
            .time, ["13:05:09Z", "13:05:09.123+05:30", "23:59:60Z", "00:59:60+01:00"],
            not: ["13:05:09", "24:00:00Z", "13:05Z", "13:05:09.Z", "22:59:60Z", "13:05:09+0530"]),
        Case(
            .dateTime, ["2024-02-29T13:05:09Z", "2024-02-29t13:05:09z"],
            not: ["2024-02-29 13:05:09Z", "2024-02-29T13:05:09", "2024-02-30T13:05:09Z"]),
        Case(
            .duration, ["P1Y2M3DT4H5M6S", "PT36H", "P2W", "P0D"],
            not: ["P", "PT", "P1YT", "P1Y2D", "P1W2D", "P1.5D", "1D"]),
    ]

    static let hosts = [
        Case(
            .email, ["joe@example.com", #""joe bloggs"@example.com"#, "joe@[127.0.0.1]", "joe@[IPv6:::1]"],
            not: ["joe", "joe.@example.com", "joe@", "joe@-a.com", "jo e@example.com", "jöe@example.com"]),
        Case(.idnEmail, ["jöe@exämple.com"], not: ["jöe", "@example.com"]),
        Case(
            .hostname, ["example.com", "xn--bcher-kva.example", "a-1", String(repeating: "a", count: 63)],
            not: [
                "", "-a", "a-", "a..b", "a_b", "xn--x", String(repeating: "a", count: 64), "bücher.example",
            ]),
        Case(
            .idnHostname, ["bücher.example", "실례.테스트", "l·l", "בדיקה"],
            not: ["l·a", "ab--cd", "\u{301}a", "〮a", "a\u{5d0}"]),
        Case(
            .ipv4, ["127.0.0.1", "255.255.255.255"],
            not: ["127.0.0", "256.0.0.1", "01.0.0.1", "1.2.3.4.5", "1.2.3.4 "]),
        Case(
            .ipv6, ["::", "::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1", "1::8"],
            not: ["1", ":1", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9", "::1%eth0", "::256.1.1.1"]),
    ]

    static let uris = [
        Case(
            .uri, ["https://example.com/a?b=c#d", "urn:isbn:0451450523", "http://[::1]:80/", "mailto:a@b.c"],
            not: ["/a", "https://example.com/a b", "http://[::1/", "https://example.com/%g1", "://a"]),
        Case(.uriReference, ["/a", "", "../a?b#c", "//example.com"], not: ["a b", "1:a", "\\a"]),
        Case(.iri, ["https://exämple.com/ä?ö#ü"], not: ["/ä", "https://example.com/\u{E000}"]),
        Case(.iriReference, ["/ä", "#ä"], not: ["ä b"]),
        Case(
            .uriTemplate, ["/a/{b}{?c,d*}{#e:3}", "plain"],
            not: ["{a", "a}", "{}", "{a:0}", "{a:10000}", "{a b}"]),
    ]

    static let others = [
        Case(
            .uuid, ["2EB8AA08-AA98-11EA-B4AA-73B441D16380", "00000000-0000-0000-0000-000000000000"],
            not: ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"]),
        Case(.jsonPointer, ["", "/a~1b/0", "/~0"], not: ["a", "/~", "/~2"]),
        Case(.relativeJSONPointer, ["0", "10/a", "1#"], not: ["", "01", "-1", "1a", "1##"]),
        Case(.regex, ["^a+$", "\\p{Lu}"], not: ["(", "a**", "\\a"]),
    ]
}
