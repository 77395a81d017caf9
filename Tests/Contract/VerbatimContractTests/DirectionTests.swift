import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimContract

/// Properties of requests and of responses only, and branches that a property chooses.
@Suite struct DirectionTests {
    private static func contract(_ schemas: String, version: String = "3.1.0") throws -> Contract {
        let text = ##"""
            {
              "openapi": "\##(version)",
              "info": {"title": "t", "version": "1"},
              "servers": [{"url": "https://a.test"}],
              "paths": {"/b": {"put": {
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}},
                "responses": {
                  "200": {"description": "d", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}
                }
              }}},
              "components": {"schemas": {\##(schemas)}}
            }
            """##
        return try Contract(parsing: Data(text.utf8), file: "a.json")
    }

    private static func findings(_ contract: Contract, sent: String, _ body: String) -> [String] {
        let headers: HeaderFields = ["Content-Type": "application/json"]
        let interaction = Interaction(
            HTTPRequest("PUT", "https://a.test/b", headers: headers, body: Data(sent.utf8)),
            .response(HTTPResponse(200, headers: headers, body: .data(Data(body.utf8)))))
        let findings = ContractSet([contract]).check(interaction).filter { $0.severity > .info }
        return findings.map { finding in
            "\(finding.rule) \(finding.pointer?.description ?? finding.part ?? "")"
        }
    }

    @Test(arguments: [
        #""A": {"required": ["id", "key"], "properties": {"id": {"readOnly": true}, "key": {"writeOnly": true}}}"#,
        ##"""
        "A": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"id": {"$ref": "#/components/schemas/Id"}}}]},
        "Base": {"required": ["id", "key"], "properties": {"key": {"allOf": [{"writeOnly": true}]}}},
        "Id": {"readOnly": true}
        """##,
        ##"""
        "A": {
          "properties": {"id": {"readOnly": true}, "key": {"writeOnly": true}},
          "oneOf": [{"required": ["id", "key"]}, {"required": ["other"]}]
        }
        """##,
    ])
    func `a property is required only in its direction`(schemas: String) throws {
        let contract = try Self.contract(schemas)
        #expect(contract.warnings.isEmpty)
        #expect(Self.findings(contract, sent: #"{"key": 1}"#, #"{"id": 1}"#) == [])
        #expect(Self.findings(contract, sent: #"{"key": 1, "id": 1}"#, #"{"id": 1, "key": 1}"#) == [])
        #expect(Self.findings(contract, sent: #"{"id": 1}"#, #"{"key": 1}"#).count == 2)
    }

    @Test func `a property that another branch marks stays required`() throws {
        let contract = try Self.contract(
            """
            "A": {"oneOf": [
              {"required": ["a", "id"], "properties": {"id": {"readOnly": true}}},
              {"required": ["b", "id"]}
            ]}
            """)
        #expect(Self.findings(contract, sent: #"{"a": 1}"#, #"{"b": 1, "id": 1}"#) == [])
        #expect(Self.findings(contract, sent: #"{"b": 1}"#, #"{"a": 1, "id": 1}"#).count == 1)
    }

    @Test func `an example may be that of a request or of a response`() throws {
        let properties = #""properties": {"id": {"readOnly": true}, "key": {"writeOnly": true}}"#
        for (example, isValid) in [(#"{"id": 1}"#, true), (#"{"key": 1}"#, true), ("{}", false)] {
            let contract = try Self.contract(
                #""A": {"required": ["id", "key"], \#(properties), "example": \#(example)}"#)
            #expect(contract.warnings.isEmpty == isValid)
        }
    }

    // MARK: Discriminators

    private static let pets = ##"""
        "A": {
          "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
          "discriminator": {"propertyName": "kind", "mapping": {
            "meow": "#/components/schemas/Cat", "woof": "Dog", "Cat": "#/components/schemas/Dog"
          }}
        },
        "Cat": {"properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
        "Dog": {"properties": {"kind": {"type": "string"}, "bark": {"type": "integer"}}}
        """##

    @Test(arguments: [
        (#"{"kind": "woof", "lives": "many"}"#, []),
        (#"{"kind": "meow", "lives": "many"}"#, ["response-property-type /lives"]),
        (#"{"kind": "woof", "bark": "loud"}"#, ["response-property-type /bark"]),
        (#"{"kind": "Dog", "bark": "loud"}"#, ["response-property-type /bark"]),
        (#"{"kind": "Cat", "bark": "loud"}"#, ["response-property-type /bark"]),
        (#"{"kind": "Cow"}"#, ["response-body-schema "]),
        (#"{"bark": "loud"}"#, []),
        (#"{"kind": 7}"#, ["response-body-schema "]),
    ])
    func `a discriminator chooses the branch`(body: String, findings: [String]) throws {
        let contract = try Self.contract(Self.pets)
        let found = Self.findings(contract, sent: #"{"kind": "woof"}"#, body)
        #expect(found == findings)
    }

    // MARK: Null

    @Test func `nullable allows null beside an enumeration without it`() throws {
        let contract = try Self.contract(
            #""A": {"properties": {"a": {"type": "string", "nullable": true, "enum": ["x"]}}}"#,
            version: "3.0.3")
        #expect(contract.warnings.map(\.message) == ["'nullable' without null in 'enum': null is allowed"])
        #expect(Self.findings(contract, sent: #"{"a": null}"#, #"{"a": null}"#) == [])
        #expect(Self.findings(contract, sent: #"{"a": "y"}"#, #"{"a": "x"}"#).count == 1)
    }
}
