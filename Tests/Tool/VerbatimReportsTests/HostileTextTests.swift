import Testing
import VerbatimContract

@testable import VerbatimReports

/// Texts of providers and files cannot add lines to a report, nor command a terminal.
@Suite struct HostileTextTests {
    private static let hostile = "a\n::error::b\r\n\u{1b}]0;c\u{7}\u{202e}d\u{2028}e"
    private static let shown = #"a\n::error::b\r\n\u001b]0;c\u0007\u202ed\u2028e"#

    @Test(arguments: [false, true])
    func `a finding keeps its lines`(isColored: Bool) {
        let location = SourceLocation(file: Self.hostile, line: 1, column: 2)
        let finding = Finding(
            .responsePropertyType,
            about: .init(
                api: Self.hostile, operation: Self.hostile, exchange: Self.hostile, part: Self.hostile),
            .expected(Self.hostile, found: Self.hostile), at: location,
            contract: SourceLocation(file: Self.hostile, line: 3), next: Self.hostile)
        let text = ItemText(colored: isColored).text(ofEntry: [finding])
        let rule = isColored ? "\u{1b}[31mresponse-property-type\u{1b}[0m" : "response-property-type"
        #expect(
            text == """
                \(rule): \(Self.shown): expected \(Self.shown), found \(Self.shown)
                  at \(Self.shown):1:2 (\(Self.shown)), \(Self.shown):3
                  next: \(Self.shown)
                """)
    }

    @Test func `a table keeps its rows`() {
        #expect(
            TextTable([["name", "value"], [Self.hostile, "1"]]).lines == [
                "name" + String(repeating: " ", count: Self.shown.count - 4) + "  value", Self.shown + "  1",
            ])
    }

    @Test func `an entry keeps its details`() {
        let entry = ReportEntry(label: "x", headline: Self.hostile, others: 2, details: [Self.hostile])
        #expect(entry.text == "x: \(Self.shown)\n  and 2 more like it\n  \(Self.shown)")
    }
}
