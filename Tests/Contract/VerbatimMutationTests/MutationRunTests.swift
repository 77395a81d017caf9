import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimModels

@testable import VerbatimMutation

/// Evaluation and classification of the mutants of a small API.
@Suite struct MutationRunTests {
    @Test func `reports survivors with an edit of the contract that kills them`() async throws {
        let run = MutationRun(try Library.contract(), models: [Library.model])
        let report = await run.report(on: Library.recorded)
        #expect(
            report.groups.filter { $0.mutationOperator != .unknownKey }.map(\.line) == [
                "1 drop-header at '-' survived, set \"required\": true at '/paths/~1books/get/responses/200/headers/Date'",
                "2 empty at '/books/*/title' survived, set \"minLength\": 1 at '/components/schemas/Book/properties/title'",
                "1 drop-key at '/books/*/note' equivalent, evidence at Recordings/library/books/1.json:1:65",
            ])
        #expect(report.score.survived == 3)
        #expect(report.score.equivalent == 1)
        #expect(report.disagreements == 0)
    }

    @Test func `survivors are findings, and mutants that no contract has to kill are off`() async throws {
        let report = await MutationRun(try Library.contract(), models: [Library.model]).report(
            on: Library.recorded)
        let schema = "'components.schemas.Book.properties.title' (Contracts/library.json:33:20)"
        let finding = try #require(report.findings.last)
        #expect(report.findings.map(\.rule) == [.mutantSurvived, .mutantSurvived])
        #expect(
            finding.message
                == "empty at '/books/*/title': expected a finding of the contract, found none if '/books/0/title' is \"\""
        )
        #expect(finding.location?.description == "Recordings/library/books/1.json:1:31")
        #expect(finding.contractLocation?.description == "Contracts/library.json:33:20")
        #expect(finding.next.hasPrefix("set \"minLength\": 1 at \(schema), or, if such"), "\(finding.next)")
        let others = report.groups.filter { $0.finding.severity == .off }
        #expect(Set(others.map(\.mutationOperator)) == [.unknownKey, .dropKey])
        #expect(Set(report.groups.map(\.finding.fingerprint)).count == report.groups.count)
    }

    @Test func `reports how many mutants have been evaluated`() async throws {
        let run = MutationRun(try Library.contract(), models: [Library.model])
        var steps: [(evaluated: Int, all: Int)] = []
        _ = await run.report(on: Library.recorded) { steps.append(($0, $1)) }
        let all = try #require(steps.first?.all)
        #expect(all > 0 && steps.first?.evaluated == 0 && steps.last?.evaluated == all)
        #expect(steps.allSatisfy { $0.all == all })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.evaluated < $1.evaluated })
    }

    @Test func `counts the mutants that the contract and the models kill`() async throws {
        let report = await MutationRun(try Library.contract(), models: [Library.model]).report(
            on: Library.recorded)
        // The contract alone kills another status, no oracle an empty title, both of them a null title.
        #expect(report.score(of: .status) == score(mutants: 4, killedByContract: 4))
        #expect(
            report.score(of: .null)
                == score(mutants: 9, killedByContract: 9, killedByModel: 8, killedByBoth: 8))
        #expect(report.score(of: .unknownKey) == score(mutants: 3))
        let sum = report.scores.filter { $0.mutationOperator != .unknownKey }.reduce(0) {
            $0 + $1.score.mutants
        }
        #expect(report.score.mutants == sum)
        #expect(report.score(of: "books") == report.score)
    }

    @Test func `reports mutants that only a model kills`() async throws {
        let contract = try Library.contract(title: "{}")
        let report = await MutationRun(contract, models: [Library.model]).report(on: Library.recorded)
        #expect(
            report.groups.filter { $0.status == .killedByModel }.map(\.line).first
                == "2 null at '/books/*/title' killed by model, set \"type\": \"string\" at '/components/schemas/Book/properties/title'"
        )
        #expect(report.score.killedByModel > report.score.killedByBoth)
    }

    @Test func `new values of an open enumeration are killed by a warning`() async throws {
        let contract = try Library.contract(
            title: #"{"type": "string", "minLength": 1, "x-known-values": ["Emma", "Persuasion"]}"#)
        let report = await MutationRun(contract, models: []).report(on: Library.recorded)
        #expect(report.score(of: .newValue) == score(mutants: 2, killedByContract: 2, killedByWarning: 2))
        #expect(report.score(of: .letterCase) == score(mutants: 2, killedByContract: 2, killedByWarning: 2))
    }

    @Test func `gives the same report for the same seed, independent of scheduling`() async throws {
        let contract = try Library.contract()
        let many = Array(repeating: Library.recorded, count: 40).flatMap(\.self)
        let run = MutationRun(contract, models: [Library.model], seed: 7)
        let first = await run.report(on: many)
        let second = await run.report(on: many)
        #expect(first.groups == second.groups)
        #expect(first.scores == second.scores)
    }

    @Test(arguments: [nil, 40])
    func `mutants of responses that are read again are those of responses in memory`(sample: Int?)
        async throws
    {
        let traffic = StreamedTraffic(Array(repeating: Library.recorded, count: 3).flatMap(\.self))
        let contract = try Library.contract()
        let run = MutationRun(contract, models: [Library.model], seed: 5, sample: sample)
        let all = run.mutants(of: traffic, keptBytes: .max)
        let names = all.blocks.map(all.name)
        #expect(names.count == 3 && Set(names).count == names.count)
        let whole = all.report(of: all.blocks.reduce(into: MutantTally()) { $0 += all.evaluated($1) })
        for keptBytes in [0, 100] {
            let read = run.mutants(of: traffic, keptBytes: keptBytes)
            #expect(
                read.blocks.map(read.name) == names
                    && read.blocks.map(read.digest) == all.blocks.map(all.digest))
            let tally = read.blocks.reduce(into: MutantTally()) { $0 += read.evaluated($1) }
            #expect(all.contains(tally) && read.contains(tally))
            let report = read.report(of: tally)
            #expect(report.groups == whole.groups && report.scores == whole.scores)
        }
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
        let operators = Set(all.scores.map(\.mutationOperator))
        let sample = try await scores(seed: 3, sample: 60)
        #expect(sample.reduce(0) { $0 + $1.score.mutants + $1.score.equivalent } == 60)
        #expect(Set(sample.map(\.mutationOperator)) == operators)
        #expect(try await scores(seed: 3, sample: 60) == sample)
        #expect(try await scores(seed: 4, sample: 25) != scores(seed: 3, sample: 25))
    }

    @Test func `the whole body decides if a model rejects every reduced one`() async throws {
        // The model rejects short bodies.
        let model = ModelBinding("books", model: "Long") { data in
            data.count < 60 ? [ModelFailure(found: "short", expected: "long")] : []
        }
        let book = #"{"id": 7, "title": "Emma", "note": "third edition"}"#
        let answers = Library.responses(
            "{\"books\": [\(Array(repeating: book, count: 9).joined(separator: ","))]}")
        let report = await MutationRun(try Library.contract(), models: [model]).report(on: answers)
        #expect(report.disagreements > 0)
        #expect(report.groups.first { $0.mutationOperator == .empty }?.status == .survived)
    }

    @Test func `a model that leaves out elements kills what a strict one kills`() async throws {
        let strict = await MutationRun(try Library.contract(), models: [Library.model])
            .report(on: Library.recorded)
        let lossy = await MutationRun(try Library.contract(), models: [Library.lossyModel])
            .report(on: Library.recorded)
        #expect(lossy.scores == strict.scores)
        #expect(lossy.disagreements == 0)
    }

    @Test func `skips and counts interactions that cannot be mutated`() async throws {
        var failed = Library.recorded[0]
        failed.outcome = .failure(.init(code: -1001, reason: "timed out"))
        let report = await MutationRun(try Library.contract(), models: []).report(
            on: [failed] + Library.recorded)
        #expect(report.skipped == 1)
    }

    @Test func `only new findings kill the mutants of an invalid response`() async throws {
        let answers = Library.responses(
            #"{"books": [{"id": 0, "title": "Emma"}, {"id": 9, "title": "Persuasion"}]}"#)
        let report = await MutationRun(try Library.contract(), models: [Library.model]).report(on: answers)
        #expect(
            report.score(of: .null)
                == score(mutants: 8, killedByContract: 8, killedByModel: 8, killedByBoth: 8))
        #expect(report.groups.contains { $0.mutationOperator == .empty && $0.finding.count == 2 })
    }

    private func score(
        mutants: Int, killedByContract: Int = 0, killedByWarning: Int = 0, killedByModel: Int = 0,
        killedByBoth: Int = 0
    ) -> MutationScore {
        var score = MutationScore()
        (score.mutants, score.killedByContract, score.killedByWarning) = (
            mutants, killedByContract, killedByWarning
        )
        (score.killedByModel, score.killedByBoth) = (killedByModel, killedByBoth)
        return score
    }
}
