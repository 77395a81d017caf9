import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimMutation

/// The results for reduced bodies, compared with checks of whole bodies.
@Suite struct ReducedBodyTests {
    /// A random schema with a value that it accepts.
    private struct Sample {
        private var random: SeededGenerator
        private(set) var schema = ""
        private(set) var value = ""

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            (schema, value) = object(depth: 3)
        }

        private mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &random) < percent
        }

        private mutating func any(depth: Int) -> (schema: String, value: String) {
            switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
            case 0: integer()
            case 1: (chance(50) ? #"{"type": "string"}"# : "{}", #""word""#)
            case 2: (#"{"enum": ["A_B", "C_D"]}"#, #""A_B""#)
            case 3: array(depth: depth)
            default: object(depth: depth)
            }
        }

        private mutating func integer() -> (schema: String, value: String) {
            (chance(50) ? #"{"type": "integer", "minimum": 0}"# : #"{"x-known-values": [3, 4]}"#, "3")
        }

        private mutating func array(depth: Int) -> (schema: String, value: String) {
            let item = any(depth: depth - 1)
            let count = Int.random(in: 1...3, using: &random)
            let more = [
                #", "minItems": 2"#, #", "maxItems": 3"#, #", "uniqueItems": true"#,
                #", "contains": {"type": ["object", "string"]}"#, #", "prefixItems": [{}]"#,
            ]
            let extra = chance(40) ? more.randomElement(using: &random) ?? "" : ""
            return wrapped(
                #"{"type": "array", "items": \#(item.schema)\#(extra)}"#,
                "[\(Array(repeating: item.value, count: count).joined(separator: ", "))]")
        }

        private mutating func object(depth: Int) -> (schema: String, value: String) {
            let names = ["a", "b", "c", "d", "e"].prefix(Int.random(in: 1...5, using: &random))
            let members = names.map { ($0, any(depth: depth - 1)) }
            let required = names.filter { _ in chance(40) }.map { "\"\($0)\"" }.joined(separator: ", ")
            let more = [
                #""minProperties": \#(names.count)"#, #""maxProperties": \#(names.count)"#,
                #""minProperties": 1"#, #""dependentRequired": {"a": ["b"]}"#,
                #""not": {"properties": {"a": {"type": "string"}}, "required": ["b"]}"#,
                #""if": {"properties": {"a": {"type": "integer"}}}, "then": {"required": ["a"]}"#,
                #""propertyNames": {"maxLength": 8}"#, #""additionalProperties": false"#,
                #""patternProperties": {"^[ab]": {"type": ["integer", "object"]}}"#,
                #""dependentSchemas": {"c": {"required": ["a"]}}"#, #""unevaluatedProperties": false"#,
                #""anyOf": [{"required": ["a"]}, {"required": ["c"]}]"#,
                #""allOf": [{"required": ["a"], "additionalProperties": {"type": ["integer", "array"]}}]"#,
                #""allOf": [{"properties": {"a": {"minProperties": 1, "minLength": 1}}}]"#,
            ]
            let extra = chance(50) ? more.randomElement(using: &random).map { ", " + $0 } ?? "" : ""
            let properties = members.map { "\"\($0.0)\": \($0.1.schema)" }.joined(separator: ", ")
            return wrapped(
                #"{"type": "object", "required": [\#(required)], "properties": {\#(properties)}\#(extra)}"#,
                "{\(members.map { "\"\($0.0)\": \($0.1.value)" }.joined(separator: ", "))}")
        }

        private mutating func wrapped(_ schema: String, _ value: String) -> (schema: String, value: String) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: (#"{"anyOf": [\#(schema), {"type": "null"}]}"#, value)
            case 1: (#"{"oneOf": [\#(schema), {"type": "string"}]}"#, value)
            case 2: (#"{"allOf": [\#(schema)]}"#, value)
            default: (schema, value)
            }
        }
    }

    @Test func `judge each mutant as the whole body does`() throws {
        var mutants = 0
        for seed in 1...UInt64(TestEffort.count(5, of: 400)) {
            let sample = Sample(seed: seed)
            let contract = try Library.contract(more: #", "sample": \#(sample.schema)"#)
            let oracle = ContractOracle(contract)
            let response = Library.responses(
                #"{"books": [{"id": 7, "title": "Emma"}, {"id": 9, "title": "Emma", "sample": \#(sample.value)}]}"#
            )
            let original = try #require(OriginalResponse(response[0], contract, oracle, []))
            guard original.schemaAccepts != nil, let map = original.map else { continue }
            let values = ValueMutations(seed: 1)
            let evaluator = MutantEvaluator(contract: oracle, models: [], seed: 1)
            for node in map.nodes.indices {
                var tally = MutantTally()
                evaluator.evaluate(
                    Workload.Item(original: 0, node: node, chosen: nil), of: original, values, into: &tally)
                let mutations = values.mutations(of: node, in: map)
                let survivors = mutations.indices.filter { number in
                    let body = mutations[number].splice.applied(to: map.bytes, at: map.nodes[node].target)
                    return oracle.severity(of: original.with(body: body), beyond: original.known) == nil
                }
                mutants += mutations.count
                #expect(
                    tally.survivors.map(\.number) == survivors && tally.disagreements == 0,
                    "seed \(seed), '\(map.pointer(to: node))': \(sample.schema) \(sample.value)")
            }
        }
        #expect(mutants > 300)
    }
}
