import VerbatimContract
import VerbatimJSON

/// A report as JUnit's XML: a suite for each API, a test case for each operation, status and kind of check.
///
/// Cases that found nothing are listed as well, as tools compare the lists of two runs. A case fails if one
/// of its items makes the command fail, with its cause as the message; others are its output. A command that
/// could not run has a case with an error.
///
/// There is no standard. This is what GitLab reads: https://docs.gitlab.com/ci/testing/unit_test_reports/.
/// Its test cases have the attribute `file`, from which GitLab links to a file.
struct JUnitReport {
    /// The files of the locations, for their paths in the repository.
    var files = SourceFiles.none

    /// The number of cases; GitLab refuses files with 250,000 elements.
    private static let caseLimit = 50_000
    /// The number of bytes of text; GitLab refuses files of 30 MB.
    private static let sizeLimit = 20_000_000
    /// The number of bytes of the text of one case.
    private static let textLimit = 100_000

    func text(of report: Report) -> String {
        var budget = Self.sizeLimit
        let (cases, omitted) = Self.limited(report.testCases)
        let titles = Self.titles(of: report.causes)
        let suites = OrderedGroups(grouping: cases, by: \.suite).pairs.map { name, cases in
            suite(name, cases, titles, &budget)
        }
        let counts = Self.counts(cases)
        let note = omitted == 0 ? "" : "<!-- \(omitted) more cases, all passed, are left out -->\n"
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
            + XMLText.attributes(
                [("name", "verbatim \(report.command.rawValue)")] + counts.filter { $0.0 != "skipped" })
            + ">\n" + suites.joined() + note + "</testsuites>\n"
    }

    /// Returns as many cases as fit, those that passed last, in their order.
    private static func limited(_ cases: [TestCase]) -> (cases: [TestCase], omitted: Int) {
        guard cases.count > caseLimit else { return (cases, 0) }
        let room = max(0, caseLimit - cases.count { !$0.hasPassed })
        var passed = 0
        let kept = cases.filter { one in
            guard one.hasPassed else { return true }
            passed += 1
            return passed <= room
        }
        return (kept, cases.count - kept.count)
    }

    private static func counts(_ cases: [TestCase]) -> [(String, String?)] {
        let milliseconds = cases.compactMap(\.duration).reduce(0, +)
        return [
            ("tests", String(cases.count)),
            ("failures", String(cases.count { $0.verdict == .failure })),
            ("errors", String(cases.count { $0.verdict == .error })),
            ("skipped", String(cases.count { $0.verdict == .skipped })),
            ("time", XMLText.seconds(milliseconds)),
        ]
    }

    /// The titles of causes by the fingerprints of their findings.
    private static func titles(of causes: [Cause]) -> [String: String] {
        let pairs = causes.flatMap { cause in cause.fingerprints.map { ($0, cause.title) } }
        return Dictionary(pairs) { first, _ in first }
    }

    private func suite(
        _ name: String, _ cases: [TestCase], _ titles: [String: String], _ budget: inout Int
    ) -> String {
        var lines: [String] = []
        for one in cases { lines.append(text(of: one, titles, &budget)) }
        return "  <testsuite" + XMLText.attributes([("name", name)] + Self.counts(cases)) + ">\n"
            + lines.joined() + "  </testsuite>\n"
    }

    // MARK: Cases

    private func text(of one: TestCase, _ titles: [String: String], _ budget: inout Int) -> String {
        let file = one.shownLocation.flatMap { files.path(of: $0.file) }
        let attributes = XMLText.attributes([
            ("classname", one.className), ("name", one.name), ("file", file),
            ("time", XMLText.seconds(one.duration ?? 0)),
        ])
        let content = content(of: one, titles, &budget)
        return content.isEmpty
            ? "    <testcase\(attributes)/>\n" : "    <testcase\(attributes)>\n\(content)    </testcase>\n"
    }

    private func content(of one: TestCase, _ titles: [String: String], _ budget: inout Int) -> String {
        switch one.verdict {
        case .passed:
            guard !one.items.isEmpty else { return "" }
            return "      <system-out>\(body(of: one, &budget))</system-out>\n"
        case .skipped: return "      <skipped" + XMLText.attributes([("message", one.skipped)]) + "/>\n"
        case .failure, .error:
            let tag = one.verdict == .error ? "error" : "failure"
            let first = one.items.first
            let causes = OrderedGroups(grouping: one.items) { titles[$0.fingerprint] ?? $0.message }.keys
            let others = causes.count - 1
            let message = (causes.first?.excerpt(400) ?? "") + (others > 0 ? ", and \(others) more" : "")
            let attributes = XMLText.attributes([("message", message), ("type", first?.rule.id)])
            return "      <\(tag)\(attributes)>\(body(of: one, &budget))</\(tag)>\n"
        }
    }

    /// Returns the items as text, similar ones together, as many as fit.
    private func body(of one: TestCase, _ budget: inout Int) -> String {
        let format = ItemText(placeLimit: 10)
        let entries = one.items.entries
        var text = LimitedText("", limit: min(Self.textLimit, budget))
        var listed = 0
        while listed < entries.count,
            text.append(Markup.xml.escaped(format.text(ofEntry: entries[listed]).printable()) + "\n")
        {
            listed += 1
        }
        budget -= text.text.utf8.count
        let omitted = entries[listed...].joined().total
        return text.text + (omitted == 0 ? "" : "and \(omitted) more, which the other formats list\n")
    }
}

/// Pieces of XML 1.0 that hold any text: characters that XML cannot contain, not even as references, are
/// escaped as in JSON, `\u0000`, and so are those that are not seen.
enum XMLText {
    /// Returns the attributes of an element, each after a space; those without a value are left out.
    static func attributes(_ attributes: [(String, String?)]) -> String {
        attributes.compactMap { name, value in
            value.map { " \(name)=\"\(Markup.xmlAttribute.escaped($0.printable()))\"" }
        }.joined()
    }

    /// Returns milliseconds as seconds with three decimals: `0.120`. A number that is no time is 0.
    static func seconds(_ milliseconds: Double) -> String {
        let known = milliseconds.isFinite ? min(max(milliseconds, 0), 1e12) : 0
        let thousandths = Int(exactly: known.rounded()) ?? 0
        let decimals = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
    }
}
