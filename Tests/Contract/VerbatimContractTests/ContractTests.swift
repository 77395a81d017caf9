import Foundation
import Testing

@testable import VerbatimContract

/// A contract that cannot be used and what is said about it.
struct BrokenContract: CustomStringConvertible, Sendable {
    let name: String
    let text: String
    let problems: [String]

    var description: String { name }

    init(_ name: String, _ text: String, says problems: String...) {
        self.name = name
        self.text = text
        self.problems = problems
    }

    /// A contract with one operation, with changes.
    init(_ name: String, replacing part: String, with other: String, says problems: String...) {
        self.name = name
        self.text = Self.sound.replacingOccurrences(of: part, with: other)
        self.problems = problems
    }

    static let sound = """
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
            "no JSON", "{\n  \"openapi\": oops\n}",
            says: "2:14: this is not JSON: unexpected 'o' in an object; expected a value"),
        BrokenContract(
            "nothing", "",
            says: "1:1: this is not JSON: unexpected end of text at the start; expected a value"),
        BrokenContract(
            "another document", "{\"name\": 1}",
            says: "1:1: this is not an OpenAPI document: it has no member 'openapi'"),
        BrokenContract(
            "another version", replacing: "3.1.0", with: "2.0",
            says: "2:14: the version is \"2.0\", not 3.1 or 3.0"),
        BrokenContract(
            "a misspelt member", replacing: "\"operationId\"", with: "\"operationID\"",
            says: "8:24: 'operationID' is not a member of an operation"),
        BrokenContract(
            "no responses", replacing: "\"responses\"", with: "\"x-responses\"",
            says: "7:14: an operation has no 'responses'"),
        BrokenContract(
            "a status that is none", replacing: "\"200\"", with: "\"OK\"",
            says: "10:29: 'OK' is not a status: it is '200', '4XX' or 'default'"),
        BrokenContract(
            "a media type that is none", replacing: "application/json", with: "json",
            says: "10:71: 'json' is not a media type"),
        BrokenContract(
            "a reference to nothing", replacing: "\"responses\": {\"200\": {",
            with: "\"responses\": {\"200\": {\"$ref\": \"#/components/responses/R\"}, \"201\": {",
            says: "10:39: '#/components/responses/R' refers to nothing: it is not in the document"),
        BrokenContract(
            "a schema that refers to nothing", replacing: "{\"B\":", with: "{\"C\":",
            says: "10:103: unresolved reference '#/components/schemas/B'"),
        BrokenContract(
            "a schema with a misspelt keyword", replacing: "{\"type\": \"object\"}",
            with: "{\"type\": \"object\", \"requierd\": [\"a\"]}",
            says: "14:66: unknown keyword 'requierd'"),
        BrokenContract(
            "a path parameter that is not declared", replacing: "/b/{id}", with: "/b/{id}/{part}",
            says: "7:14: path parameter 'part' is not declared"),
        BrokenContract(
            "a path parameter that is not in the path", replacing: "/b/{id}", with: "/b",
            says: "9:24: path parameter 'id' is not in the path"),
        BrokenContract(
            "no server", replacing: "[{\"url\": \"https://a.test\"}]", with: "[]",
            says: "1:1: no server is given, so no interaction can be told to belong to this contract"),
        BrokenContract(
            "a server without a host", replacing: "https://a.test", with: "/v1",
            says: "4:23: server url '/v1' is not absolute"),
        BrokenContract(
            "a member twice", replacing: "\"operationId\": \"b\",",
            with: "\"operationId\": \"b\", \"operationId\": \"c\",",
            says: "8:24: member 'operationId' occurs twice"),
        BrokenContract(
            "a style of another location", replacing: "\"in\": \"path\"",
            with: "\"in\": \"path\", \"style\": \"form\"",
            says: "9:62: the style in a path is 'simple', 'label' or 'matrix', not \"form\""),
        BrokenContract(
            "an example that breaks its schema", replacing: "{\"schema\": {\"$ref\"",
            with: "{\"example\": 7, \"schema\": {\"$ref\"",
            says: "10:95: the example is the number 7, its schema says object"),
        BrokenContract(
            "two faults", replacing: "\"in\": \"path\"", with: "\"in\": \"body\", \"kind\": 1",
            says: "7:14: path parameter 'id' is not declared",
            "9:45: a parameter is in 'query', 'path', 'header' or 'cookie', not in \"body\"",
            "9:61: 'kind' is not a member of a parameter"),
    ]
}

@Suite struct ContractTests {
    @Test func `reads a sound contract`() throws {
        let contract = try Contract(parsing: Data(BrokenContract.sound.utf8), file: "Contracts/a.json")
        #expect(contract.api == "a")
        #expect(contract.operations.map(\.id) == ["b"])
        #expect(contract.operations.map(\.path) == ["/b/{id}"])
    }

    @Test(arguments: BrokenContract.all)
    func `says what is wrong with a contract, and where`(_ broken: BrokenContract) {
        let error = #expect(throws: ContractError.self) {
            try Contract(parsing: Data(broken.text.utf8), file: "Contracts/a.json")
        }
        let problems = error?.problems.map {
            "\($0.location): \($0.what)".replacingOccurrences(of: "Contracts/a.json:", with: "")
        }
        #expect(problems == broken.problems)
    }

    @Test func `tells location, fault and next step in two lines`() {
        let error = #expect(throws: ContractError.self) {
            try Contract(parsing: Data("{}".utf8), file: "Contracts/a.json")
        }
        #expect(
            error?.description == """
                Contracts/a.json:1:1: this is not an OpenAPI document: it has no member 'openapi'
                  next: correct it and run `make check` again
                """)
    }

    @Test func `never crashes on a contract that is cut off or has garbage in it`() {
        let bytes = Array(BrokenContract.sound.utf8)
        for end in stride(from: 0, to: bytes.count - 1, by: 31) {
            #expect(throws: ContractError.self) {
                try Contract(parsing: Data(bytes[..<end]), file: "a.json")
            }
            var garbled = bytes
            garbled[end] = 0xff
            #expect(throws: ContractError.self) { try Contract(parsing: Data(garbled), file: "a.json") }
        }
    }

    @Test func `says which folder has no contract`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = #expect(throws: ContractError.self) { try ContractSet(contentsOf: folder) }
        #expect(error?.problems.map(\.what) == ["there is no contract in this folder"])
    }
}
