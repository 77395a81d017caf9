import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimModels

private struct Titled: Decodable { let title: String }
private struct Numbered: Decodable { let count: Int8? }
private struct Dated: Decodable { let day: Date? }
private struct Linked: Decodable { let link: URL? }
private struct Stated: Decodable {
    enum State: String, Decodable { case new, used }
    let state: State?
}

/// A tree, and a list whose bad elements are left out.
private struct Tree: Decodable {
    struct Kept: Decodable {
        let tree: Tree?
        init(from decoder: any Decoder) throws {
            tree = try? decoder.singleValueContainer().decode(Tree.self)
        }
    }
    let name: String
    let children: [Kept]?
}

/// Reads one of two names.
private struct Paged: Decodable {
    private enum Keys: String, CodingKey { case perPage, per_page }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if try container.decodeIfPresent(Int.self, forKey: .perPage) == nil {
            _ = try container.decode(Int.self, forKey: .per_page)
        }
    }
}

/// Models held to a contract without recordings.
@Suite struct ContractAuditTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schema: String
        let model: ModelBinding
        let expected: [String]

        init<Model: Decodable & Sendable>(
            _ description: String, _ schema: String, _ model: Model.Type, _ expected: String...
        ) {
            testDescription = description
            self.schema = schema
            self.model = ModelBinding("GET /a", model) {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                return decoder
            }
            self.expected = expected
        }
    }

    private static func report(_ schema: String, _ model: ModelBinding) throws -> ModelsReport {
        let contract = try Contract(parsing: GeneratedContract(schema: schema).data, file: "Contracts/a.json")
        var audit = ContractAudit(contract)
        audit.add(model)
        return audit.report(SourceIndex([]))
    }

    @Test(arguments: presence + values + forms)
    func `a finding names what a model does not decode`(_ test: Case) throws {
        let report = try Self.report(test.schema, test.model)
        #expect(report.findings.map { "\($0.severity) \($0.rule): \($0.message)" } == test.expected)
        #expect(report.instances.map { $0 > 0 } == true)
    }

    static let presence = [
        Case(
            "an optional property", #"{"properties": {"title": {"type": "string"}}}"#, Titled.self,
            "warning model-required-contract-optional: '/title' is left out in an instance of the contract, Titled.title expects String"
        ),
        Case(
            "null", #"{"required": ["title"], "properties": {"title": {"type": ["string", "null"]}}}"#,
            Titled.self,
            "warning model-required-contract-optional: '/title' is null in an instance of the contract, Titled.title expects String"
        ),
        Case(
            "a property that is not documented", #"{"properties": {"name": {"type": "string"}}}"#,
            Titled.self,
            "breaking model-contract-contradicted: '/title' is not documented in the contract, Titled.title expects String"
        ),
        Case(
            "an optional element of a recursive list, which is left out",
            #"{"$id": "t", "required": ["name"], "properties": {"name": {"type": "string"}, "children": {"items": {"$ref": "t"}}}}"#,
            Tree.self),
        Case(
            "one of two names",
            #"{"properties": {"perPage": {"type": "integer"}, "per_page": {"type": "integer"}}, "anyOf": [{"required": ["perPage"]}, {"required": ["per_page"]}]}"#,
            Paged.self),
        Case(
            "none of two names", #"{"properties": {"perPage": {"type": "integer"}}}"#, Paged.self,
            "warning model-required-contract-optional: '/perPage' is left out in an instance of the contract, Paged.per_page expects Int"
        ),
    ]

    static let values = [
        Case(
            "another type in every instance",
            #"{"required": ["title"], "properties": {"title": {"type": "integer"}}}"#, Titled.self,
            "breaking model-contract-contradicted: '/title' is 1, 0, -1 or 2 other values in every instance of the contract, Titled.title expects String"
        ),
        Case(
            "another branch",
            #"{"required": ["title"], "properties": {"title": {"oneOf": [{"type": "string"}, {"type": "boolean"}]}}}"#,
            Titled.self,
            "warning model-type-too-narrow: '/title' is true in an instance of the contract, Titled.title expects String"
        ),
        Case(
            "a word that an open enumeration does not know",
            #"{"properties": {"state": {"type": "string", "x-known-values": ["new", "used"]}}}"#, Stated.self,
            "warning model-enum-closed: '/state' is \"text\" or \"\" in an instance of the contract, Stated.state expects Stated.State"
        ),
        Case(
            "a word of a closed enumeration",
            #"{"properties": {"state": {"enum": ["new", "used", "lost"]}}}"#,
            Stated.self,
            "warning model-type-too-narrow: '/state' is \"lost\" in an instance of the contract, Stated.state expects Stated.State"
        ),
        Case(
            "numbers beyond the type", #"{"properties": {"count": {"type": "integer", "format": "int32"}}}"#,
            Numbered.self,
            "warning model-type-too-narrow: '/count' is -2147483648 or 2147483647 in an instance of the contract, Numbered.count expects Int8"
        ),
        Case(
            "numbers within the type",
            #"{"properties": {"count": {"type": "integer", "minimum": -128, "maximum": 127}}}"#, Numbered.self
        ),
        Case(
            "fractions", #"{"properties": {"count": {"type": "number", "minimum": 0, "maximum": 9}}}"#,
            Numbered.self,
            "warning model-type-too-narrow: '/count' is 0.5 in an instance of the contract, Numbered.count expects Int8"
        ),
        Case(
            "a condition, in which the word of the other outcome does not occur",
            #"{"required": ["s"], "properties": {"s": {"enum": ["no", "ok"]}}, "if": {"properties": {"s": {"const": "no"}}}, "else": {"required": ["title"], "properties": {"title": {"type": "null"}}}, "then": {"required": ["title"], "properties": {"title": {"type": "string"}}}}"#,
            Titled.self,
            "warning model-required-contract-optional: '/title' is null in an instance of the contract, Titled.title expects String"
        ),
    ]

    static let forms = [
        Case(
            "dates of another form",
            #"{"properties": {"day": {"type": "string", "x-date-formats": ["dd.MM.yyyy"]}}}"#,
            Dated.self,
            "warning model-type-too-narrow: '/day' is \"29.02.2024\" in an instance of the contract, Dated.day expects Date"
        ),
        Case(
            "dates with fractions", #"{"properties": {"day": {"type": "string", "format": "date-time"}}}"#,
            Dated.self,
            "info model-date-fraction-allowed: '/day' is \"2024-02-29T13:05:09.123Z\" in an instance of the contract, Dated.day expects Date by iso8601, which rejects fractions before iOS 26, macOS 26 and Swift 6.2 on Linux"
        ),
        Case("addresses", #"{"properties": {"link": {"type": "string", "format": "uri"}}}"#, Linked.self),
        Case(
            "any text", #"{"properties": {"link": {"type": "string", "example": "https://a.test"}}}"#,
            Linked.self,
            "warning model-type-too-narrow: '/link' is \"\" in an instance of the contract, Linked.link expects URL"
        ),
    ]

    @Test func `all that a property does not decode is one cause, with an instance`() throws {
        let schema =
            #"{"properties": {"id": {"type": "integer"}, "title": {"type": ["string", "null", "integer"]}}}"#
        let report = try Self.report(schema, ModelBinding("GET /a", Titled.self))
        #expect(
            report.findings.map(\.rule.id) == ["model-required-contract-optional", "model-type-too-narrow"])
        let causes = CauseFinder.causes(of: report.findings)
        #expect(
            causes.map(\.title) == [
                "a: '/title' is left out or null in an instance of the contract, Titled.title expects String"
            ])
        #expect(report.findings.first?.evidence == .instance(["id": 1]))
    }

    @Test func `a response that is no JSON, or that no value keeps, is not tried`() throws {
        let never = try Self.report(
            #"{"$id": "n", "required": ["next"], "properties": {"next": {"$ref": "n"}}}"#,
            ModelBinding("GET /a", Titled.self))
        #expect(never.instances == 0)
        #expect(
            never.findings.map(\.message) == [
                "the response of 'GET /a' is of a schema without a known instance, Titled is not tried"
            ])
    }

    @Test func `schemas that refer to the next one twice have a bounded number of instances`() throws {
        var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/S0"}"##)
        contract.schemas =
            40.texts { index in
                let next = ##"{"$ref": "#/components/schemas/S\##(index + 1)"}"##
                return #""S\#(index)": {"required": ["a"], "properties": {"a": \#(next), "b": \#(next)}}"#
            } + #", "S40": {"type": "string"}"#
        var audit = ContractAudit(try Contract(parsing: contract.data, file: "Contracts/a.json"))
        audit.add(ModelBinding("GET /a", Titled.self))
        let report = audit.report(SourceIndex([]))
        #expect(report.findings.map(\.rule.id) == ["model-contract-contradicted"])
        #expect(report.instances.map { 1...4002 ~= $0 } == true)
    }
}

/// The instances of a schema.
@Suite struct InstanceVariationsTests {
    @Test func `every branch, null, absence, word, limit and empty list has an instance`() throws {
        let contract = try Contract(
            parsing: GeneratedContract(
                schema: """
                    {"type": "object", "required": ["id"], "properties": {
                      "id": {"type": "integer", "minimum": 1, "maximum": 9},
                      "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
                      "owner": {"oneOf": [{"type": "null"}, {"type": "object", "required": ["n"], "properties": {"n": {"type": "boolean"}}}]}}}
                    """
            ).data, file: "Contracts/a.json")
        let schema = try #require(contract.operations.first?.responses.first?.content.first?.schema)
        var builder = InstanceBuilder(contract.references, usesExamples: true)
        let built = builder.build([schema.node])
        let whole = try #require(built)
        var texts = [whole.value.text(.compact)]
        var variations = InstanceVariations(builder, limit: 100) { texts.append($0.document.text(.compact)) }
        variations.vary(whole, in: whole.value)
        let least = builder.build([schema.node], .minimal)
        texts.append(try #require(least).value.text(.compact))
        let valid = texts.filter { text in
            (try? JSON(parsing: text)).map { contract.accepts($0, schema) } ?? false
        }
        #expect(
            valid == [
                #"{"id":1,"tags":["a"],"owner":{"n":true}}"#,
                #"{"id":9,"tags":["a"],"owner":{"n":true}}"#,
                #"{"id":1,"owner":{"n":true}}"#,
                #"{"id":1,"tags":[],"owner":{"n":true}}"#,
                #"{"id":1,"tags":["b"],"owner":{"n":true}}"#,
                #"{"id":1,"tags":["a"]}"#,
                #"{"id":1,"tags":["a"],"owner":null}"#,
                #"{"id":1,"tags":["a"],"owner":{"n":false}}"#,
                #"{"id":1}"#,
            ])
    }
}
