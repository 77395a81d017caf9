import Testing
import VerbatimJSON

@testable import VerbatimContract
@testable import VerbatimReports

/// Texts of providers and files are shown by every format, and obeyed by none of their readers.
@Suite struct HostileReportTests {
    private static var options: ReportOptions {
        ReportOptions(
            files: SourceFiles(path: { $0 }, read: { Array($0.utf8) }), version: "1", token: "2f9c")
    }

    @Test(arguments: ReportFixture.hostileTexts.indices)
    func `XML is well-formed and has the same elements`(index: Int) throws {
        let text = ReportFixture.hostileTexts[index]
        let xml = ReportFixture.hostile(text).text(as: .junit, Self.options)
        let root = try XMLReader.read(Array(xml.utf8))
        #expect(root.children.map(\.name) == ["testsuite"], "\(xml)")
        #expect(root.children.flatMap(\.children).map(\.name) == ["testcase", "testcase"], "\(xml)")
        #expect(!xml.unicodeScalars.contains { $0.value >= 0xfffe && $0.value <= 0xffff })
    }

    @Test(arguments: ReportFixture.hostileTexts.indices)
    func `Markdown has the text in code elements of HTML blocks only`(index: Int) {
        let text = ReportFixture.hostileTexts[index]
        let markdown = ReportFixture.hostile(text).text(as: .markdown, Self.options)
        let blocks = markdown.split(separator: "\n\n").map(String.init)
        for block in blocks where !block.hasPrefix("<details>") {
            #expect(
                block.hasPrefix("<!-- verbatim:diff -->\n## The comparison of contracts failed: ")
                    || block.hasPrefix("Problems of the overrides: ") || block.hasPrefix("### "), "\(block)")
        }
        // Nothing but the tags of the format itself, and no character that Markdown reads.
        let details = blocks.filter { $0.hasPrefix("<details>") }.joined()
        let tags = Set(details.split(separator: "<").compactMap { $0.split(separator: ">").first })
        #expect(
            tags.isSubset(of: [
                "details", "/details", "summary", "/summary", "b", "/b", "code", "/code", "ul", "/ul", "li",
                "/li", "pre", "/pre", "ins", "/ins",
            ]), "\(tags)")
        #expect(!details.contains("`"))
        let bare = details.replacing(/<code>.*?<\/code>/, with: "").replacing(/(?s)<pre>.*?<\/pre>/, with: "")
        #expect(!bare.contains("@someone") && !bare.contains("alert") && !bare.contains("heading"))
    }

    @Test(arguments: ReportFixture.hostileTexts.indices)
    func `no line of the log is a command but the format's own`(index: Int) {
        let text = ReportFixture.hostileTexts[index]
        let log = ReportFixture.hostile(text).text(as: .github, Self.options)
        let lines = log.split(whereSeparator: \.isNewline)
        #expect(lines.first == "::stop-commands::2f9c")
        let end = lines.lastIndex { $0 == "::2f9c::" } ?? 0
        #expect(lines[1..<end].allSatisfy { !$0.drop { $0.isWhitespace }.hasPrefix("::") }, "\(log)")
        let commands = lines[(end + 1)...]
        #expect(commands.count == 2)
        #expect(commands.allSatisfy { $0.hasPrefix("::error file=") && $0.contains(",title=") }, "\(log)")
        #expect(!log.contains("##[error]") && !log.contains("##vso["))
    }

    @Test(arguments: ReportFixture.hostileTexts.indices)
    func `SARIF and JSON are JSON, and a message has the links of the format only`(index: Int) throws {
        let text = ReportFixture.hostileTexts[index]
        for format in [ReportFormat.sarif, .json] {
            let json = ReportFixture.hostile(text).text(as: format, Self.options)
            _ = try JSON(parsing: Array(json.utf8))
        }
        let value = SARIFReport(version: "1", files: Self.options.files).value(
            of: ReportFixture.hostile(text))
        for result in value["runs"]?[0]?["results"]?.array ?? [] {
            let message = result["message"]?["text"]?.string ?? ""
            let links = message.matches(of: /(^|[^\\])\[[^\]]*\]\(([^)]*)\)/).map(\.output.2)
            #expect(links.allSatisfy { Int($0) != nil }, "\(message)")
            let uri = result["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string ?? ""
            #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"<>\"{}|\\^`".utf8.contains($0) })
        }
    }
}
