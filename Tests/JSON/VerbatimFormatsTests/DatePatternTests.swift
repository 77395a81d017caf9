import Testing
import VerbatimFormats

/// Date patterns: pattern, matching strings, other strings.
@Suite struct DatePatternTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let pattern: String
        let dates: [String]
        let others: [String]

        init(_ pattern: String, _ dates: [String], not others: [String]) {
            self.pattern = pattern
            self.dates = dates
            self.others = others
        }

        var testDescription: String { pattern }
    }

    @Test(arguments: [
        Case("yyyy-MM-dd", ["2024-02-29"], not: ["2023-02-29", "2024-2-29", "2024-02-29 ", "24-02-29", ""]),
        Case("yyyy", ["0001", "2026"], not: ["26", "02026", "٢٠٢٦"]),
        Case("d.M.y", ["1.2.2024", "31.12.7"], not: ["01.2.2024", "31.2.2024", "0.1.2024"]),
        Case("yyyyMMddHHmmss", ["20240229235959"], not: ["20240229240000", "20240229235960"]),
        Case(
            "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", ["2024-01-02T03:04:05.678Z", "2024-01-02T03:04:05.678+05:30"],
            not: ["2024-01-02T03:04:05.67Z", "2024-01-02T03:04:05.678+0530"]),
        Case(
            "EEE, dd MMM yyyy HH:mm:ss z", ["Sat, 21 Nov 2026 10:05:56 GMT"],
            not: ["Sun, 21 Nov 2026 10:05:56 GMT", "Sat, 21 nov 2026 10:05:56 GMT"]),
        Case(
            "EEEE, MMMM d, yyyy 'at' h:mm a", ["Saturday, November 21, 2026 at 9:05 AM"],
            not: ["Saturday, November 21, 2026 at 13:05 PM", "Saturday, November 21, 2026 at 0:05 AM"]),
        Case("h 'o''clock'", ["5 o'clock"], not: ["5 oclock"]),
        Case("HH:mmX", ["10:00Z", "10:00+01", "10:00-0330"], not: ["10:00", "10:00+1"]),
        Case("HH:mmZ", ["10:00+0100"], not: ["10:00Z", "10:00+01:00"]),
        Case("HH:mmxxx", ["10:00+00:00"], not: ["10:00Z"]),
        Case("HH ZZZZ", ["10 GMT", "10 GMT-03:00"], not: ["10 UTC"]),
    ])
    func `matches dates strictly`(_ example: Case) throws {
        let pattern = try DatePattern(example.pattern)
        for date in example.dates { #expect(pattern.matches(date), "\(date)") }
        for other in example.others { #expect(!pattern.matches(other), "\(other)") }
        #expect(pattern.matches(pattern.sample))
    }

    @Test(arguments: [("yyyy-QQ", "QQ", 5), ("yyy", "yyy", 0), ("HH 'h", "'", 3), ("zzzz", "zzzz", 0)])
    func `rejects unsupported fields`(_ pattern: String, _ letters: String, _ offset: Int) throws {
        let error = try #require(throws: DatePattern.UnsupportedField.self) { try DatePattern(pattern) }
        #expect(error.letters == letters)
        #expect(error.offset == offset)
    }
}
