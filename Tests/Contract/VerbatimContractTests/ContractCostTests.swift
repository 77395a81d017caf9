import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// The costs of reading contracts and of checking interactions, by every size that a file controls.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct ContractCostTests {
    @Test(arguments: bodies + values + requests + operations + xml)
    func `the cost of a check grows with the input`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    @Test(arguments: documents + references + problems)
    func `the cost of reading a contract grows with its size`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    @Test(arguments: overrides)
    func `the cost of overrides grows with their number`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }
}

// MARK: - Checks

extension ContractCostTests {
    /// A contract, and interactions to check against it.
    struct Check: Sendable {
        let contracts: ContractSet
        let interactions: [Interaction]

        init(_ contract: GeneratedContract, _ interactions: [Interaction]) throws {
            contracts = ContractSet([try Contract(parsing: contract.data, file: "Contracts/a.json")])
            self.interactions = interactions
        }

        init(
            _ contract: GeneratedContract, url: String = "https://a.test/a", headers: HeaderFields = [:],
            _ body: String
        ) throws {
            try self.init(
                contract, [Self.interaction(url, headers: headers, type: contract.mediaType, body)])
        }

        static func interaction(
            _ url: String = "https://a.test/a", headers: HeaderFields = [:],
            type: String = "application/json", _ body: String = "{}"
        ) -> Interaction {
            var response = HTTPResponse(200, headers: ["Content-Type": type], body: .text(body))
            for field in headers { response.headers.append(field.name, field.value) }
            return Interaction(
                HTTPRequest("GET", url, headers: headers), .response(response),
                location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.json"))
        }
    }

    private static func check(
        _ name: String, from start: Int = 256, _ input: @escaping @Sendable (Int) throws -> Check
    ) -> CostCase {
        CostCase(name, from: start, input: input) { check in
            let report = check.contracts.check(check.interactions)
            _ = report.count(.breaking)
            _ = report.coverage()
        }
    }

    private static let object = GeneratedContract(
        schema: #"{"type": "object", "properties": {"a": {"type": "string"}}}"#)

    static let bodies = [
        check("unknown names in one object") { n in
            try Check(object, "{" + n.texts { "\"n\($0)\": 1" } + "}")
        },
        check("unknown names in an object of a list") { n in
            let list = GeneratedContract(schema: #"{"items": \#(object.schema)}"#)
            return try Check(list, "[" + n.texts { "{\"n\($0)\": 1}" } + "]")
        },
        check("duplicate names in one object") { n in
            try Check(object, "{" + n.texts { _ in "\"a\": \"\"" } + "}")
        },
        check("pairs of duplicate names in one object") { n in
            try Check(object, "{" + n.texts { "\"n\($0 / 2)\": 1" } + "}")
        },
        check("elements of a wrong type") { n in
            let list = GeneratedContract(schema: #"{"items": {"type": "string"}}"#)
            return try Check(list, "[" + n.texts { "\($0)" } + "]")
        },
        check("properties of a wrong type") { n in
            let map = GeneratedContract(schema: #"{"additionalProperties": {"type": "string"}}"#)
            return try Check(map, "{" + n.texts { "\"n\($0)\": 1" } + "}")
        },
        check("properties that are not allowed") { n in
            let closed = GeneratedContract(schema: #"{"additionalProperties": false}"#)
            return try Check(closed, "{" + n.texts { "\"n\($0)\": 1" } + "}")
        },
        check("elements that match no branch") { n in
            let list = GeneratedContract(
                schema: #"{"items": {"anyOf": [{"type": "string"}, {"required": ["a"]}]}}"#)
            return try Check(list, "[" + n.texts { "{\"b\": \($0)}" } + "]")
        },
        check("missing properties") { n in
            let names = n.texts { "\"n\($0)\"" }
            return try Check(GeneratedContract(schema: "{\"required\": [\(names)]}"), "{}")
        },
        check("objects without a property") { n in
            let list = GeneratedContract(schema: #"{"items": {"required": ["a"]}}"#)
            return try Check(list, "[" + n.texts { _ in "{}" } + "]")
        },
        check("declared properties with a value") { n in
            let names = n.texts { "\"n\($0)\": {\"type\": \"integer\"}" }
            return try Check(
                GeneratedContract(schema: "{\"properties\": {\(names)}}"),
                "{" + n.texts { "\"n\($0)\": 1" } + "}")
        },
        check("declared properties without a value") { n in
            let names = n.texts { "\"n\($0)\": {\"type\": \"integer\", \"format\": \"int32\"}" }
            return try Check(GeneratedContract(schema: "{\"properties\": {\(names)}}"), "{}")
        },
        check("findings for OpenAPI 3.0") { n in
            let names = n.texts { "\"n\($0)\": {\"type\": \"string\"}" }
            var contract = GeneratedContract(
                schema: "{\"type\": \"object\", \"properties\": {\(names)}}")
            contract.version = "3.0.3"
            return try Check(contract, "{" + n.texts { "\"n\($0)\": 1" } + "}")
        },
    ]

    static let values = [
        check("values of an enumeration") { n in
            let list = GeneratedContract(schema: "{\"items\": {\"enum\": [\(n.texts { "\"v\($0)\"" })]}}")
            return try Check(list, "[" + n.texts { "\"v\($0)\"" } + "]")
        },
        check("values that are not in an enumeration") { n in
            let list = GeneratedContract(schema: "{\"items\": {\"enum\": [\(n.texts { "\"v\($0)\"" })]}}")
            return try Check(list, "[" + n.texts { "\"w\($0)\"" } + "]")
        },
        check("numbers of an enumeration") { n in
            let list = GeneratedContract(schema: "{\"items\": {\"enum\": [\(n.texts { "\($0)" })]}}")
            return try Check(list, "[" + n.texts { "\($0)" } + "]")
        },
        check("new values of an open enumeration") { n in
            let list = GeneratedContract(
                schema: "{\"items\": {\"x-known-values\": [\(n.texts { "\"v\($0)\"" })]}}")
            return try Check(list, "[" + n.texts { "\"w\($0)\"" } + "]")
        },
        check("new numbers of an open enumeration") { n in
            let list = GeneratedContract(
                schema: "{\"items\": {\"x-known-values\": [\(n.texts { "\($0)" })]}}")
            return try Check(list, "[" + n.texts { "\($0 + n)" } + "]")
        },
        check("enumerations with the same values") { n in
            let list = "{\"enum\": [\((n / 16).texts { "\"v\($0)\"" })]}"
            let contract = GeneratedContract(
                schema: "{\"anyOf\": [" + 16.texts { _ in list } + "], \"items\": \(list)}")
            return try Check(contract, "[" + n.texts { "\"v\($0)\"" } + "]")
        },
    ]

    static let requests = [
        check("undocumented query items") { n in
            try Check(object, url: "https://a.test/a?" + query(n), "{}")
        },
        check("declared query parameters") { n in
            var contract = object
            contract.operation = parameters(n, in: "query")
            return try Check(contract, url: "https://a.test/a?" + query(n), "{}")
        },
        check("declared query parameters that are not sent") { n in
            var contract = object
            contract.operation = parameters(n, in: "query")
            return try Check(contract, url: "https://a.test/a?" + query(n, "m"), "{}")
        },
        check("items of one query parameter") { n in
            var contract = object
            contract.operation =
                "\"parameters\": [{\"name\": \"n\", \"in\": \"query\", \"schema\": {\"type\": \"array\", "
                + "\"items\": {\"type\": \"integer\"}}}]"
            let items = (0..<n).map { "n=a\($0)" }.joined(separator: "&")
            return try Check(contract, url: "https://a.test/a?" + items, "{}")
        },
        check("deep objects") { n in
            var contract = object
            contract.operation = parameters(
                n, in: "query", "\"style\": \"deepObject\", \"schema\": {\"type\": \"object\"}")
            let items = (0..<n).map { "n\($0)[a]=1" }.joined(separator: "&")
            return try Check(contract, url: "https://a.test/a?" + items, "{}")
        },
        check("properties of one deep object") { n in
            var contract = object
            contract.operation = parameters(
                1, in: "query", "\"style\": \"deepObject\", \"schema\": {\"type\": \"object\"}")
            let items = (0..<n).map { "n0[p\($0)]=1" }.joined(separator: "&")
            return try Check(contract, url: "https://a.test/a?" + items, "{}")
        },
        check("objects in a query") { n in
            var contract = object
            contract.operation = parameters(
                n, in: "query", "\"schema\": {\"type\": \"object\", \"properties\": {\"m\": {}}}")
            return try Check(contract, url: "https://a.test/a?" + query(n, "m"), "{}")
        },
        check("cookies") { n in
            var contract = object
            contract.operation = parameters(n, in: "cookie")
            let cookies = (0..<n).map { "n\($0)=1" }.joined(separator: "; ")
            return try Check(contract, headers: ["Cookie": cookies], "{}")
        },
        check("declared headers") { n in
            var contract = object
            contract.operation = parameters(n, in: "header")
            contract.response =
                "\"headers\": {" + n.texts { "\"n\($0)\": {\"schema\": {\"type\": \"integer\"}}" } + "}"
            let fields = (0..<n).map { HeaderFields.Field(name: "n\($0)", value: "a") }
            return try Check(contract, headers: HeaderFields(fields), "{}")
        },
        check("lines of one header") { n in
            var contract = object
            contract.response = #""headers": {"Set-Cookie": {"schema": {"type": "integer"}}}"#
            let fields = (0..<n).map { HeaderFields.Field(name: "Set-Cookie", value: "a\($0)") }
            return try Check(contract, headers: HeaderFields(fields), "{}")
        },
        check("media types") { n in
            var contract = object
            contract.paths =
                "\"/a\": {\"get\": {\"responses\": {\"200\": {\"description\": \"\", \"content\": {"
                + n.texts { "\"application/x\($0)\": {}" } + "}}}}}"
            return try Check(contract, "{}")
        },
    ]

    private static func query(_ count: Int, _ prefix: String = "n") -> String {
        (0..<count).map { "\(prefix)\($0)=1" }.joined(separator: "&")
    }

    private static func parameters(
        _ count: Int, in location: String, _ members: String = "\"schema\": {\"type\": \"integer\"}"
    ) -> String {
        "\"parameters\": ["
            + count.texts { "{\"name\": \"n\($0)\", \"in\": \"\(location)\", \(members)}" } + "]"
    }

    private static let answer = #"{"get": {"responses": {"200": {"description": ""}}}}"#

    static let operations = [
        check("operations and interactions") { n in
            var contract = object
            contract.paths = n.texts { "\"/a/n\($0)\": \(answer)" }
            return try Check(contract, (0..<n).map { Check.interaction("https://a.test/a/n\($0)") })
        },
        check("operations with parameters, and interactions") { n in
            var contract = object
            let item =
                #"{"get": {"parameters": [{"name": "id", "in": "path", "required": true, "#
                + #""schema": {}}], "responses": {"200": {"description": ""}}}}"#
            contract.paths = n.texts { "\"/a/{id}/n\($0)\": \(item)" }
            return try Check(contract, (0..<n).map { Check.interaction("https://a.test/a/1/n\($0)") })
        },
        check("operations with a fragment, and interactions") { n in
            var contract = object
            contract.paths = n.texts { number in
                #""/a/#\#(number)": {"get": {"parameters": [{"name": "m", "in": "query", "#
                    + #""required": true, "schema": {"const": "m\#(number)"}}], "#
                    + #""responses": {"200": {"description": ""}}}}"#
            }
            return try Check(contract, (0..<n).map { Check.interaction("https://a.test/a/?m=m\($0)") })
        },
        check("undocumented operations") { n in
            var contract = object
            contract.paths = n.texts { "\"/a/n\($0)\": \(answer)" }
            return try Check(contract, (0..<n).map { Check.interaction("https://a.test/a/m\($0)") })
        },
        check("segments of an undocumented path") { n in
            var contract = object
            contract.paths = "\"" + String(repeating: "/a", count: n) + "\": \(answer)"
            return try Check(
                contract, [Check.interaction("https://a.test" + String(repeating: "/a", count: n) + "b")])
        },
        check("undocumented APIs") { n in
            try Check(object, (0..<n).map { Check.interaction("https://n\($0).test/a") })
        },
        check("adjacent path parameters", from: 4) { n in
            var contract = object
            contract.paths =
                "\"/" + (0..<n).map { "{n\($0)}" }.joined() + "/b\": {\"get\": {"
                + "\"parameters\": ["
                + n.texts { #"{"name": "n\#($0)", "in": "path", "required": true, "schema": {}}"# }
                + "], \"responses\": {\"200\": {\"description\": \"\"}}}}"
            return try Check(
                contract, [Check.interaction("https://a.test/" + String(repeating: "x", count: 64) + "/c")])
        },
        check("bytes of a path with adjacent parameters", from: 16) { n in
            var contract = object
            contract.paths =
                "\"/{a}x{b}x{c}x{d}/b\": {\"get\": {\"parameters\": ["
                + ["a", "b", "c", "d"].map {
                    #"{"name": "\#($0)", "in": "path", "required": true, "schema": {}}"#
                }.joined(separator: ",") + "], \"responses\": {\"200\": {\"description\": \"\"}}}}"
            return try Check(
                contract, [Check.interaction("https://a.test/" + String(repeating: "x", count: n) + "/c")])
        },
        check("server variables", from: 4) { n in
            var contract = object
            contract.servers =
                #"[{"url": "https://a.test/\#((0..<n).map { "{n\($0)}" }.joined())/b", "#
                + #""variables": {"# + n.texts { "\"n\($0)\": {\"default\": \"a\"}" } + "}}]"
            return try Check(
                contract, [Check.interaction("https://a.test/" + String(repeating: "x", count: 64) + "/c")])
        },
    ]

    static let xml = [
        check("attributes of an XML element") { n in
            try Check(document, "<a " + (0..<n).map { "n\($0)=\"1\"" }.joined(separator: " ") + "/>")
        },
        check("children of an XML element") { n in
            try Check(document, "<a>" + (0..<n).map { "<n\($0)/>" }.joined() + "</a>")
        },
        check("wrong values in XML") { n in
            try Check(document, "<a>" + (0..<n).map { "<b>x\($0)</b>\n" }.joined() + "</a>")
        },
        check("text in XML") { n in
            try Check(document, "<a><c>" + String(repeating: "x&amp;", count: n) + "</c></a>")
        },
    ]

    private static var document: GeneratedContract {
        var contract = GeneratedContract(
            schema: #"{"type": "object", "properties": {"b": {"type": "array", "items": "#
                + #"{"type": "integer"}}, "c": {"type": "string"}}}"#)
        contract.mediaType = "application/xml"
        return contract
    }
}

// MARK: - Contracts

extension ContractCostTests {
    private static func read(
        _ name: String, from start: Int = 256, _ input: @escaping @Sendable (Int) throws -> GeneratedContract
    ) -> CostCase {
        CostCase(name, from: start, input: { try input($0).data }) { data in
            _ = try? Contract(parsing: data, file: "Contracts/a.json")
        }
    }

    static let documents = [
        read("schemas of the components") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0)\": {\"type\": \"string\", \"example\": \"\"}" }
            return contract
        },
        read("parameters of an operation") { n in
            var contract = object
            contract.operation = parameters(n, in: "query")
            return contract
        },
        read("parameters of a path item and its operations") { n in
            var contract = object
            let list = parameters(n, in: "query")
            contract.paths =
                "\"/a\": {\(list), \"get\": {\(list), \"responses\": {\"200\": {\"description\": \"\"}}}}"
            return contract
        },
        read("path parameters") { n in
            var contract = object
            contract.paths =
                "\"/" + (0..<n).map { "{n\($0)}" }.joined(separator: "/") + "\": {\"get\": {"
                + "\"parameters\": ["
                + n.texts { #"{"name": "n\#($0)", "in": "path", "required": true, "schema": {}}"# }
                + "], \"responses\": {\"200\": {\"description\": \"\"}}}}"
            return contract
        },
        read("paths") { n in
            var contract = object
            contract.paths = n.texts { "\"/n\($0)\": \(answer)" }
            return contract
        },
        read("servers") { n in
            var contract = object
            contract.servers = "[" + n.texts { "{\"url\": \"https://n\($0).test\"}" } + "]"
            return contract
        },
        read("paths of 64 servers", from: 32) { n in
            var contract = object
            contract.servers = "[" + 64.texts { "{\"url\": \"https://n\($0).test\"}" } + "]"
            contract.paths = n.texts { "\"/n\($0)\": \(answer)" }
            return contract
        },
        read("properties of a schema") { n in
            GeneratedContract(
                schema: "{\"properties\": {" + n.texts { "\"n\($0)\": {\"type\": \"string\"}" } + "}}")
        },
        read("values of an enumeration") { n in
            GeneratedContract(schema: "{\"enum\": [" + n.texts { "\"v\($0)\"" } + "]}")
        },
        read("branches of a schema") { n in
            GeneratedContract(
                schema: "{\"anyOf\": ["
                    + n.texts { "{\"properties\": {\"n\($0)\": {\"type\": \"string\"}}}" } + "]}")
        },
        read("branches with the same property") { n in
            GeneratedContract(
                schema: "{\"anyOf\": ["
                    + n.texts { "{\"properties\": {\"a\": {\"type\": \"string\", \"minLength\": \($0)}}}" }
                    + "]}")
        },
    ]

    static let references = [
        read("references to parameters") { n in
            var contract = object
            contract.components =
                "\"parameters\": {"
                + n.texts { #""n\#($0)": {"name": "n\#($0)", "in": "query", "schema": {}}"# } + "}"
            contract.operation =
                "\"parameters\": [" + n.texts { "{\"$ref\": \"#/components/parameters/n\($0)\"}" } + "]"
            return contract
        },
        read("references to responses") { n in
            var contract = object
            contract.components =
                "\"responses\": {" + n.texts { "\"n\($0)\": {\"description\": \"\"}" } + "}"
            contract.paths = n.texts {
                ##""/n\##($0)": {"get": {"responses": {"200": {"$ref": "#/components/responses/n\##($0)"}}}}"##
            }
            return contract
        },
        read("a chain of references") { n in
            var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/N0"}"##)
            contract.schemas =
                n.texts { "\"N\($0)\": {\"$ref\": \"#/components/schemas/N\($0 + 1)\"}" }
                + ", \"N\(n)\": {\"type\": \"string\"}"
            return contract
        },
        read("a chain of properties") { n in
            var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/N0"}"##)
            contract.schemas =
                n.texts {
                    "\"N\($0)\": {\"properties\": {\"a\": {\"$ref\": \"#/components/schemas/N\($0 + 1)\"}}}"
                } + ", \"N\(n)\": {\"type\": \"string\"}"
            return contract
        },
        read("references that fan out") { n in
            var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/N0"}"##)
            contract.schemas =
                n.texts { number in
                    let next = "{\"$ref\": \"#/components/schemas/N\(number + 1)\"}"
                    return "\"N\(number)\": {\"properties\": {\"a\": \(next), \"b\": \(next)}}"
                } + ", \"N\(n)\": {\"type\": \"string\"}"
            return contract
        },
        read("branches that fan out", from: 512) { n in
            var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/N0"}"##)
            contract.schemas =
                n.texts { number in
                    let next = "{\"$ref\": \"#/components/schemas/N\(number + 1)\"}"
                    return "\"N\(number)\": {\"anyOf\": [\(next), {\"allOf\": [\(next)]}]}"
                } + ", \"N\(n)\": {\"type\": \"string\"}"
            return contract
        },
        read("unions of recursive schemas", from: 4) { n in GeneratedContract.unions(n) },
        read("anchors") { n in
            var contract = GeneratedContract(
                schema: "{\"properties\": {" + n.texts { "\"n\($0)\": {\"$ref\": \"#n\($0)\"}" } + "}}")
            contract.schemas = n.texts { "\"N\($0)\": {\"$anchor\": \"n\($0)\"}" }
            return contract
        },
    ]

    static let problems = [
        read("unresolved references") { n in
            GeneratedContract(
                schema: "{\"properties\": {"
                    + n.texts { "\"n\($0)\": {\"$ref\": \"#/components/schemas/n\($0)\"}" } + "}}")
        },
        read("schemas that do not compile") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0)\": {\"type\": \"n\($0)\"}" }
            return contract
        },
        read("unknown properties") { n in
            var contract = object
            contract.operation = n.texts { "\"n\($0)\": 1" }
            return contract
        },
        read("duplicate properties") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0 / 2)\": {}" }
            return contract
        },
        read("wrong examples") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0)\": {\"type\": \"string\", \"example\": 1}" }
            return contract
        },
        read("unknown keywords") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0)\": {\"y\($0)\": 1}" }
            return contract
        },
        read("circular references") { n in
            var contract = object
            contract.schemas = n.texts {
                "\"N\($0)\": {\"allOf\": [{\"$ref\": \"#/components/schemas/N\($0)\"}]}"
            }
            return contract
        },
        read("invalid patterns in exclusive branches") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0)\": {\"oneOf\": [{\"pattern\": \"(\"}, {}]}" }
            return contract
        },
        read("properties that are read only") { n in
            let properties = n.texts { "\"n\($0)\": {\"readOnly\": true}" }
            let names = n.texts { "\"n\($0)\"" }
            return GeneratedContract(
                schema: "{\"required\": [\(names)], \"properties\": {\(properties)}}")
        },
        read("values of a discriminator") { n in
            let branches = n.texts { "{\"$ref\": \"#/components/schemas/N\($0)\"}" }
            let mapping = n.texts { "\"v\($0)\": \"N\($0)\"" }
            var contract = GeneratedContract(
                schema: "{\"oneOf\": [\(branches)], \"discriminator\": "
                    + "{\"propertyName\": \"p\", \"mapping\": {\(mapping)}}}")
            contract.schemas = n.texts { "\"N\($0)\": {}" }
            return contract
        },
        read("unknown formats") { n in
            var contract = object
            contract.schemas = n.texts { "\"N\($0)\": {\"type\": \"string\", \"format\": \"n\($0)\"}" }
            return contract
        },
        read("problems of OpenAPI 3.0") { n in
            var contract = object
            contract.version = "3.0.3"
            contract.schemas = n.texts { "\"N\($0)\": {\"type\": \"null\"}" }
            return contract
        },
        read("operations with the same id") { n in
            var contract = object
            contract.paths = n.texts {
                #""/n\#($0)": {"get": {"operationId": "a", "responses": {"200": {"description": ""}}}}"#
            }
            return contract
        },
    ]
}

extension GeneratedContract {
    /// A contract whose unions of schemas are as many as the subsets of some schemas.
    ///
    /// The property `a` leads from the schema 0 to 0 or 1, and any property from one of the others to the
    /// next.
    static func unions(_ count: Int) -> GeneratedContract {
        func schema(_ number: Int) -> String { "{\"$ref\": \"#/components/schemas/N\(number)\"}" }
        var contract = GeneratedContract(schema: schema(0))
        let first =
            "\"N0\": {\"properties\": {\"a\": {\"anyOf\": [\(schema(0)), \(schema(1))]}, \"b\": \(schema(0))}}"
        let others = (1..<count).map {
            "\"N\($0)\": {\"properties\": {\"a\": \(schema($0 + 1)), \"b\": \(schema($0 + 1))}}"
        }
        let last = "\"N\(count)\": {\"properties\": {\"c\": {}}}"
        contract.schemas = ([first] + others + [last]).joined(separator: ",")
        return contract
    }
}

// MARK: - Overrides

extension ContractCostTests {
    /// Overrides, and findings to which they apply.
    struct Decisions: Sendable {
        let overrides: Overrides
        let findings: [Finding]

        init(_ count: Int, pointer: (Int) -> String) {
            overrides = Overrides(
                (0..<count).map { number in
                    Override(
                        of: Finding.Key(
                            rule: Rule.responsePropertyType.id,
                            .init(api: "a", pointer: JSONPointer(stringLiteral: pointer(number)))),
                        severity: .info, reason: "a", expires: "2030-01-01",
                        location: SourceLocation(file: "overrides.json", line: number + 1))
                }, today: "2026-11-21")
            findings = (0..<count).map { number in
                Finding(
                    .responsePropertyType,
                    about: .init(api: "a", pointer: JSONPointer(["items", "\(number)", "n\(number)"])),
                    .found(""), next: "")
            }
        }
    }

    static let overrides = [
        CostCase("overrides of a value", input: { n in Decisions(n) { "/items/\($0)/n\($0)" } }, work: apply),
        CostCase("overrides of a pattern", input: { n in Decisions(n) { "/items/*/n\($0)" } }, work: apply),
        CostCase("overrides of nothing", input: { n in Decisions(n) { "/items/*/m\($0)" } }, work: apply),
    ]

    private static let apply: @Sendable (Decisions) -> Void = { decisions in
        var overrides = decisions.overrides
        _ = overrides.applied(to: decisions.findings)
        _ = overrides.findings { _ in true }
    }
}
