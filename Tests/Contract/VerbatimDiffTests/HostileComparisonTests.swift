import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimDiff

/// Contracts that were built to make a comparison endless, or to exceed a stack.
@Suite struct HostileComparisonTests {
    @Test(arguments: [
        "{\"properties\": {\"a\": NEXT, \"b\": NEXT}}",
        "{\"anyOf\": [{\"type\": \"array\", \"items\": NEXT}, {\"type\": \"object\", \"additionalProperties\": NEXT}]}",
    ])
    func `a difference that can be reached in very many ways is reported once`(_ schema: String) throws {
        let changes = try Self.changes(of: schema, levels: 24)
        #expect(changes.map(\.rule.id) == ["response-property-type-changed"])
        #expect(changes.map { $0.pointer?.tokens.count } == [24])
    }

    @Test func `schemas that are nested too deep are cut`() throws {
        let changes = try Self.changes(of: "{\"properties\": {\"a\": NEXT}}", levels: 2000)
        #expect(changes.map(\.found) == ["nested too deep, the rest is not compared"])
    }

    @Test func `choices with too many branches are compared one by one`() throws {
        let changes = try Self.changes(of: "{\"anyOf\": [NEXT, {\"allOf\": [NEXT]}]}", levels: 14)
        #expect(changes.map(\.rule.id) == ["response-body-type-changed"])
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `conjunctions and branches that share too many schemas are cut`() throws {
        let changes = try Self.changes(
            of: "{\"allOf\": [NEXT, NEXT], \"anyOf\": [NEXT, NEXT], \"properties\": {\"p\": NEXT}}",
            levels: 160)
        #expect(changes.contains { $0.found == "too many schemas, the rest is not compared" }, "\(changes)")
    }

    @Test func `a property that moves inside a large schema changes no condition`() throws {
        let count = 1100
        func contract(_ last: String) throws -> Contract {
            func condition(_ number: Int) -> String {
                "{\"if\": {\"required\": [\"n\(number)\"]}, \"then\": {\"$ref\": \"#/components/schemas/All\"}}"
            }
            var contract = GeneratedContract(schema: "{\"allOf\": [\(8.texts(condition))]}")
            contract.schemas =
                "\"All\": {\"properties\": {"
                + count.texts { "\"p\($0)\": {\"$ref\": \"#/components/schemas/N\($0)\"}" } + "}}, "
                + count.texts { "\"N\($0)\": {\"items\": {\"$ref\": \"#/components/schemas/Last\"}}" }
                + ", \"Last\": \(last)"
            return try Self.read(contract)
        }
        let property = "\"properties\": {\"a\": {\"type\": \"string\"}}"
        let (old, moved) = (try contract("{\(property)}"), try contract("{\"allOf\": [{\(property)}]}"))
        #expect(ContractComparison(old, moved).changes() == [])
        let changed = try contract("{\(property.replacing("string", with: "integer"))}")
        let changes = ContractComparison(old, changed).changes()
        #expect(changes.map(\.rule.id) == ["response-body-then-changed"])
        #expect(changes.allSatisfy { $0.old != $0.found })
    }

    @Test func `required names are compared, a thousand if the tests are exhaustive`() throws {
        let count = TestEffort.count(100, of: 1000)
        func contract(_ members: String) throws -> Contract {
            try Self.read(GeneratedContract(schema: "{\"type\": \"object\"\(members)}"))
        }
        let names = count.texts { "\"n\($0)\"" }
        let changes = try ContractComparison(contract(", \"required\": [\(names)]"), contract("")).changes()
        #expect(changes.count == count)
        #expect(changes.allSatisfy { $0.evidence == .unrecorded(example: [:]) })
    }

    private static func changes(of schema: String, levels: Int) throws -> [Finding] {
        let (old, new) = try chains(of: schema, levels: levels)
        return ContractComparison(old, new).changes()
    }

    /// Returns two chains of schemas whose last one differs. `NEXT` is a reference to the next schema.
    private static func chains(of schema: String, levels: Int) throws -> (old: Contract, new: Contract) {
        func chain(_ last: String) throws -> Contract {
            func reference(_ number: Int) -> String { "{\"$ref\": \"#/components/schemas/N\(number)\"}" }
            var contract = GeneratedContract(schema: reference(0))
            contract.schemas =
                levels.texts { "\"N\($0)\": \(schema.replacing("NEXT", with: reference($0 + 1)))" }
                + ", \"N\(levels)\": \(last)"
            return try read(contract)
        }
        return (try chain("{\"type\": \"string\"}"), try chain("{\"type\": \"integer\"}"))
    }

    private static func read(_ contract: GeneratedContract) throws -> Contract {
        try Contract(parsing: contract.data, file: "Contracts/a.json")
    }
}
