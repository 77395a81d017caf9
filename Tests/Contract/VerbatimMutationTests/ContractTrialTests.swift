import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimMutation

/// Trials of edits of a contract, many of which are made at once.
@Suite struct ContractTrialTests {
    /// The numbers of an object with many properties: every seventh is negative, every fifth is missing
    /// in one of two responses.
    private struct Numbers {
        let contract: Contract
        let originals: OriginalResponses
        let edits: [ContractEdit]

        init(_ count: Int) throws {
            let properties = (0..<count).map { "\"n\($0)\": {\"type\": [\"integer\", \"null\"]}" }
            contract = try Library.contract(more: ", " + properties.joined(separator: ", "))
            let all = (0..<count).map { "\"n\($0)\": \($0 % 7 == 0 ? -1 : 1)" }
            let some = (0..<count).filter { $0 % 5 > 0 }.map { all[$0] }
            let bodies = [all, some].map { members in
                "{\"books\": [{\"id\": 1, \"title\": \"a\", \(members.joined(separator: ", "))}]}"
            }
            originals = OriginalResponses(
                of: StreamedTraffic(bodies.map { Library.responses($0)[0] }), contract, [])
            let book = JSONPointer(["components", "schemas", "Book"])
            edits = (0..<count).flatMap { number in
                let pointer = book.appending("properties").appending("n\(number)")
                let changes: [(JSONPointer, String, ContractEdit.Change)] = [
                    (pointer, "minimum", .set(0)), (pointer, "type", .remove("null")),
                    (pointer, "maximum", .set(0)), (book, "required", .insert(.string("n\(number)"))),
                ]
                return changes.map {
                    ContractEdit(
                        pointer: $0, keyword: $1, change: $2, location: SourceLocation(file: "library.json"))
                }
            }
        }

        var trial: ContractTrial { ContractTrial(contract, originals) }
    }

    private func name(_ outcome: ContractTrial.Outcome) -> String {
        switch outcome {
        case .holds: "holds"
        case .breaks(let finding): "breaks \(finding.rule.id) \(finding.pointer?.description ?? "")"
        case .invalid: "invalid"
        case .untried: "untried"
        }
    }

    @Test func `edits that are tried together have the outcomes that each has alone`() throws {
        let numbers = try Numbers(35)
        let trial = numbers.trial
        trial.try(numbers.edits)
        let together = numbers.edits.map { name(trial.outcome(of: $0)) }
        #expect(together == numbers.edits.map { name(numbers.trial.outcome(of: $0)) })
        #expect(together.count { $0 == "holds" } == 35 - 5 + 35 + 5 + 35 - 7, "\(together)")
    }

    @Test(arguments: [7, 70]) func `contracts are read as often, however many edits there are`(_ count: Int)
        throws
    {
        let numbers = try Numbers(count)
        let trial = numbers.trial
        trial.try(numbers.edits)
        for edit in numbers.edits { _ = trial.outcome(of: edit) }
        #expect(trial.count == 4)
    }

    @Test func `an edit kills the mutants that it kills alone`() throws {
        let numbers = try Numbers(10)
        let (trial, original) = (numbers.trial, try #require(numbers.originals[0]))
        trial.try(numbers.edits)
        let body = String(decoding: original.body, as: UTF8.self).replacing("\"n1\": 1", with: "\"n1\": -2")
        let mutated = original.with(body: Array(body.utf8))
        let kills = numbers.edits.map { edit -> Bool? in
            guard case .holds(let tried) = trial.outcome(of: edit) else { return nil }
            return tried.kills(mutated, beyond: original.known, by: edit)
        }
        #expect(kills.indices.filter { kills[$0] == true } == [4])
        #expect(kills.count { $0 == false } == 7 + 10 + 2 + 8)
    }

    @Test func `beyond a limit, edits are not tried`() throws {
        let numbers = try Numbers(7)
        let trial = ContractTrial(numbers.contract, numbers.originals, bytes: 1)
        trial.try(numbers.edits)
        #expect(Set(numbers.edits.map { name(trial.outcome(of: $0)) }) == ["untried"] && trial.count == 0)
    }
}

/// The costs of trying edits, by every size that a file controls.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct MutationCostTests {
    @Test(arguments: cases)
    func `the cost of trying edits grows with the contract and the recordings`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    static let cases = [
        tightening("properties", { n in n.texts { "\"n\($0)\": {\"type\": \"integer\"}" } }) { n in
            n.texts { "\"n\($0)\": 1" }
        },
        tightening("texts", { n in n.texts { "\"n\($0)\": {\"type\": \"string\"}" } }) { n in
            n.texts { "\"n\($0)\": \"2026-01-01\"" }
        },
        tightening("properties without a schema", { _ in "" }) { n in n.texts { "\"n\($0)\": 1" } },
        tightening("elements", { _ in "\"a\": {\"type\": \"array\"}" }) { n in
            "\"a\": [" + n.texts { "{\"v\": \($0)}" } + "]"
        },
        judging("properties", { n in n.texts { "\"n\($0)\": {\"type\": \"integer\"}" } }) { n in
            n.texts { "\"n\($0)\": 1" }
        },
        judging("elements", { _ in #""a": {"items": {"oneOf": [{"type": "object"}, {"type": "null"}]}}"# }) {
            n in "\"a\": [" + n.texts { "{\"v\": \($0)}" } + "]"
        },
        judging(
            "properties that are all of another type", { n in n.texts { "\"n\($0)\": {\"type\": \"null\"}" } }
        ) {
            n in n.texts { "\"n\($0)\": 1" }
        },
        CostCase("mutated recordings with properties of their own", from: 16) { n in
            (try contract("\"a\": {\"type\": \"integer\"}"), (0..<n).map { response("\"n\($0)\": 1") })
        } work: { contract, interactions in
            judge(contract, interactions)
        },
    ]

    private static func contract(_ properties: String) throws -> Contract {
        let schema = "{\"type\": \"object\", \"properties\": {\(properties)}}"
        return try Contract(parsing: GeneratedContract(schema: schema).data, file: "a.json")
    }

    private static func response(_ members: String) -> Interaction {
        Interaction(
            HTTPRequest("GET", "https://a.test/a"),
            .response(
                HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{\(members)}")))
        )
    }

    /// Evaluates and classifies the mutants of responses.
    private static func judge(_ contract: Contract, _ interactions: [Interaction]) {
        let set = MutationRun(contract, models: []).mutants(of: StreamedTraffic(interactions))
        _ = set.report(of: set.blocks.reduce(into: MutantTally()) { $0 += set.evaluated($1) })
    }

    /// The mutants of all values, of which many survive, and the edits that would kill them.
    private static func judging(
        _ name: String, _ properties: @escaping @Sendable (Int) -> String,
        _ members: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase("mutated " + name, from: 16) { n in
            (try contract(properties(n)), response(members(n)))
        } work: { contract, interaction in
            judge(contract, [interaction])
        }
    }

    /// The classification of one survivor of each operator at each property, and what is written for them.
    private static func tightening(
        _ name: String, _ properties: @escaping @Sendable (Int) -> String,
        _ members: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(name, from: 16) { n -> ([ContractEdit], Contract, OriginalResponses) in
            let contract = try contract(properties(n))
            let originals = OriginalResponses(of: StreamedTraffic([response(members(n))]), contract, [])
            let suggestions = EditSuggestions(contract: contract)
            let edits = originals.all.flatMap { original in
                (original.map?.nodes.indices ?? 0..<0).flatMap { index in
                    [MutationOperator.dropKey, .sign, .overflow, .null].flatMap { mutation in
                        original.map.map { suggestions.edits(for: mutation, at: index, in: $0, strings: []) }
                            ?? []
                    }
                }
            }
            return (edits, contract, originals)
        } work: { edits, contract, originals in
            let trial = ContractTrial(contract, originals)
            trial.try(edits)
            for edit in edits { _ = trial.outcome(of: edit) }
        }
    }
}
