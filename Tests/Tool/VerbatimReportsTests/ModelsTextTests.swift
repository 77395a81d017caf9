import Testing
import VerbatimContract
import VerbatimModels

@testable import VerbatimReports

/// Contract, traffic and model side by side: every diagnosis as a user sees it.
@Suite struct ModelsTextTests {
    @Test(arguments: ModelCase.presence + ModelCase.values)
    func `tells each diagnosis with its location and an edit`(_ tested: ModelCase)
        throws
    {
        #expect(try FindingText().text(of: tested.report().findings) == tested.expected)
    }

    @Test func `shows the members of a model in a table before the findings`() throws {
        let tested = ModelCase(
            testDescription: "table",
            schema:
                #""required": ["title", "size"], "properties": {"title": {"type": "string"}, "size": {"type": "integer"}}"#,
            bodies: [#"{"title": "a", "size": 1}"#, #"{"title": "b", "size": 2}"#],
            model: ModelCase.binding(Titled.self),
            expected: """
                photos Titled
                property  member  model   contract  seen    verdict
                title     title   String  required  2 of 2  agreed

                property-unread: the body is read except for size, Titled reads the rest
                  at Photos.swift:1:8, Contracts/photos.json:5:5
                  next: read them in `Titled` if the app needs them; `verbatim models photos --format json` lists each

                1 member read, 1 agreed: 0 breaking, 0 warning, 1 info

                """)
        #expect(try ModelsText().text(of: tested.report()) == tested.expected)
    }

    @Test func `names every rule once`() {
        let ids = Rule.ofModels.map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).isDisjoint(with: Rule.all.map(\.id)))
    }
}
