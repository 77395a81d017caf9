import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimDiff

/// The costs of comparing contracts, by every size that a file controls.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct DiffCostTests {
    @Test(arguments: objects + values + choices + references + lists + recordings)
    func `the cost of a comparison grows with the contracts`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    /// Two contracts, and recordings.
    private struct Pair: Sendable {
        let old: Contract
        let new: Contract
        var interactions: [Interaction] = []
    }

    private static func diff(
        _ name: String, from start: Int = 64,
        _ contract: @escaping @Sendable (_ size: Int, _ isNew: Bool) -> GeneratedContract
    ) -> CostCase {
        CostCase(name, from: start) { size in
            Pair(old: try read(contract(size, false)), new: try read(contract(size, true)))
        } work: {
            compare($0)
        }
    }

    private static func read(_ contract: GeneratedContract) throws -> Contract {
        try Contract(parsing: contract.data, file: "Contracts/a.json")
    }

    private static func compare(_ pair: Pair) {
        let consumer = Consumer(interactions: pair.interactions)
        _ = ContractComparison(pair.old, pair.new, for: consumer).compare()
    }

    private static func schemas(
        _ name: String, from start: Int = 64,
        _ schema: @escaping @Sendable (_ size: Int, _ isNew: Bool) -> String
    ) -> CostCase {
        diff(name, from: start) { GeneratedContract(schema: schema($0, $1)) }
    }
}

// MARK: - Objects

extension DiffCostTests {
    private static func names(_ count: Int, _ prefix: String = "n") -> String {
        count.texts { "\"\(prefix)\($0)\"" }
    }

    static let objects = [
        schemas("required names that become optional") { n, isNew in
            "{\"type\": \"object\"" + (isNew ? "" : ", \"required\": [\(names(n))]") + "}"
        },
        schemas("required names that change") { n, isNew in
            "{\"type\": \"object\", \"required\": [\(names(n, isNew ? "m" : "n"))]}"
        },
        schemas("required properties that become optional") { n, isNew in
            "{\"type\": \"object\", \"properties\": {" + n.texts { "\"n\($0)\": {\"type\": \"string\"}" }
                + "}" + (isNew ? "" : ", \"required\": [\(names(n))]") + "}"
        },
        schemas("properties whose types change") { n, isNew in
            "{\"type\": \"object\", \"properties\": {"
                + n.texts { "\"n\($0)\": {\"type\": \"\(isNew ? "string" : "integer")\"}" } + "}}"
        },
        schemas("properties that are removed and added") { n, isNew in
            "{\"type\": \"object\", \"properties\": {"
                + n.texts { "\"\(isNew ? "n" : "m")\($0)\": {\"type\": \"string\"}" } + "}}"
        },
        schemas("one change among properties") { n, isNew in
            "{\"type\": \"object\", \"properties\": {"
                + n.texts { "\"n\($0)\": {\"type\": \"string\", \"minLength\": \($0)}" }
                + ", \"a\": {\"type\": \"\(isNew ? "string" : "integer")\"}}}"
        },
        schemas("patterns of properties") { n, isNew in
            "{\"type\": \"object\", \"patternProperties\": {"
                + n.texts { "\"^n\($0)$\": {\"type\": \"\(isNew ? "string" : "integer")\"}" } + "}}"
        },
        schemas("properties and patterns") { n, isNew in
            "{\"type\": \"object\", \"patternProperties\": {"
                + 8.texts { "\"^n\($0)$\": {\"type\": \"\(isNew ? "string" : "integer")\"}" }
                + "}, \"properties\": {" + n.texts { "\"n\($0)\": {\"type\": \"string\"}" } + "}}"
        },
        schemas("dependencies") { n, isNew in
            "{\"type\": \"object\", \"dependentRequired\": {"
                + n.texts { "\"n\($0)\": [\"\(isNew ? "a" : "b")\"]" } + "}}"
        },
        schemas("dependent schemas") { n, isNew in
            "{\"type\": \"object\", \"dependentSchemas\": {"
                + n.texts { "\"n\($0)\": {\"required\": [\"\(isNew ? "a" : "b")\"]}" } + "}}"
        },
        schemas("first elements") { n, isNew in
            "{\"type\": \"array\", \"prefixItems\": ["
                + n.texts { "{\"type\": \"\(isNew ? "string" : "integer")\", \"maxLength\": \($0)}" } + "]}"
        },
        schemas("unknown keywords") { n, isNew in
            "{" + n.texts { "\"x-n\($0)\": \(isNew)" } + "}"
        },
        schemas("unchanged schemas around a change") { n, isNew in
            "{\"properties\": {\"a\": {\"type\": \"\(isNew ? "string" : "integer")\"}, "
                + n.texts { "\"n\($0)\": {\"properties\": {\"b\": {\"maxLength\": \($0)}}}" } + "}}"
        },
    ]
}

// MARK: - Values

extension DiffCostTests {
    static let values = [
        schemas("values of an enumeration") { n, isNew in
            "{\"enum\": [\(names(n, isNew ? "n" : "m"))]}"
        },
        schemas("one change among the values of an enumeration") { n, isNew in
            "{\"enum\": [\(names(isNew ? n + 1 : n))]}"
        },
        schemas("numbers of an enumeration") { n, isNew in
            "{\"enum\": [\(n.texts { "\(isNew ? $0 : $0 + n)" })]}"
        },
        schemas("an enumeration that becomes a pattern") { n, isNew in
            isNew ? "{\"type\": \"string\", \"pattern\": \"^n[0-8]*$\"}" : "{\"enum\": [\(names(n))]}"
        },
        schemas("enumerations in two schemas") { n, isNew in
            "{\"allOf\": [{\"enum\": [\(names(n))]}, {\"enum\": [\(names(isNew ? n : n / 2))]}]}"
        },
        schemas("enumerations that are joined") { n, isNew in
            "{\"anyOf\": [{\"enum\": [\(names(n))]}, {\"enum\": [\(names(n, isNew ? "m" : "o"))]}]}"
        },
        schemas("known values") { n, isNew in
            "{\"type\": \"string\", \"x-known-values\": [\(names(n, isNew ? "m" : "n"))]}"
        },
        schemas("date formats") { n, isNew in
            "{\"type\": \"string\", \"x-date-formats\": ["
                + n.texts { "\"yyyy'\(isNew ? "n" : "m")\($0)'\"" } + "]}"
        },
        schemas("patterns") { n, isNew in
            "{\"allOf\": [" + n.texts { "{\"pattern\": \"^\(isNew ? "n" : "m")\($0)\"}" } + "]}"
        },
        schemas("one long pattern", from: 16) { n, isNew in
            "{\"type\": \"string\", \"pattern\": \"^(" + (0..<n).map { "n\($0)" }.joined(separator: "|")
                + (isNew ? ")$\"}" : ")\"}")
        },
        schemas("a long default") { n, isNew in
            "{\"default\": [\(names(n, isNew ? "n" : "m"))]}"
        },
    ]

    // MARK: Choices

    private static func branches(_ keyword: String, _ count: Int, _ branch: (Int) -> String) -> String {
        "{\"\(keyword)\": [" + count.texts(branch) + "]}"
    }

    static let choices = [
        schemas("branches of anyOf", from: 4) { n, isNew in
            branches("anyOf", n) {
                "{\"type\": \"object\", \"required\": [\"\(isNew ? "n" : "m")\($0)\"]}"
            }
        },
        schemas("branches of oneOf", from: 4) { n, isNew in
            branches("oneOf", n) {
                "{\"type\": \"object\", \"required\": [\"\(isNew ? "n" : "m")\($0)\"]}"
            }
        },
        schemas("tagged branches of oneOf", from: 32) { n, isNew in
            branches("oneOf", n) {
                "{\"type\": \"object\", \"required\": [\"t\"], \"properties\": {\"t\": {\"const\": \"v\($0)\"}, "
                    + "\"a\": {\"type\": \"\(isNew ? "string" : "integer")\"}}}"
            }
        },
        schemas("properties of branches", from: 8) { n, isNew in
            branches("anyOf", 16) { branch in
                "{\"type\": \"object\", \"required\": [\"b\(branch)\"], \"properties\": {"
                    + n.texts {
                        "\"n\($0)\": {\"type\": \"\(isNew ? "string" : "integer")\", \"maxLength\": \(branch)}"
                    } + "}}"
            }
        },
        schemas("parts of allOf") { n, isNew in
            branches("allOf", n) {
                "{\"properties\": {\"n\($0)\": {\"type\": \"\(isNew ? "string" : "integer")\"}}}"
            }
        },
        schemas("parts of allOf with the same property") { n, isNew in
            branches("allOf", n) { "{\"properties\": {\"a\": {\"maxLength\": \(isNew ? $0 : $0 + 1)}}}" }
        },
        schemas("conditions") { n, isNew in
            branches("allOf", n) {
                "{\"if\": {\"required\": [\"n\($0)\"]}, \"then\": {\"required\": [\"\(isNew ? "a" : "b")\"]}}"
            }
        },
        schemas("choices in allOf") { n, isNew in
            branches("allOf", n) {
                "{\"anyOf\": [{\"required\": [\"n\($0)\"]}, {\"required\": [\"\(isNew ? "a" : "b")\"]}]}"
            }
        },
        schemas("nested choices", from: 4) { n, isNew in
            var schema = "{\"type\": \"\(isNew ? "string" : "integer")\"}"
            for _ in 0..<min(n, 150) { schema = "{\"anyOf\": [\(schema), {\"maxLength\": 3}]}" }
            return "{\"properties\": {\"a\": \(schema), \"b\": {\"enum\": [\(names(n))]}}}"
        },
        diff("conditions with a large schema") { n, isNew in
            var contract = GeneratedContract(
                schema: "{\"allOf\": ["
                    + n.texts {
                        "{\"if\": {\"required\": [\"n\($0)\"]}, \"then\": {\"$ref\": \"#/components/schemas/All\"}}"
                    } + "]}")
            contract.schemas =
                "\"All\": {\"properties\": {"
                + n.texts { "\"n\($0)\": {\"$ref\": \"#/components/schemas/N\($0)\"}" } + "}}, "
                + n.texts { "\"N\($0)\": {\"items\": {\"$ref\": \"#/components/schemas/Last\"}}" }
                + ", \"Last\": "
                + (isNew ? "{\"allOf\": [{\"type\": \"string\"}]}" : "{\"type\": \"string\"}")
            return contract
        },
        schemas("nested objects", from: 8) { n, isNew in
            var schema = "{\"type\": \"\(isNew ? "string" : "integer")\"}"
            for _ in 0..<min(n, 200) { schema = "{\"properties\": {\"a\": \(schema)}}" }
            return "{\"properties\": {\"a\": \(schema), \"b\": {\"enum\": [\(names(n))]}}}"
        },
    ]
}

// MARK: - References

extension DiffCostTests {
    private static func chain(
        _ count: Int, _ isNew: Bool, _ schema: (_ next: String) -> String
    ) -> GeneratedContract {
        func reference(_ number: Int) -> String { "{\"$ref\": \"#/components/schemas/N\(number)\"}" }
        var contract = GeneratedContract(schema: reference(0))
        contract.schemas =
            count.texts { "\"N\($0)\": \(schema(reference($0 + 1)))" }
            + ", \"N\(count)\": {\"type\": \"\(isNew ? "string" : "integer")\"}"
        return contract
    }

    static let references = [
        diff("a chain of references") { n, isNew in chain(n, isNew) { $0 } },
        diff("a chain of properties") { n, isNew in
            chain(n, isNew) { "{\"type\": \"object\", \"properties\": {\"a\": \($0)}}" }
        },
        diff("a chain of conditions") { n, isNew in chain(n, isNew) { "{\"not\": \($0)}" } },
        diff("properties that fan out", from: 4) { n, isNew in
            chain(n, isNew) { "{\"type\": \"object\", \"properties\": {\"a\": \($0), \"b\": \($0)}}" }
        },
        diff("properties that fan out and lead back", from: 4) { n, isNew in
            chain(n, isNew) { next in
                "{\"properties\": {\"a\": \(next), \"b\": \(next), \"c\": "
                    + "{\"$ref\": \"#/components/schemas/N0\"}}}"
            }
        },
        // A schema has all the branches it may have at six levels.
        diff("branches that fan out", from: 16) { n, isNew in
            chain(n, isNew) { "{\"anyOf\": [\($0), {\"allOf\": [\($0)]}]}" }
        },
        diff("conjunctions and branches that share schemas", from: 32) { n, isNew in
            chain(n, isNew) {
                "{\"allOf\": [\($0), \($0)], \"anyOf\": [\($0), \($0)], \"properties\": {\"p\": \($0)}}"
            }
        },
        diff("lists of branches that fan out", from: 4) { n, isNew in
            chain(n, isNew) {
                "{\"anyOf\": [{\"type\": \"array\", \"items\": \($0)}, "
                    + "{\"type\": \"object\", \"additionalProperties\": \($0)}]}"
            }
        },
        diff("conjunctions of recursive schemas", from: 4) { n, isNew in
            var contract = GeneratedContract.intersections(n)
            contract.schemas += ", \"N\(n)\": {\"type\": \"\(isNew ? "string" : "integer")\"}"
            return contract
        },
        diff("operations with one schema") { n, isNew in
            var contract = GeneratedContract()
            contract.schemas =
                "\"A\": {\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"\(isNew ? "string" : "integer")\"}}}"
            contract.paths = n.texts {
                "\"/n\($0)\": {\"get\": {\"responses\": {\"200\": {\"description\": \"\", \"content\": {"
                    + "\"application/json\": {\"schema\": {\"$ref\": \"#/components/schemas/A\"}}}}}}}"
            }
            return contract
        },
    ]
}

extension GeneratedContract {
    /// A contract whose conjunctions of schemas are as many as the subsets of some schemas, without the last
    /// schema.
    static func intersections(_ count: Int) -> GeneratedContract {
        func schema(_ number: Int) -> String { "{\"$ref\": \"#/components/schemas/N\(number)\"}" }
        var contract = GeneratedContract(schema: schema(0))
        let first =
            "\"N0\": {\"properties\": {\"a\": {\"allOf\": [\(schema(0)), \(schema(1))]}, \"b\": \(schema(0))}}"
        let others = (1..<count).map {
            "\"N\($0)\": {\"properties\": {\"a\": \(schema($0 + 1)), \"b\": \(schema($0 + 1))}}"
        }
        contract.schemas = ([first] + others).joined(separator: ",")
        return contract
    }
}

// MARK: - Lists of a contract

extension DiffCostTests {
    private static func answer(_ members: String = "") -> String {
        "{\"get\": {\"responses\": {\"200\": {\"description\": \"\"\(members)}}}}"
    }

    static let lists = [
        diff("paths") { n, isNew in
            var contract = GeneratedContract()
            contract.paths = n.texts { "\"/\(isNew ? "n" : "m")\($0)\": \(answer())" }
            return contract
        },
        diff("parameters") { n, isNew in
            var contract = GeneratedContract()
            contract.operation =
                "\"parameters\": ["
                + n.texts {
                    "{\"name\": \"n\($0)\", \"in\": \"query\", \"required\": \(isNew), \"schema\": {}}"
                } + "]"
            return contract
        },
        diff("path parameters") { n, isNew in
            var contract = GeneratedContract()
            contract.paths =
                "\"/" + (0..<n).map { "{n\($0)}" }.joined(separator: "/") + "\": {\"get\": {"
                + "\"parameters\": ["
                + n.texts {
                    "{\"name\": \"n\($0)\", \"in\": \"path\", \"required\": true, "
                        + "\"schema\": {\"type\": \"\(isNew ? "string" : "integer")\"}}"
                } + "], \"responses\": {\"200\": {\"description\": \"\"}}}}"
            return contract
        },
        diff("headers") { n, isNew in
            var contract = GeneratedContract()
            contract.response =
                "\"headers\": {" + n.texts { "\"n\($0)\": {\"required\": \(isNew), \"schema\": {}}" } + "}"
            return contract
        },
        diff("media types") { n, isNew in
            var contract = GeneratedContract()
            contract.paths =
                "\"/a\": "
                + answer(
                    ", \"content\": {" + n.texts { "\"application/\(isNew ? "n" : "m")\($0)\": {}" } + "}")
            return contract
        },
        diff("request media types") { n, isNew in
            var contract = GeneratedContract()
            contract.operation =
                "\"requestBody\": {\"content\": {"
                + n.texts { "\"application/\(isNew ? "n" : "m")\($0)\": {}" } + "}}"
            return contract
        },
        diff("extensions of an operation") { n, isNew in
            var contract = GeneratedContract()
            contract.operation = n.texts { "\"x-n\($0)\": \(isNew)" }
            return contract
        },
        diff("security schemes") { n, isNew in
            var contract = GeneratedContract()
            contract.components =
                "\"securitySchemes\": {"
                + n.texts { "\"n\($0)\": {\"type\": \"http\", \"scheme\": \"\(isNew ? "a" : "b")\"}" } + "}"
            return contract
        },
        diff("alternatives of security") { n, isNew in
            var contract = GeneratedContract()
            contract.operation =
                "\"security\": [" + n.texts { "{\"\(isNew ? "n" : "m")\($0)\": []}" } + "]"
            return contract
        },
        diff("servers") { n, isNew in
            var contract = GeneratedContract()
            contract.servers =
                "[" + n.texts { "{\"url\": \"https://\(isNew ? "n" : "m")\($0).test\"}" } + "]"
            return contract
        },
        diff("mappings of a discriminator") { n, isNew in
            GeneratedContract(
                schema: "{\"type\": \"object\", \"discriminator\": {\"propertyName\": \"a\", \"mapping\": {"
                    + n.texts { "\"n\($0)\": \"#/\(isNew ? "n" : "m")\"" } + "}}}")
        },
    ]

    static let recordings = [
        CostCase("recorded bodies and properties", from: 32) { n in
            func contract(_ type: String) -> GeneratedContract {
                GeneratedContract(
                    schema: "{\"type\": \"object\", \"properties\": {"
                        + n.texts { "\"n\($0)\": {\"type\": \"\(type)\"}" } + "}}")
            }
            return Pair(
                old: try read(contract("integer")), new: try read(contract("string")),
                interactions: [interaction("{" + n.texts { "\"n\($0)\": 1" } + "}")])
        } work: {
            compare($0)
        },
        CostCase("recorded elements") { n in
            func contract(_ type: String) -> GeneratedContract {
                GeneratedContract(schema: "{\"type\": \"array\", \"items\": {\"type\": \"\(type)\"}}")
            }
            return Pair(
                old: try read(contract("integer")), new: try read(contract("string")),
                interactions: [interaction("[" + n.texts { "\($0)" } + "]")])
        } work: {
            compare($0)
        },
        CostCase("recorded interactions and operations") { n in
            func contract(_ type: String) -> GeneratedContract {
                var contract = GeneratedContract()
                contract.paths = n.texts {
                    "\"/n\($0)\": "
                        + answer(
                            ", \"content\": {\"application/json\": {\"schema\": {\"type\": \"\(type)\"}}}")
                }
                return contract
            }
            return Pair(
                old: try read(contract("integer")), new: try read(contract("string")),
                interactions: (0..<n).map { interaction("\"a\"", "https://a.test/n\($0)") })
        } work: {
            compare($0)
        },
    ]

    private static func interaction(_ body: String, _ url: String = "https://a.test/a") -> Interaction {
        Interaction(
            HTTPRequest("GET", url),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))),
            location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.json"))
    }
}
