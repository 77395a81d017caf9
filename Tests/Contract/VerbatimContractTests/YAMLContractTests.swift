import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimContract

/// Contracts in YAML, which are read like those in JSON, with locations in the YAML text.
@Suite struct YAMLContractTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"} # no date
        servers:
          - url: https://api.shop.test
        paths:
          /items/{id}:
            get:
              operationId: items.get
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
              responses:
                200:
                  description: >-
                    An item,
                    folded.
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/Item'}
        components:
          schemas:
            Item:
              type: object
              required: [name]
              properties:
                name: &text
                  type: string
                  minLength: 1
                note: *text
        """

    private func contract(_ text: String = text) throws -> Contract {
        try Contract(parsing: Data(text.utf8), file: "Contracts/shop.yaml")
    }

    private func check(_ body: String) throws -> [Finding] {
        let interaction = Interaction(
            HTTPRequest("GET", "https://api.shop.test/items/1"),
            .response(
                HTTPResponse(
                    200, headers: ["Content-Type": "application/json"], body: .text(body))))
        return ContractSet([try contract()]).check(interaction)
    }

    @Test func `a finding has its location in the contract`() throws {
        let contract = try contract()
        #expect(contract.api == "shop" && contract.warnings.isEmpty)
        #expect(contract.operations.map(\.id) == ["items.get"])
        #expect(try check(#"{"name": "lamp"}"#).isEmpty)
        let findings = try check(#"{"name": 1, "note": ""}"#)
        #expect(
            findings.map { $0.contractLocation?.description } == [
                "Contracts/shop.yaml:26:17", "Contracts/shop.yaml:27:22",
            ])
    }

    @Test(arguments: [
        ("openapi: 3.1.0\npaths: [", "2:8: invalid YAML: a sequence does not end"),
        (
            "openapi: 3.1.0\n---\nopenapi: 3.1.0",
            "2:1: invalid YAML: a second document; only a text with one document can be read"
        ),
        ("openapi: 3.1.0\nopenapi: 3.1.1", "2:1: duplicate key 'openapi' in a mapping; first at 1:1"),
        ("name: 2.0", "1:1: not an OpenAPI document: missing property 'openapi'"),
    ])
    func `what is no contract is refused with its location`(_ text: String, _ message: String) throws {
        let error = #expect(throws: ContractError.self) { try contract(text) }
        let problem = try #require(error?.problems.first)
        #expect("\(problem.location): \(problem.message)".hasPrefix("Contracts/shop.yaml:\(message)"))
    }

    @Test(arguments: ["3.1.0", "3.0.3"])
    func `warnings have locations in the YAML text`(_ version: String) throws {
        let text = Self.text.replacing("3.1.0", with: version)
            .replacing("operationId: items.get", with: "operationID: !id items.get")
            .replacing("minLength: 1", with: "minLength: one")
        let warnings = try contract(text).warnings.map { "\($0.location): \($0.message)" }
        #expect(warnings.first == "Contracts/shop.yaml:8:20: tag '!id' is ignored")
        #expect(
            warnings.contains {
                $0.hasPrefix("Contracts/shop.yaml:8:24: unknown property 'operationID' of an operation")
            }, "\(warnings)")
        #expect(warnings.contains { $0.hasPrefix("Contracts/shop.yaml:27:22: ") }, "\(warnings)")
    }

    @Test func `a folder has contracts in both notations, but one for each API`() throws {
        try withTemporaryFolder { folder in
            let yaml = Data(Self.text.utf8)
            try yaml.write(to: folder.appending(path: "shop.yaml"))
            try yaml.write(to: folder.appending(path: "books.yml"))
            try Data(BrokenContract.valid.utf8).write(to: folder.appending(path: "a.json"))
            try Data("[]".utf8).write(to: folder.appending(path: "overrides.json"))
            #expect(try ContractSet(contentsOf: folder).contracts.map(\.api) == ["a", "books", "shop"])
            #expect(try ContractSet.fileName(of: "books", in: folder) == "books.yml")
            #expect(try ContractSet.fileName(of: "none", in: folder) == nil)
            try yaml.write(to: folder.appending(path: "shop.json"))
            let error = #expect(throws: ContractError.self) { try ContractSet(contentsOf: folder) }
            #expect(
                error?.problems.map(\.message) == ["'shop' has several contracts: shop.json and shop.yaml"])
            #expect(throws: ContractError.self) { try ContractSet.fileName(of: "shop", in: folder) }
        }
    }
}
