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
    func `Markdown has the text in blocks of code, or without what is read in it`(index: Int) throws {
        let text = ReportFixture.hostileTexts[index]
        let markdown = ReportFixture.hostile(text).text(as: .markdown, Self.options)
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "<!-- verbatim:diff -->" && lines[1].hasPrefix("### ❌ "))
        // Of a block of code, every line begins with a sign, so that none can end it.
        let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
        #expect(fences.count.isMultiple(of: 2))
        var rest = Array(lines[1...])
        for (start, end) in zip(fences, fences.dropFirst()).reversed() where lines[start] == "```diff" {
            #expect(lines[end] == "```")
            #expect(lines[start + 1..<end].allSatisfy { ["@", "-", "+"].contains($0.first) })
            rest.removeSubrange(start - 1...end - 1)
        }
        // Nothing but the tags of the format itself, and no character that Markdown reads.
        let outside = rest.joined(separator: "\n")
        let tags = Set(
            outside.split(separator: "<").dropFirst().compactMap { $0.split(separator: ">").first })
        #expect(
            tags.isSubset(of: [
                "details", "/details", "summary", "/summary", "b", "/b", "code", "/code", "ul", "/ul", "li",
                "/li", "p", "/p", "br", "sub", "/sub",
            ]), "\(tags)")
        #expect(!outside.contains("`") && !outside.contains("*") && !outside.contains("["))
        for line in rest where line.hasPrefix("|") {
            #expect(line.split(separator: "|", omittingEmptySubsequences: false).count == 7, "\(line)")
        }
        let bare = outside.replacing(/<code>.*?<\/code>/, with: "")
        #expect(!bare.contains("@someone") && !bare.contains("#123") && !bare.contains(":smile:"), "\(bare)")
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
