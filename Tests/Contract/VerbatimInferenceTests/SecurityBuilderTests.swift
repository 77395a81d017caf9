import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

@Suite struct SecurityBuilderTests {
    private func infer(_ requests: [(url: String, headers: HeaderFields, status: Int)]) throws -> JSONValue {
        let traffic = requests.map { request in
            Interaction(
                HTTPRequest("GET", "https://api.shop.test" + request.url, headers: request.headers),
                .response(HTTPResponse(request.status)))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let second = try ContractInference().update(inferred.contract, with: traffic)
        #expect(second.edits.isEmpty)
        return inferred.contract.document.value
    }

    @Test(
        arguments: [
            ("/a", ["Authorization": "Bearer x"], #"{"bearer":{"type":"http","scheme":"bearer"}}"#),
            ("/a", ["Authorization": "Basic REDACTED-1"], #"{"basic":{"type":"http","scheme":"basic"}}"#),
            (
                "/a", ["authorization": "REDACTED-authorization-1"],
                #"{"authorization":{"type":"apiKey","in":"header","name":"Authorization"}}"#
            ),
            ("/a", ["X-API-Key": "1"], #"{"xApiKey":{"type":"apiKey","in":"header","name":"x-api-key"}}"#),
            (
                "/a", ["X-Session": "[redacted]"],
                #"{"xSession":{"type":"apiKey","in":"header","name":"x-session"}}"#
            ),
            ("/a?api_key=1", [:], #"{"apiKey":{"type":"apiKey","in":"query","name":"api_key"}}"#),
            ("/a?sig=REDACTED-sig-1", [:], #"{"sig":{"type":"apiKey","in":"query","name":"sig"}}"#),
        ] as [(String, HeaderFields, String)])
    func `a credential is a security scheme`(_ url: String, _ headers: HeaderFields, _ scheme: String) throws
    {
        let document = try infer([(url, headers, 200)])
        #expect(document["components"]?["securitySchemes"]?.text(.compact) == scheme)
        #expect(document["security"]?[0]?.object?.count == 1)
        #expect(document["paths"]?["/a"]?["get"]?["parameters"] == nil)
    }

    @Test func `credentials that an export removed are not reported as missing`() throws {
        func traffic(_ headers: [HeaderFields], status: Int = 200) -> [Interaction] {
            headers.map { headers in
                Interaction(
                    HTTPRequest("GET", "https://api.shop.test/a", headers: headers),
                    .response(HTTPResponse(status)))
            }
        }
        let inference = ContractInference()
        let contract = try inference.contract(file: Traffic.file, from: traffic([["X-Api-Key": "1"]]))
            .contract
        #expect(try inference.update(contract, with: traffic([[:]])).unresolved.isEmpty)
        let mixed = try inference.update(contract, with: traffic([[:], ["Authorization": "Bearer x"]]))
        #expect(mixed.unresolved.map(\.rule) == [.requestSecurityMissing, .requestSecurityMissing])
    }

    @Test func `a credential of one operation is one in all, also where the server rejected it`() throws {
        let needs = try infer([
            ("/a?api_key=1", [:], 200), ("/b?api_key=1", [:], 403), ("/c?api_key=1", [:], 200),
            ("/c", [:], 200), ("/d", ["X-Api-Key": "1"], 403),
        ])
        let operations = ["/a", "/b", "/c", "/d"].map { needs["paths"]?[$0]?["get"] }
        #expect(
            operations.map { $0?["security"]?.text(.compact) } == [
                #"[{"apiKey":[]}]"#, #"[{"apiKey":[]}]"#, #"[{},{"apiKey":[]}]"#, nil,
            ])
        #expect(operations.allSatisfy { $0?["parameters"] == nil })
        #expect(try infer([("/a?api_key=1", [:], 200), ("/b?api_key=1", [:], 403)])["security"] != nil)
    }

    @Test func `an operation needs the credentials that all its accepted requests carry`() throws {
        let key: HeaderFields = ["X-Api-Key": "1"]
        let document = try infer([
            ("/a", key, 200), ("/a", [:], 401), ("/b", key, 200), ("/b", [:], 200), ("/c", [:], 200),
        ])
        #expect(document["security"] == nil)
        let needs = ["/a", "/b", "/c"].map { document["paths"]?[$0]?["get"]?["security"]?.text(.compact) }
        #expect(needs == [#"[{"xApiKey":[]}]"#, nil, nil])
        #expect(try infer([("/a", ["Cookie": "REDACTED-1", "Accept": "*/*"], 200)])["components"] == nil)
    }
}
