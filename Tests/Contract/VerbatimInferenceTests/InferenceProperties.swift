import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimSchema

@testable import VerbatimInference

/// What must hold whatever the traffic is: over generated answers, the same in every run.
///
/// The seeds come in batches, so that tests that wait for the network get their turn in between.
struct InferenceProperties {
    private static func seeds(_ batch: Int, of count: Int) -> Range<Int> {
        batch * count..<(batch + 1) * count
    }

    private func compile(_ schema: JSONObject) throws -> CompiledSchema {
        try Schema(JSON(parsing: JSONValue.object(schema).bytes())).compile(options: .openAPI)
    }

    private func inference(_ answers: [JSONValue], evidence: Int) throws -> SampleInference {
        let inference = SampleInference(evidence: evidence)
        for answer in answers { inference.add(try JSON(parsing: answer.bytes())) }
        return inference
    }

    @Test(arguments: 0..<24)
    func `every answer keeps the schema that was made of it`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 50) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let answers = traffic.answers()
            let schema = try compile(inference(answers, evidence: 1 + seed % 3).schema)
            for answer in answers {
                let violations = schema.validate(try JSON(parsing: answer.bytes()))
                #expect(violations.isEmpty, "seed \(seed): \(violations.first?.description ?? "")")
            }
        }
    }

    @Test(arguments: 0..<8)
    func `the order of answers changes nothing but the order of members`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 50) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let answers = traffic.answers(2...6)
            let one = try inference(answers, evidence: 1).schema
            let other = try inference(traffic.shuffled(answers), evidence: 1).schema
            #expect(Self.unordered(.object(one)) == Self.unordered(.object(other)), "seed \(seed)")
        }
    }

    /// A schema with its lists, whose order means nothing, in order.
    private static func unordered(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            .array(elements.map(unordered).sorted { $0.text(.stable) < $1.text(.stable) })
        case .object(let object): .object(JSONObject(object.members.map { ($0.name, unordered($0.value)) }))
        default: value
        }
    }

    @Test(arguments: 0..<10)
    func `one more answer only widens what was promised before`(batch: Int) throws {
        var compared = 0
        for seed in Self.seeds(batch, of: 50) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let answers = traffic.answers(3...9)
            let before = try inference(Array(answers.dropLast()), evidence: 1)
            let after = try inference(answers, evidence: 1)
            let (narrow, wide) = (try compile(before.schema), try compile(after.schema))
            var others = RandomTraffic(seed: UInt64(seed))
            for value in others.answers(9...9) + others.answers(3...9) {
                let value = try JSON(parsing: value.bytes())
                guard before.shape.speaks(of: value), narrow.accepts(value) else { continue }
                compared += 1
                #expect(wide.accepts(value), "seed \(seed)")
            }
        }
        #expect(compared > 30)
    }

    @Test(arguments: 0..<10)
    func `a contract is the same in whatever order files are listed, and stays what it is`(batch: Int) throws
    {
        for seed in Self.seeds(batch, of: 6) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let interactions = Traffic.answers(traffic.answers().map { $0.text() })
            let inference = Inference(evidence: 1 + seed % 3)
            let one = try inference.contract(file: Traffic.file, of: interactions)
            let other = try inference.contract(file: Traffic.file, of: traffic.shuffled(interactions))
            #expect(one.text == other.text, "seed \(seed)")
            #expect(ContractSet([one.contract]).check(interactions).findings.isEmpty, "seed \(seed)")
            let again = try inference.update(one.contract, with: interactions)
            #expect(again.changes.isEmpty && again.text == one.text, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<10)
    func `a contract that is brought up to more traffic still allows what it allowed`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 6) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let answers = traffic.answers(2...8)
            let interactions = Traffic.answers(answers.map { $0.text() })
            let inference = Inference(evidence: 1)
            let half = try inference.contract(file: Traffic.file, of: Array(interactions.prefix(1)))
            let first = try self.inference(Array(answers.prefix(1)), evidence: 1).shape
            let others = try (answers + traffic.answers(8...8)).filter { value in
                first.speaks(of: try JSON(parsing: value.bytes()))
            }
            let accepted = Traffic.answers(others.map { $0.text() }).filter {
                !ContractSet([half.contract]).check([$0]).isBroken
            }
            let whole = try inference.update(half.contract, with: interactions)
            let contracts = ContractSet([whole.contract])
            #expect(contracts.check(interactions).findings.isEmpty, "seed \(seed)")
            #expect(!contracts.check(accepted).isBroken, "seed \(seed)")
        }
    }
}

extension ObservedShape {
    /// Whether each value in a value has a type that was seen at its location: of other locations nothing was promised.
    fileprivate func speaks(of value: JSON) -> Bool {
        switch value.kind {
        case .null: return nulls > 0
        case .bool: return booleans > 0
        case .number: return integers + decimals > 0
        case .string: return text.count > 0
        case .array:
            return arrays > 0 && value.elements.allSatisfy { element in items?.speaks(of: element) ?? false }
        case .object, nil:
            return objects > 0
                && value.members.allSatisfy { member in
                    members.first { $0.name == member.name }?.shape.speaks(of: member.value) ?? false
                }
        }
    }
}
