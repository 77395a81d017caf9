import Foundation
import Testing
import VerbatimContract
import VerbatimExampleSupport
import VerbatimJSON

@testable import VerbatimDiff

/// The examples of the rules of the comparison, executed.
@Suite struct ChangeExampleTests {
    private func contract(_ fragment: ContractFragment) throws -> Contract {
        try Contract(parsing: Data(fragment.document.text(.pretty).utf8), file: "Contracts/books.json")
    }

    private func changes(_ rule: ChangeRule) throws -> [Finding] {
        guard case .contracts(let old, let new) = rule.explanation.example else { return [] }
        let (oldContract, newContract) = (try old.map(contract), try new.map(contract))
        guard let oldContract else { return newContract.map { [.added($0)] } ?? [] }
        guard let newContract else { return [.removed(oldContract)] }
        return ContractComparison(oldContract, newContract).changes()
    }

    @Test(arguments: ChangeKind.all) func `the contracts differ as the rule says, and in nothing else`(
        kind: ChangeKind
    ) throws {
        for rule in ChangeRule.all where rule.kind == kind {
            let found = try changes(rule).map { "\($0.severity) \($0.rule.id)" }
            #expect(found == ["\(rule.unshown) \(rule.id)"])
        }
    }

    @Test func `only these changes are more severe while no recording shows them`() {
        #expect(
            ChangeRule.all.filter { $0.unshown != $0.severity }.map(\.id) == [
                "response-additional-properties-opened", "response-body-any-of-became-one-of",
                "response-property-any-of-became-one-of",
            ])
    }

    @Test func `no contract of an example has a problem`() throws {
        for rule in ChangeRule.all {
            guard case .contracts(let old, let new) = rule.explanation.example else { continue }
            for fragment in [old, new].compactMap(\.self) {
                #expect(try contract(fragment).warnings.map(\.message) == [], "\(rule.id)")
            }
        }
    }

    @Test func `an explanation names the change back`() throws {
        let rule = ChangeRule(.becameNullable, .items)
        #expect(
            rule.explanation.text.hasPrefix(
                """
                An element of an array in a response may now be null. 'type' lists 'null' now. The change back is 'response-items-became-not-nullable'. More is allowed than before.

                Severity: breaking. An array or a dictionary does not decode null as an element. It is a warning if the models of the app read a value that shows the change.

                The old contract, in a response:

                    {
                      "content": {
                        "application/json": {
                          "schema": {"type": "array", "items": {"type": "string"}}
                        }
                      }
                    }

                The new contract, in a response:

                """))
    }
}
