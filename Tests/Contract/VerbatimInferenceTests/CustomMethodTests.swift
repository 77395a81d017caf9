import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Operations with methods that only OpenAPI 3.2 describes.
@Suite struct CustomMethodTests {
    private func traffic(_ methods: [String], to url: String = "https://api.shop.test/items/7")
        -> [Interaction]
    {
        methods.map { method in
            Interaction(
                HTTPRequest(method, url),
                .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{}")))
            )
        }
    }

    @Test func `other methods are operations in OpenAPI 3.2`() throws {
        let traffic = traffic(["GET", "QUERY", "PROPFIND", "M-SEARCH"])
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let item = inferred.contract.document.value["paths"]?["/items/{itemId}"]
        #expect(inferred.contract.document.value["openapi"] == "3.2.0")
        #expect(
            item?.object?.names.sorted() == ["additionalOperations", "get", "parameters", "query"])
        #expect(
            item?["additionalOperations"]?.object?.members.map {
                "\($0.name) \($0.value["operationId"] ?? "")"
            }
                == [#"M-SEARCH "mSearchItem""#, #"PROPFIND "propfindItem""#])
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let second = try ContractInference().update(inferred.contract, with: traffic)
        #expect(second.edits.isEmpty && second.text == inferred.text)
    }

    @Test func `a contract is written in OpenAPI 3.2 only if it must be`() throws {
        let old = try ContractInference().contract(file: Traffic.file, from: traffic(["GET"]))
        #expect(old.contract.document.value["openapi"] == "3.1.0")
        let new = try ContractInference().update(old.contract, with: traffic(["LINK"]))
        #expect(
            new.edits.map { "\($0.pointer): \($0.summary)" } == [
                "/paths/~1items~1{itemId}/additionalOperations/LINK: an operation",
                #"/openapi: was "3.1.0", is now "3.2.0""#,
            ])
        #expect(ContractSet([new.contract]).check(traffic(["GET", "LINK"])).findings.isEmpty)
    }

    @Test func `what is no method is reported`() throws {
        let traffic = traffic(["GET", "GET IT"])
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.unresolved.map(\.rule) == [.operationUndocumented])
    }
}
