import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimContract

/// Contracts that were built to take forever, or to exceed a stack.
@Suite struct HostileContractTests {
    @Test func `a chain of schemas may be longer than any stack`() throws {
        let count = 3000
        var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/N0"}"##)
        contract.schemas =
            count.texts {
                "\"N\($0)\": {\"properties\": {\"a\": {\"$ref\": \"#/components/schemas/N\($0 + 1)\"}}}"
            } + ", \"N\(count)\": {}"
        #expect(try Self.read(contract).shapes.count > count)
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `recursive schemas have no more unions than a limit`() throws {
        #expect(try Self.read(.unions(24)).shapes.count < 50_000)
    }

    @Test func `adjacent path parameters match at once`() throws {
        let names = (0..<40).map { "{n\($0)}" }.joined()
        let template = URLTemplate(pieces: []).appending(path: "/\(names)/b")
        #expect(template.match("/" + String(repeating: "x", count: 64) + "/c") == nil)
        let parameters = template.match("/" + String(repeating: "x", count: 64) + "/b")
        #expect(parameters?["n0"]?.count == 25)
        #expect(parameters?["n39"] == "x")
    }

    @Test func `a parameter takes the longest text with which the rest matches`() {
        let template = URLTemplate(pieces: []).appending(path: "/{a}.{b}{c}")
        #expect(template.match("/x.y.zé") == ["a": "x.y", "b": "z", "c": "é"])
        #expect(template.match("/x.y") == nil)
    }

    @Test func `a document without schemas that does not compile is refused`() throws {
        let error = #expect(throws: ContractError.self) {
            _ = try Contract(
                parsing: Data(#"{"openapi": "3.1.0", "$schema": [], "paths": {"/items": {}}}"#.utf8),
                file: "Contracts/a.json", isStrict: true)
        }
        #expect("\(try #require(error))".contains("$schema"))
    }

    private static func read(_ contract: GeneratedContract) throws -> Contract {
        try Contract(parsing: contract.data, file: "Contracts/a.json")
    }
}
