import Foundation
import Testing

@testable import VerbatimContract

/// A contract that cannot be used, with its problems.
struct BrokenContract: CustomStringConvertible, Sendable {
    let name: String
    let text: String
    let problems: [String]

    var description: String { name }

    init(_ name: String, _ text: String, reports problems: String...) {
        self.name = name
        self.text = text
        self.problems = problems
    }

    /// A contract with one operation, with changes.
    init(
        _ name: String, replacing part: String, with other: String, version: String = "3.1.0",
        reports problems: String...
    ) {
        self.name = name
        self.text = Self.valid.replacingOccurrences(of: part, with: other)
            .replacingOccurrences(of: "\"3.1.0\"", with: "\"\(version)\"")
        self.problems = problems
    }

    static let valid = """
        {
          "openapi": "3.1.0",
          "info": {"title": "t", "version": "1"},
          "servers": [{"url": "https://a.test"}],
          "paths": {
            "/b/{id}": {
              "get": {
                "operationId": "b",
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
                "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/B"}}}}}
              }
            }
          },
          "components": {"schemas": {"B": {"type": "object"}}}
        }
        """

    static let all = [
        BrokenContract(
            "not JSON", "{\n  \"openapi\": oops\n}",
            reports: "2:14: invalid JSON: unexpected 'o' in an object; expected a value"),
        BrokenContract(
            "an empty file", "",
            reports: "1:1: invalid JSON: unexpected end of text at the start; expected a value"),
        BrokenContract(
            "another document", "{\"name\": 1}",
            reports: "1:1: not an OpenAPI document: missing property 'openapi'"),
        BrokenContract(
            "another version", replacing: "3.1.0", with: "2.0",
            reports: "2:14: unsupported OpenAPI version \"2.0\": expected 3.0, 3.1 or 3.2"),
        BrokenContract(
            "a misspelled property", replacing: "\"operationId\"", with: "\"operationID\"",
            reports: "8:24: unknown property 'operationID' of an operation"),
        BrokenContract(
            "no responses of OpenAPI 3.0",
            replacing: "\"responses\": {\"200\"", with: "\"x-responses\": {\"200\"", version: "3.0.3",
            reports: "7:14: missing property 'responses' of an operation"),
        BrokenContract(
            "a version to come", replacing: "3.1.0", with: "3.9.0",
            reports: "2:14: unknown OpenAPI version \"3.9.0\": it is read as 3.2"),
        BrokenContract(
            "Swagger", "{\"swagger\": \"2.0\", \"paths\": {}}",
            reports: "1:13: Swagger 2.0 is not read: expected OpenAPI 3"),
        BrokenContract(
            "an invalid status", replacing: "\"200\"", with: "\"OK\"",
            reports: "10:29: invalid status 'OK': expected a status such as '200', '4XX' or 'default'"),
        BrokenContract(
            "an invalid media type", replacing: "application/json", with: "json",
            reports: "10:71: invalid media type 'json': any media type is accepted"),
        BrokenContract(
            "an unresolved reference", replacing: "\"responses\": {\"200\": {",
            with: "\"responses\": {\"200\": {\"$ref\": \"#/components/responses/R\"}, \"201\": {",
            reports: "10:39: unresolved reference '#/components/responses/R'"),
        BrokenContract(
            "an unresolved reference in a schema", replacing: "{\"B\":", with: "{\"C\":",
            reports: "10:103: unresolved reference '#/components/schemas/B'"),
        BrokenContract(
            "a misspelled keyword in a schema", replacing: "{\"type\": \"object\"}",
            with: "{\"type\": \"object\", \"requierd\": [\"a\"]}",
            reports: "14:66: unknown keyword 'requierd'"),
        BrokenContract(
            "an undeclared path parameter", replacing: "/b/{id}", with: "/b/{id}/{part}",
            reports: "7:14: undeclared path parameter 'part'"),
        BrokenContract(
            "a path parameter that is not in the path", replacing: "/b/{id}", with: "/b",
            reports: "9:24: path parameter 'id' is not in the path"),
        BrokenContract(
            "no server", replacing: "[{\"url\": \"https://a.test\"}]", with: "[]",
            reports: "1:1: missing 'servers': requests to any host match by their path"),
        BrokenContract(
            "a server without a host", replacing: "https://a.test", with: "/v1",
            reports: "4:23: server URL '/v1' is not absolute: requests to any host match by their path"),
        BrokenContract(
            "a duplicate property", replacing: "\"operationId\": \"b\",",
            with: "\"operationId\": \"b\", \"operationId\": \"c\",",
            reports: "8:24: duplicate property 'operationId'"),
        BrokenContract(
            "a style of another location", replacing: "\"in\": \"path\"",
            with: "\"in\": \"path\", \"style\": \"form\"",
            reports: "9:62: style of a path parameter: expected 'simple', 'label' or 'matrix', found \"form\""
        ),
        BrokenContract(
            "an example that violates its schema", replacing: "{\"schema\": {\"$ref\"",
            with: "{\"example\": 7, \"schema\": {\"$ref\"",
            reports: "10:95: invalid example: expected object, found the number 7"),
        BrokenContract(
            "several problems", replacing: "\"in\": \"path\"", with: "\"in\": \"body\", \"kind\": 1",
            reports: "7:14: undeclared path parameter 'id'",
            "9:45: location of a parameter: expected 'query', 'path', 'header' or 'cookie', found \"body\"",
            "9:61: unknown property 'kind' of a parameter"),
    ]
}

@Suite struct ContractTests {
    @Test func `reads a valid contract`() throws {
        let contract = try Contract(parsing: Data(BrokenContract.valid.utf8), file: "Contracts/a.json")
        #expect(contract.api == "a")
        #expect(contract.operations.map(\.id) == ["b"])
        #expect(contract.operations.map(\.path) == ["/b/{id}"])
    }

    @Test(arguments: BrokenContract.all)
    func `reports every problem with its location`(_ broken: BrokenContract) {
        let error = #expect(throws: ContractError.self) {
            try Contract(parsing: Data(broken.text.utf8), file: "Contracts/a.json", isStrict: true)
        }
        let problems = error?.problems.map {
            "\($0.location): \($0.message)".replacingOccurrences(of: "Contracts/a.json:", with: "")
        }
        #expect(problems == broken.problems)
    }

    @Test func `describes location, problem and next step in two lines`() {
        let error = #expect(throws: ContractError.self) {
            try Contract(parsing: Data("{}".utf8), file: "Contracts/a.json")
        }
        #expect(
            error?.description == """
                Contracts/a.json:1:1: not an OpenAPI document: missing property 'openapi'
                  next: correct it and run the command again
                """)
    }

    @Test func `rejects contracts that are truncated or contain garbage`() {
        let bytes = Array(BrokenContract.valid.utf8)
        for end in stride(from: 0, to: bytes.count - 1, by: 31) {
            #expect(throws: ContractError.self) {
                try Contract(parsing: Data(bytes[..<end]), file: "a.json")
            }
            var garbled = bytes
            garbled[end] = 0xff
            #expect(throws: ContractError.self) { try Contract(parsing: Data(garbled), file: "a.json") }
        }
    }

    @Test func `reports a folder without contracts`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: ContractError.self) { try ContractSet(contentsOf: folder) }
        #expect(error?.problems.map(\.message) == ["no contracts in this folder"])
    }
}
