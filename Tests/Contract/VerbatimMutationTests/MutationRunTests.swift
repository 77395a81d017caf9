import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

@testable import VerbatimMutation

/// Which mutants are noticed, and what is said about the others.
@Suite struct MutationRunTests {
    @Test func `tells survivors with the change of the contract that kills them`() async throws {
        let run = MutationRun(try Library.contract(), models: [Library.model])
        let report = await run.report(on: Library.recorded)
        #expect(
            report.groups.filter { $0.mutation != .unknownKey }.map(\.line) == [
                "1 drop-header at '-' survived, say \"required\": true at '/paths/~1books/get/responses/200/headers/Date'",
                "2 empty at '/books/*/title' survived, say \"minLength\": 1 at '/components/schemas/Book/properties/title'",
                "1 drop-key at '/books/*/note' seen at Recordings/library/books/1.json:1:65",
            ])
        #expect(report.score.survived == 3)
        #expect(report.score.seen == 1)
        #expect(report.disagreements == 0)
    }

    @Test func `counts who noticed`() async throws {
        let report = await MutationRun(try Library.contract(), models: [Library.model]).report(
            on: Library.recorded)
        // Another status is noticed by the contract alone, an empty title by nobody, null for one by both.
        #expect(report.score(of: .status) == score(mutants: 4, byContract: 4))
        #expect(report.score(of: .null) == score(mutants: 9, byContract: 9, byModel: 8, byBoth: 8))
        #expect(report.score(of: .unknownKey) == score(mutants: 3))
        let sum = report.scores.filter { $0.mutation != .unknownKey }.reduce(0) { $0 + $1.score.mutants }
        #expect(report.score.mutants == sum)
        #expect(report.score(of: "books") == report.score)
    }

    @Test func `tells what only a model refuses`() async throws {
        let contract = try Library.contract(title: "{}")
        let report = await MutationRun(contract, models: [Library.model]).report(on: Library.recorded)
        #expect(
            report.groups.filter { $0.fate == .refused }.map(\.line).first
                == "2 null at '/books/*/title' refused, say \"type\": \"string\" at '/components/schemas/Book/properties/title'"
        )
        #expect(report.score.byModel > report.score.byBoth)
    }

    @Test func `counts as a warning what an open enumeration has not had so far`() async throws {
        let contract = try Library.contract(
            title: #"{"type": "string", "minLength": 1, "x-known-values": ["Emma", "Persuasion"]}"#)
        let report = await MutationRun(contract, models: []).report(on: Library.recorded)
        #expect(report.score(of: .newValue) == score(mutants: 2, byContract: 2, asWarning: 2))
        #expect(report.score(of: .letterCase) == score(mutants: 2, byContract: 2, asWarning: 2))
    }

    @Test func `says the same for the same seed, whatever the cores do`() async throws {
        let contract = try Library.contract()
        let many = Array(repeating: Library.recorded, count: 40).flatMap(\.self)
        let run = MutationRun(contract, models: [Library.model], seed: 7)
        let first = await run.report(on: many)
        let second = await run.report(on: many)
        #expect(first.groups == second.groups)
        #expect(first.scores == second.scores)
    }

    @Test func `samples every operator at every location before any twice, and differs with the seed`()
        async throws
    {
        let many = Array(repeating: Library.recorded, count: 10).flatMap(\.self)
        func scores(seed: UInt64, sample: Int) async throws -> [MutationReport.Entry] {
            await MutationRun(try Library.contract(), models: [Library.model], seed: seed, sample: sample)
                .report(on: many).scores
        }
        let all = await MutationRun(try Library.contract(), models: [Library.model]).report(
            on: Library.recorded)
        let operators = Set(all.scores.map(\.mutation))
        let sample = try await scores(seed: 3, sample: 60)
        #expect(sample.reduce(0) { $0 + $1.score.mutants + $1.score.seen } == 60)
        #expect(Set(sample.map(\.mutation)) == operators)
        #expect(try await scores(seed: 3, sample: 60) == sample)
        #expect(try await scores(seed: 4, sample: 25) != scores(seed: 3, sample: 25))
    }

    @Test func `trusts the whole body where a model judges more than a part`() async throws {
        // A model that refuses short bodies refuses every reduced one, which is no mistake of the mutant.
        let model = ModelBinding("books", model: "Long") { data in
            data.count < 60 ? [ModelFailure(found: "short", expected: "long")] : []
        }
        let book = #"{"id": 7, "title": "Emma", "note": "third edition"}"#
        let answers = Library.answers(
            "{\"books\": [\(Array(repeating: book, count: 9).joined(separator: ","))]}")
        let report = await MutationRun(try Library.contract(), models: [model]).report(on: answers)
        #expect(report.disagreements > 0)
        #expect(report.groups.first { $0.mutation == .empty }?.fate == .survived)
    }

    @Test func `leaves out what cannot be changed, and counts it`() async throws {
        var failed = Library.recorded[0]
        failed.outcome = .failure(.init(code: -1001, reason: "timed out"))
        let report = await MutationRun(try Library.contract(), models: []).report(
            on: [failed] + Library.recorded)
        #expect(report.skipped == 1)
    }

    @Test func `counts only new findings where something is wrong already`() async throws {
        let answers = Library.answers(
            #"{"books": [{"id": 0, "title": "Emma"}, {"id": 9, "title": "Persuasion"}]}"#)
        let report = await MutationRun(try Library.contract(), models: [Library.model]).report(on: answers)
        #expect(report.score(of: .null) == score(mutants: 8, byContract: 8, byModel: 8, byBoth: 8))
        #expect(report.groups.contains { $0.mutation == .empty && $0.count == 2 })
    }

    private func score(
        mutants: Int, byContract: Int = 0, asWarning: Int = 0, byModel: Int = 0, byBoth: Int = 0
    ) -> MutationScore {
        var score = MutationScore()
        (score.mutants, score.byContract, score.asWarning) = (mutants, byContract, asWarning)
        (score.byModel, score.byBoth) = (byModel, byBoth)
        return score
    }
}
