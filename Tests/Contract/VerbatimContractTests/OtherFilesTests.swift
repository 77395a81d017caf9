import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// References to other files.
@Suite struct OtherFilesTests {
    private static func main(_ reference: String, version: String = "3.1.0") -> String {
        ##"""
        {
          "openapi": "\##(version)",
          "info": {"title": "t", "version": "1"},
          "servers": [{"url": "https://a.test"}],
          "paths": {"/b": {"get": {"responses": {
            "200": {"description": "d", "content": {"application/json": {"schema": {"$ref": "\##(reference)"}}}}
          }}}}
        }
        """##
    }

    private static let common = """
        {
          "Item": {
            "type": "object",
            "properties": {"id": {"$ref": "#/Id"}, "next": {"$ref": "deep/../common.json#/Item"}, "size": {"$ref": "deep/size.json"}}
          },
          "Id": {"type": "integer", "nullable": true}
        }
        """

    private func files(_ contents: [String: String]) -> ContractFiles {
        ContractFiles(folder: "Contracts") { path in contents[path].map { Data($0.utf8) } }
    }

    private func contract(
        _ reference: String, version: String = "3.1.0", _ contents: [String: String]
    ) throws -> Contract {
        try Contract(
            parsing: Data(Self.main(reference, version: version).utf8), file: "Contracts/a.json",
            files: files(contents))
    }

    private func findings(_ contract: Contract, _ body: String) -> [String] {
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json"], body: .data(Data(body.utf8)))
        let interaction = Interaction(HTTPRequest("GET", "https://a.test/b"), .response(response))
        return ContractSet([contract]).check(interaction).map { finding in
            let location = finding.contractLocation?.description ?? ""
            return
                "\(finding.rule) \(finding.pointer ?? .root): \(location) \(finding.contractPointer ?? .root)"
        }
    }

    @Test func `a schema may be in several files`() throws {
        let contract = try contract(
            "./common.json#/Item",
            ["common.json": Self.common, "deep/size.json": ##"{"type": "string", "$comment": "../a.json"}"##])
        #expect(contract.warnings.map(\.message) == ["unknown keyword 'nullable'"])
        #expect(contract.warnings.map(\.location.description) == ["Contracts/common.json:6:41"])
        #expect(findings(contract, #"{"id": 1, "size": "L", "next": {"id": 2}}"#) == [])
        #expect(
            findings(contract, #"{"next": {"id": "a", "size": 1}}"#) == [
                "response-property-type /next/id: Contracts/common.json:6:18 /Id/type",
                "response-property-type /next/size: Contracts/deep/size.json:1:10 /type",
            ])
    }

    @Test func `schemas of OpenAPI 3_0 in other files are converted`() throws {
        let contract = try contract(
            "common.json#/Item", version: "3.0.3",
            ["common.json": Self.common, "deep/size.json": #"{"type": "string", "nullable": true}"#])
        #expect(contract.warnings.isEmpty)
        #expect(findings(contract, #"{"id": null, "size": null}"#) == [])
        #expect(
            findings(contract, #"{"next": {"id": "a"}}"#) == [
                "response-property-type /next/id: Contracts/common.json:6:18 /Id/type"
            ])
    }

    @Test(arguments: [
        // An anchor; `$id`, alone and with an anchor or a pointer; `$self` of the document and of the file.
        "named.json#Item", "./named.json#Item", "https://a.test/schemas/item",
        "https://a.test/schemas/item#Inner", "https://a.test/schemas/item#/$defs/inner",
        "https://a.test/api/named.json#/Item", "named.json#/Item", "https://files.test/named#Item",
    ])
    func `names lead into other files`(reference: String) throws {
        let named = ##"""
            {"$self": "https://files.test/named",
             "Item": {"$anchor": "Item", "properties": {"id": {"$ref": "#Id"}}},
             "Id": {"$anchor": "Id", "type": "integer"},
             "Other": {"$id": "https://a.test/schemas/item", "properties": {"id": {"$ref": "named.json#/Id"}},
               "$defs": {"inner": {"$anchor": "Inner", "properties": {"id": {"$ref": "named.json#Id"}}}}}}
            """##
        let document = Self.main(reference, version: "3.2.0").replacing(
            "\"info\"", with: "\"$self\": \"https://a.test/api/a.json\", \"info\"")
        // The file is found by a path in any case.
        let main = document.replacing(
            "\"paths\"",
            with: "\"components\": {\"schemas\": {\"Used\": {\"$ref\": \"named.json#/Id\"}}}, \"paths\"")
        let contract = try Contract(
            parsing: Data(main.utf8), file: "Contracts/a.json", files: files(["named.json": named]),
            isStrict: true)
        #expect(findings(contract, #"{"id": 1}"#) == [])
        #expect(
            findings(contract, #"{"id": "a"}"#) == [
                "response-property-type /id: Contracts/named.json:3:34 /Id/type"
            ])
    }

    @Test(arguments: ["", "#a", "a", "/", "https://", "%", ":"])
    func `any address of a document leaves paths as they are`(address: String) throws {
        let main = Self.main("common.json#/Id").replacing(
            "\"info\"", with: "\"$self\": \"\(address)\", \"info\"")
        let common = "{\"$self\": \"\(address)\", \"Id\": {\"type\": \"integer\"}}"
        let contract = try Contract(
            parsing: Data(main.utf8), file: "Contracts/a.json", files: files(["common.json": common]))
        #expect(findings(contract, "{}").count == 1)
    }

    @Test func `a document refers to itself by its address`() throws {
        let main = Self.main("https://a.test/api/a.json#/components/schemas/Id", version: "3.2.0").replacing(
            "\"info\"",
            with: "\"$self\": \"https://a.test/api/a.json\", "
                + "\"components\": {\"schemas\": {\"Id\": {\"type\": \"integer\"}}}, \"info\"")
        let contract = try Contract(
            parsing: Data(main.utf8), file: "Contracts/a.json", files: files([:]), isStrict: true)
        #expect(findings(contract, "1") == [])
        #expect(findings(contract, "{}").count == 1)
    }

    @Test func `a schema refers to another one by its name`() throws {
        let main = Self.main("https://a.test/id").replacing(
            "\"info\"",
            with: "\"components\": {\"schemas\": {\"Id\": {\"$id\": \"https://a.test/id\", "
                + "\"properties\": {\"id\": {\"type\": \"integer\"}}}}}, \"info\"")
        let contract = try Contract(
            parsing: Data(main.utf8), file: "Contracts/a.json", files: files([:]), isStrict: true)
        #expect(findings(contract, #"{"id": 1}"#) == [])
        #expect(findings(contract, #"{"id": "1", "new": 1}"#).count == 2)
    }

    @Test(arguments: [
        (
            "common.json#None",
            "unresolved reference 'common.json#None': no anchor 'None' in 'Contracts/common.json'"
        ),
        ("none.json#/A", "unresolved reference 'none.json#/A': no file 'Contracts/none.json'"),
        ("common.json#/None", "unresolved reference 'common.json#/None'"),
        (
            "../common.json#/Item",
            "unresolved reference '../common.json#/Item': the file is outside of the folder of the contract"
        ),
        (
            "https://b.test/c.json",
            "unresolved reference 'https://b.test/c.json': only files in the folder of the contract are read"
        ),
        (
            "bad.json",
            "unresolved reference 'bad.json': Contracts/bad.json:1:1: invalid JSON: "
                + "unexpected 'o' at the start; expected a value"
        ),
    ])
    func `an unresolved reference says the file`(reference: String, message: String) throws {
        let contract = try contract(reference, ["common.json": Self.common, "bad.json": "oops"])
        #expect(contract.warnings.map(\.message).contains(message))
        #expect(findings(contract, "7") == [])
    }

    @Test func `a folder may have files that are parts of contracts`() throws {
        try withTemporaryFolder { folder in
            try Data(Self.main("common.json#/Item").utf8).write(to: folder.appendingPathComponent("a.json"))
            let common = folder.appendingPathComponent("common.json")
            try Data(#"{"Item": {"type": "object"}}"#.utf8).write(to: common)
            let contracts = try ContractSet(contentsOf: folder, isStrict: true)
            #expect(contracts.contracts.map(\.api) == ["a"])
            try Data(Self.main("#/none").utf8).write(to: folder.appendingPathComponent("a.json"))
            #expect(throws: ContractError.self) { try ContractSet(contentsOf: folder) }
        }
    }

    @Test func `a link that leaves the folder leads nowhere`() throws {
        try withTemporaryFolder { folder in
            let inside = folder.appendingPathComponent("inside")
            try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
            try Data("{}".utf8).write(to: folder.appendingPathComponent("secret.json"))
            try FileManager.default.createSymbolicLink(
                at: inside.appendingPathComponent("link.json"),
                withDestinationURL: folder.appendingPathComponent("secret.json"))
            let file = inside.appendingPathComponent("a.json")
            try Data(Self.main("link.json").utf8).write(to: file)
            let message = try Contract(contentsOf: file).warnings.first?.message ?? ""
            #expect(message.hasPrefix("unresolved reference 'link.json': no file '"))
        }
    }
}
