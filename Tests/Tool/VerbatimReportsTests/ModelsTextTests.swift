import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimModels

@testable import VerbatimReports

/// The comparison of contract, traffic and models as text.
@Suite struct ModelsTextTests {
    @Test(arguments: ModelCase.presence + ModelCase.values)
    func `each disagreement is reported with its location and an edit`(_ tested: ModelCase) throws {
        let text = try ToolCommand.$taskTool.withValue("verbatim") {
            try ItemText().text(of: tested.report().findings)
        }
        #expect(text == tested.expected)
    }

    @Test func `a table of the properties follows the findings`() throws {
        let tested = ModelCase(
            testDescription: "table",
            schema:
                #""required": ["title", "size"], "properties": {"title": {"type": "string"}, "size": {"type": "integer"}}"#,
            bodies: [#"{"title": "a", "size": 1}"#, #"{"title": "b", "size": 2}"#],
            model: ModelCase.binding(Titled.self),
            expected: """
                note: photos: the body is read except for size, Titled reads the rest

                all 1 finding:
                property-unread: the body is read except for size, Titled reads the rest
                  at Photos.swift:1:8, Contracts/photos.json:5:5
                  next: read them in `Titled` if the app needs them; `verbatim models photos --format json` lists each

                photos Titled
                property  declaration  type    contract  present  result
                title     title        String  required  2 of 2   agreed

                ✓ holds · 1 property read, 1 agreed

                """)
        #expect(try ReportText(verbose: true).text(of: Report(tested.report())) == tested.expected)
    }

    @Test func `the id of each rule is unique`() {
        let ids = Rule.ofModels.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).isDisjoint(with: Rule.all.map(\.id)))
    }
}
