import Testing
import VerbatimContract
import VerbatimTestSupport

@testable import VerbatimDiff

/// The costs of finding causes, by every number of findings that a file controls.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct CauseCostTests {
    @Test(arguments: cases)
    func `the cost of causes grows with the findings`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    /// Measures the causes of the changes from the properties of one schema to those of another.
    private static func properties(
        _ name: String, _ property: @escaping @Sendable (_ number: Int, _ isNew: Bool) -> String
    ) -> CostCase {
        CostCase(name) { size in
            let contracts = try [false, true].map { isNew in
                let properties = size.texts { property($0, isNew) }
                let schema = #"{"type": "object", "properties": {\#(properties)}}"#
                return try Contract(
                    parsing: GeneratedContract(schema: schema).data, file: "Contracts/a.json")
            }
            return ContractComparison(contracts[0], contracts[1]).changes()
        } work: { findings in
            _ = CauseFinder.causes(of: findings)
        }
    }

    static let cases = [
        properties("properties that were renamed") { number, isNew in
            "\"\(isNew ? "new_name" : "oldName")\(number)\": {\"type\": \"string\"}"
        },
        properties("properties in another case") { number, isNew in
            "\"\(isNew ? "of_number" : "ofNumber")\(number)\": {\"type\": \"string\"}"
        },
        properties("properties that were moved into others") { number, isNew in
            let inner = "\"n\(number)\": {\"type\": \"string\"}"
            return isNew ? "\"w\(number)\": {\"type\": \"object\", \"properties\": {\(inner)}}" : inner
        },
        properties("properties that were moved out of others") { number, isNew in
            let inner = "\"n\(number)\": {\"type\": \"string\"}"
            return isNew ? inner : "\"w\(number)\": {\"type\": \"object\", \"properties\": {\(inner)}}"
        },
        properties("properties of objects that were renamed") { number, isNew in
            let inner = "\"\(isNew ? "newName" : "oldName")\(number)\": {\"type\": \"string\"}"
            return "\"o\(number)\": {\"type\": \"object\", \"properties\": {\(inner)}}"
        },
        properties("properties of another type") { number, isNew in
            "\"n\(number)\": {\"type\": \"\(isNew ? "string" : "integer")\"}"
        },
    ]
}
