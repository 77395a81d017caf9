import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

@testable import VerbatimInference

/// Properties of inference that hold for any traffic, tested with generated responses.
///
/// The seeds come in batches, so that tests that wait for the network get their turn in between.
@Suite struct InferencePropertyTests {
    private static func seeds(_ batch: Int, of count: Int) -> Range<Int> {
        batch * count..<(batch + 1) * count
    }

    private func compile(_ schema: JSONObject) throws -> CompiledSchema {
        try Schema(JSON(parsing: JSONValue.object(schema).bytes())).compile(options: .openAPI)
    }

    private func inference(_ bodies: [JSONValue], minimumSamples: Int) throws -> SchemaInference {
        let inference = SchemaInference(minimumSamples: minimumSamples)
        for body in bodies { inference.add(try JSON(parsing: body.bytes())) }
        return inference
    }

    @Test(arguments: 0..<TestEffort.count(3, of: 48))
    func `every body satisfies the schema that is inferred from it`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 25) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let bodies = traffic.bodies()
            let schema = try compile(inference(bodies, minimumSamples: 1 + seed % 3).schema)
            for body in bodies {
                let violations = schema.validate(try JSON(parsing: body.bytes()))
                #expect(violations.isEmpty, "seed \(seed): \(violations.first?.description ?? "")")
            }
        }
    }

    @Test(arguments: 0..<TestEffort.count(1, of: 16))
    func `the order of bodies affects only the order of properties`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 25) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let bodies = traffic.bodies(2...6)
            let schema = try inference(bodies, minimumSamples: 1).schema
            let shuffled = try inference(traffic.shuffled(bodies), minimumSamples: 1).schema
            #expect(Self.sorted(.object(schema)) == Self.sorted(.object(shuffled)), "seed \(seed)")
        }
    }

    /// A schema with its arrays sorted.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements):
            .array(elements.map(sorted).sorted { $0.text(.stable) < $1.text(.stable) })
        case .object(let object): .object(JSONObject(object.members.map { ($0.name, sorted($0.value)) }))
        default: value
        }
    }

    @Test(arguments: 0..<TestEffort.count(1, of: 10))
    func `another body only widens the schema`(batch: Int) throws {
        var compared = 0
        for seed in Self.seeds(batch, of: 50) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let bodies = traffic.bodies(3...9)
            let old = try inference(Array(bodies.dropLast()), minimumSamples: 1)
            let new = try inference(bodies, minimumSamples: 1)
            let (narrow, wide) = (try compile(old.schema), try compile(new.schema))
            let shape = old.shape
            var others = RandomTraffic(seed: UInt64(seed))
            for value in others.bodies(9...9) + others.bodies(3...9) {
                let value = try JSON(parsing: value.bytes())
                guard shape.describes(value), narrow.accepts(value) else { continue }
                compared += 1
                #expect(wide.accepts(value), "seed \(seed)")
            }
        }
        #expect(compared > 30)
    }

    @Test(arguments: 0..<TestEffort.count(1, of: 20))
    func `a contract does not depend on the order of files, and a second inference does not change it`(
        batch: Int
    ) throws {
        for seed in Self.seeds(batch, of: 3) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let interactions = Traffic.responses(traffic.bodies().map { $0.text() })
            let inference = ContractInference(minimumResponses: 1 + seed % 3)
            let inferred = try inference.contract(file: Traffic.file, from: interactions)
            let shuffled = try inference.contract(file: Traffic.file, from: traffic.shuffled(interactions))
            #expect(inferred.text == shuffled.text, "seed \(seed)")
            #expect(ContractSet([inferred.contract]).check(interactions).findings.isEmpty, "seed \(seed)")
            let second = try inference.update(inferred.contract, with: interactions)
            #expect(second.edits.isEmpty && second.text == inferred.text, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<TestEffort.count(1, of: 20))
    func `objects of several kinds are described, whatever else is in the traffic`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 2) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let urls = ["https://api.shop.test/items", "https://api.shop.test/boxes"]
            let (old, more) = (traffic.bodiesWithKinds(), traffic.bodiesWithKinds())
            let first = urls.flatMap { Traffic.responses(old.map { $0.text() }, to: $0) }
            let all = first + Traffic.responses(more.map { $0.text() }, to: urls[0])
            let inference = ContractInference(minimumResponses: 1 + seed % 3)
            let inferred = try inference.contract(file: Traffic.file, from: first)
            #expect(ContractSet([inferred.contract]).check(first).findings.isEmpty, "seed \(seed)")
            let shuffled = try inference.contract(file: Traffic.file, from: traffic.shuffled(first))
            #expect(inferred.text == shuffled.text, "seed \(seed)")
            let updated = try inference.update(inferred.contract, with: all)
            #expect(!ContractSet([updated.contract]).check(all).isBroken, "seed \(seed)")
            let again = try inference.update(updated.contract, with: all)
            #expect(again.edits.isEmpty && again.text == updated.text, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<TestEffort.count(1, of: 20))
    func `an updated contract still accepts what it accepted`(batch: Int) throws {
        for seed in Self.seeds(batch, of: 3) {
            var traffic = RandomTraffic(seed: UInt64(seed))
            let bodies = traffic.bodies(2...8)
            let interactions = Traffic.responses(bodies.map { $0.text() })
            let inference = ContractInference(minimumResponses: 1)
            let old = try inference.contract(file: Traffic.file, from: Array(interactions.prefix(1)))
            let shape = try self.inference(Array(bodies.prefix(1)), minimumSamples: 1).shape
            let described = try (bodies + traffic.bodies(8...8)).filter { body in
                shape.describes(try JSON(parsing: body.bytes()))
            }
            let accepted = Traffic.responses(described.map { $0.text() }).filter {
                !ContractSet([old.contract]).check([$0]).isBroken
            }
            let new = ContractSet([try inference.update(old.contract, with: interactions).contract])
            #expect(new.check(interactions).findings.isEmpty, "seed \(seed)")
            #expect(!new.check(accepted).isBroken, "seed \(seed)")
        }
    }
}

extension ObservedShape {
    /// Whether values of all types in a value were observed at its locations, so that a schema describes
    /// them.
    fileprivate func describes(_ value: JSON) -> Bool {
        switch value.kind {
        case .null: return nulls > 0
        case .bool: return booleans > 0
        case .number: return integers + decimals > 0
        case .string: return strings.count > 0
        case .array:
            return arrays > 0 && value.elements.allSatisfy { element in items?.describes(element) ?? false }
        case .object, nil:
            return objects > 0
                && value.members.allSatisfy { member in
                    properties.first { $0.name == member.name }?.shape.describes(member.value) ?? false
                }
        }
    }
}
