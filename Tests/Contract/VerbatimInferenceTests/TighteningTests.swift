import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReports

@testable import VerbatimInference

/// Updates of an inferred contract with more responses, which show more of what objects always have.
@Suite struct TighteningTests {
    private static let schema = "/paths/~1items/get/responses/200/content/application~1json/schema"

    /// The schema after an inference from some bodies, an edit of its text, and an update with others.
    private func update(
        _ old: [String], with new: [String], _ inference: ContractInference = ContractInference(),
        editing edit: (String) -> String = { $0 }
    ) throws -> (schema: JSONValue, inferred: InferredContract) {
        let text = edit(
            try ContractInference().contract(file: Traffic.file, from: Traffic.responses(old)).text)
        let contract = try Contract(parsing: Data(text.utf8), file: Traffic.file)
        let traffic = Traffic.responses(new)
        let inferred = try inference.update(contract, with: traffic)
        #expect(!ContractSet([inferred.contract]).check(traffic).isBroken)
        let again = try inference.update(inferred.contract, with: traffic)
        #expect(!again.isChanged && again.text == inferred.text)
        let schema = inferred.contract.document.value[try JSONPointer(parsing: Self.schema)]
        return (try #require(schema), inferred)
    }

    private static let varied = [#"{"id": 1, "name": "a"}"#, #"{"id": 2}"#]

    @Test func `objects that vary are required to have what three of them had`() throws {
        let (before, _) = try update(Self.varied, with: Self.varied)
        #expect(before["required"] == nil && before["x-responses"] == 2)
        let (after, inferred) = try update(Self.varied, with: Self.varied + [#"{"id": 3}"#])
        #expect(after["required"] == ["id"] && after["x-responses"] == 3)
        #expect(
            InferenceText().text(of: inferred, api: "shop") == """
                tightened: 'paths["/items"].get.responses.200.content["application/json"].schema.required' \
                gets "id": 3 of 3 objects
                shop: 3 interactions, 0 widened, 0 added, 1 tightened, 1 schema confirmed by more responses

                """)
    }

    @Test func `--evidence counts for an update too`() throws {
        let (schema, _) = try update(
            Self.varied, with: Self.varied, ContractInference(minimumResponses: 2))
        #expect(schema["required"] == ["id"])
    }

    @Test func `a new property that all objects have is required`() throws {
        let (schema, inferred) = try update(
            [#"{"id": 1}"#], with: [#"{"id": 1, "tags": []}"#, #"{"id": 2, "tags": ["x"]}"#])
        #expect(schema["required"] == ["id", "tags"] && schema["x-responses"] == 2)
        #expect(inferred.edits.map(\.kind) == [.added])
    }

    @Test func `a new property that some objects have is optional`() throws {
        let (schema, _) = try update(
            [#"{"id": 1}"#], with: [#"{"id": 1, "tags": []}"#, #"{"id": 2}"#, #"{"id": 3}"#])
        #expect(schema["required"] == ["id"])
    }

    @Test(arguments: [
        // A person made the name optional.
        (#""id","#, ["name"]),
        // A person took the schema over.
        (#""x-responses": 1,"#, ["id", "name"]),
    ])
    func `what a person decided stays`(_ deleted: String, _ required: [String]) throws {
        let all = (0..<12).map { #"{"id": \#($0), "name": "a"}"# }
        let (schema, inferred) = try update(Array(all.prefix(1)), with: all) { text in
            text.split(separator: "\n").filter { $0.drop { $0 == " " } != deleted }.joined(separator: "\n")
        }
        #expect(schema["required"]?.array == required.map { .string($0) } && inferred.edits.isEmpty)
    }

    @Test func `what traffic once lacked is not required again`() throws {
        let (loose, first) = try update([#"{"id": 1}"#], with: [#"{"name": "a"}"#])
        #expect(loose["required"] == ["name"])
        let all = Traffic.responses((0..<12).map { #"{"id": \#($0), "name": "a"}"# })
        let second = try ContractInference().update(first.contract, with: all)
        #expect(second.edits.isEmpty && second.confirmedCount == 1)
    }

    @Test func `an empty list of required names is a decision`() throws {
        let (loose, first) = try update([#"{"id": 1}"#], with: ["{}"])
        #expect(loose["required"] == [])
        let all = Traffic.responses((0..<12).map { #"{"id": \#($0)}"# })
        #expect(try ContractInference().update(first.contract, with: all).edits.isEmpty)
    }

    @Test func `more than ten responses confirm no more than ten`() throws {
        let all = (0..<40).map { #"{"id": \#($0)}"# }
        let (schema, _) = try update(Array(all.prefix(2)), with: all)
        #expect(schema["x-responses"] == 10)
    }

    @Test func `what models need is required where an inference decides`() throws {
        let traffic = Traffic.responses(Self.varied)
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let pointer = try JSONPointer(parsing: Self.schema)
        let needed = try inferred.requiring([(pointer, "id", "Item.id"), (.root, "info", "Item.info")])
        #expect(needed.contract.document.value[pointer]?["required"] == ["id"])
        #expect(needed.edits.map(\.summary).suffix(1) == [#"gets "id": Item.id needs it"#])
    }

    @Test(arguments: [("X-Total-Count", true), ("RateLimit-Limit", true), ("ETag", false)])
    func `a header that only the provider decides about is required`(
        _ name: String, _ isRequired: Bool
    ) throws {
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json", name: "7"], body: .text("{}"))
        let traffic = [Interaction(HTTPRequest("GET", "https://api.shop.test/items"), .response(response))]
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let headers = inferred.contract.document.value[
            try JSONPointer(parsing: "/paths/~1items/get/responses/200/headers")]
        #expect(headers?.object?.members.map { $0.value["required"] == true } == [isRequired])
    }

    @Test func `a missing property says how many responses had it`() throws {
        let inferred = try ContractInference().contract(
            file: Traffic.file, from: Traffic.responses([#"{"id": 1, "name": "a"}"#]))
        let report = ContractSet([inferred.contract]).check(Traffic.responses([#"{"id": 1}"#]))
        #expect(
            report.findings.map(\.message) == [
                "'/name': expected a property 'name', as 1 response had, found none"
            ])
    }
}
