import Testing
import VerbatimContract

@testable import VerbatimDrift

/// The examples of the rules about recordings, executed.
@Suite struct DriftExampleTests {
    @Test(arguments: DriftRule.allCases) func `the recordings differ as the rule says, and in nothing else`(
        rule: DriftRule
    ) {
        guard case .recordings(let old, let new) = rule.explanation.example else {
            Issue.record("\(rule) has no recordings")
            return
        }
        let changes = RecordingComparison(
            old.map(\.interaction), new.map(\.interaction), api: "books"
        ).changes()
        #expect(changes.map { "\($0.severity) \($0.rule.id)" } == ["\(rule.severity) \(rule.id)"])
    }
}
