import Foundation
import Testing
import VerbatimContract
import VerbatimExampleSupport
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimDrift

/// The examples of the rules about recordings, executed.
@Suite struct DriftExampleTests {
    @Test(arguments: Rule.ofDrift) func `the recordings differ as the rule says, and in nothing else`(
        rule: Rule
    ) {
        guard case .recordings(let old, let new, let model) = rule.explanation.example else {
            Issue.record("\(rule) has no recordings")
            return
        }
        let (oldInteractions, newInteractions) = (old.map(\.interaction), new.map(\.interaction))
        let changes = RecordingComparison(oldInteractions, newInteractions, api: "books") { interaction in
            model == nil ? nil : Self.conflicts(in: interaction)
        }.changes()
        #expect(changes.map { "\($0.severity) \($0.rule.id)" } == ["\(rule.severity) \(rule.id)"])
    }

    /// The source of the model in the only example that has one.
    private struct Book: Decodable {
        let title: String
        let kind: Kind

        enum Kind: String, Decodable { case novel, essay }
    }

    private static func conflicts(in interaction: Interaction) -> [ModelConflict] {
        let body = (try? interaction.responseBytes()) ?? Data()
        guard (try? JSONDecoder().decode(Book.self, from: body)) == nil else { return [] }
        let property = AffectedProperty(
            name: "Book.kind", location: nil, model: "Book", reason: "Book.kind expects Kind")
        return [ModelConflict(pointer: "/kind", property: property)]
    }
}
