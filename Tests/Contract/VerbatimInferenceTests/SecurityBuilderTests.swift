import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

private let pair: HeaderFields = ["Client-Secret": "1", "Access-Token": "1"]
private let token: HeaderFields = ["X-Token": "1"]
private let basic: HeaderFields = ["Authorization": "Basic x"]
private let both = #"[{"accessToken":[],"clientSecret":[]},{"xToken":[]}]"#

@Suite struct SecurityBuilderTests {
    @Test(arguments: [
        ("key=AIzaSyA1234567890123456", true), ("appid=0123456789abcdef0123456789abcdef", true),
        ("key=PROJECT-7", false), ("key=a-long-name-of-a-single-thing", false),
        ("key=https%3A%2F%2Fshop.test%2Fthings%2F7", false), ("thing=AIzaSyA1234567890123456", false),
        ("token=user_api_token", true), ("key=MY-KEY", true), ("token=next", false), ("key=key", false),
    ])
    func `a key in the query is long, or says that it is one`(_ query: String, _ isCredential: Bool) throws {
        let document = try infer([("/a?" + query, [:], 200)])
        #expect((document["security"] != nil) == isCredential)
        #expect((document["paths"]?["/a"]?["get"]?["parameters"] == nil) == isCredential)
    }

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
            ("/a", ["Authorization": "<BEARER_TOKEN>"], #"{"bearer":{"type":"http","scheme":"bearer"}}"#),
            ("/a", ["X-API-Key": "1"], #"{"xApiKey":{"type":"apiKey","in":"header","name":"x-api-key"}}"#),
            (
                "/a", ["X-Session": "[redacted]"],
                #"{"xSession":{"type":"apiKey","in":"header","name":"x-session"}}"#
            ),
            ("/a?api_key=1", [:], #"{"apiKey":{"type":"apiKey","in":"query","name":"api_key"}}"#),
            ("/a?user_token=1", [:], #"{"userToken":{"type":"apiKey","in":"query","name":"user_token"}}"#),
            ("/a?sig=REDACTED-sig-1", [:], #"{"sig":{"type":"apiKey","in":"query","name":"sig"}}"#),
            ("/a?key=<API_KEY>", [:], #"{"key":{"type":"apiKey","in":"query","name":"key"}}"#),
            ("/a?app_id=<APP_ID>", [:], #"{"appId":{"type":"apiKey","in":"query","name":"app_id"}}"#),
        ] as [(String, HeaderFields, String)])
    func `a credential is a security scheme`(_ url: String, _ headers: HeaderFields, _ scheme: String) throws
    {
        let document = try infer([(url, headers, 200)])
        #expect(document["components"]?["securitySchemes"]?.text(.compact) == scheme)
        #expect(document["security"]?[0]?.object?.count == 1)
        #expect(document["paths"]?["/a"]?["get"]?["parameters"] == nil)
    }

    @Test(arguments: [
        ("[REDACTED]", ["Digest realm=\"a\""], "digest"),
        ("[REDACTED]", ["Digest", "Basic"], "authorization"),
        ("lamp-7", ["Digest"], "authorization"), ("Bearer x", ["Digest"], "bearer"),
        ("[REDACTED]", ["Negotiate"], "authorization"), ("[REDACTED]", [], "authorization"),
    ])
    func `credentials that an export removed are what the server asks for`(
        _ value: String, _ asked: [String], _ scheme: String
    ) throws {
        let challenges = asked.map { HeaderFields.Field(name: "WWW-Authenticate", value: $0) }
        let traffic = [
            ("/a", HeaderFields(challenges), [:], 401), ("/a", [:], ["Authorization": value], 200),
        ]
        .map { (path: String, response: HeaderFields, request: HeaderFields, status: Int) in
            Interaction(
                HTTPRequest("GET", "https://api.shop.test" + path, headers: request),
                .response(HTTPResponse(status, headers: response)))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let document = inferred.contract.document.value
        #expect(document["components"]?["securitySchemes"]?.object?.names == [scheme])
        #expect(document["security"]?[0]?.object?.names == [scheme])
        #expect(!ContractSet([inferred.contract]).check(traffic).isBroken)
        #expect(try ContractInference().update(inferred.contract, with: traffic).edits.isEmpty)
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

    @Test(
        arguments: [
            (["Token": "1"], ["token"]),
            (["X-Auth-Token": "1", "X-Request-Id": "1"], ["xAuthToken"]),
            (["X-Custom-Auth": "1"], ["xCustomAuth"]), (["X-Shop-Session": "1"], ["xShopSession"]),
            (["X-Session-Count": "1"], []),
            (["Fastly-Key": "1"], ["fastlyKey"]),
            (["Authorization": "Bearer x", "Mx-Api-Client-Secret": "1"], ["bearer", "mxApiClientSecret"]),
            (["Api-Auth-Id": "1", "Api-Auth-Signature": "1"], ["apiAuthId", "apiAuthSignature"]),
            (["App-Id": "1", "X-App-Key": "1", "User-Id": "1"], ["appId", "xAppKey"]),
            (["as-api-key": "1", "as-signature-hmac-sha256": "1"], ["asApiKey", "asSignatureHmacSha256"]),
            (["Shop-Key": "1", "Shop-Sign": "1", "Shop-TS": "1"], ["shopKey", "shopSign", "shopTs"]),
            (
                ["api-key": "1", "api-nonce": "1", "api-signature": "1"],
                ["apiKey", "apiNonce", "apiSignature"]
            ),
            (
                ["X-App-Key": "1", "X-Sign": "1", "X-Timestamp": "1", "Date": "1"],
                ["xAppKey", "xSign", "xTimestamp"]
            ),
            (["X-Token": "1", "X-Timestamp": "1", "X-Request-Nonce": "1"], ["xToken"]),
            (["X-Shop-Token": "<TOKEN>", "X-Shop-Tenant": "[REDACTED]"], ["xShopToken"]),
            (["X-Timestamp": "1", "X-Sign": "1", "Postman-Token": "1"], []),
            (["X-Shop-Application-Id": "1", "Shop-API-Key": "1"], ["shopApiKey", "xShopApplicationId"]),
            (["X-Shop-User-Id": "1", "Shop-API-Key": "1"], ["shopApiKey"]),
            (["Shop-Api-Key-Id": "1", "Shop-Api-Secret-Key": "1"], ["shopApiKeyId", "shopApiSecretKey"]),
            (["App-Id": "<PASSWORD>"], ["appId"]),
            (["X-CSRF-Token": "1", "csrftoken": "1", "RequestVerificationToken": "1"], []),
            (["Idempotency-Key": "1", "If-Match": "<etag>", "Sec-WebSocket-Key": "1"], []),
            (["X-Client-Version": "1", "X-Monkey": "1", "Signature-Input": "1", "X-App-Id": "1"], []),
            (["traceparent": "1", "X-Request-Key": "1", "X-Request-Id": "1", "X-Page-Token": "1"], []),
        ] as [(HeaderFields, [String])])
    func `words in the name of a header show that it is a credential`(
        _ headers: HeaderFields, _ names: [String]
    ) throws {
        let document = try infer([("/a", headers, 200)])
        let schemes = document["components"]?["securitySchemes"]?.object?.names ?? []
        #expect(schemes.sorted() == names)
        // What a request has together is needed together.
        #expect(document["security"]?.array?.count ?? 0 == (names.isEmpty ? 0 : 1))
        #expect(document["security"]?[0]?.object?.names.sorted() ?? [] == names)
    }

    @Test func `what identifies an application is part of its credential and no parameter`() throws {
        let headers: HeaderFields = ["X-Shop-App-Id": "1", "X-Shop-App-Key": "1"]
        let document = try infer([("/a?app_id=1&app_key=2&user_id=3", headers, 200)])
        #expect(
            document["security"]?.text(.compact)
                == #"[{"appId":[],"appKey":[],"xShopAppId":[],"xShopAppKey":[]}]"#)
        let parameters = document["paths"]?["/a"]?["get"]?["parameters"]?.array ?? []
        #expect(parameters.map { $0["name"] } == ["user_id"])
    }

    @Test(
        arguments: [
            // One operation takes both.
            ([("/a", pair, 200), ("/a", token, 200), ("/b", token, 200)], [both, nil, nil]),
            ([("/a", pair, 200), ("/a", token, 404), ("/b", token, 200)], [both, nil, nil]),
            // It does not let one of them in.
            (
                [("/a", pair, 200), ("/a", token, 401), ("/b", token, 200)],
                [nil, #"[{"accessToken":[],"clientSecret":[]}]"#, #"[{"xToken":[]}]"#]
            ),
            // More credentials are no alternative.
            (
                [("/a", token, 200), ("/a", ["X-Token": "1", "X-Key": "1"], 200), ("/b", token, 404)],
                [#"[{"xToken":[]}]"#, nil, nil]
            ),
            // One without credentials.
            ([("/a", [:], 200), ("/b", token, 200), ("/b", pair, 200)], [nil, nil, both]),
            // A password gets a token.
            (
                [("/a", basic, 200), ("/a", token, 200), ("/b", token, 200)],
                [nil, #"[{"basic":[]},{"xToken":[]}]"#, #"[{"xToken":[]}]"#]
            ),
        ] as [([(String, HeaderFields, Int)], [String?])])
    func `credentials in place of others are alternatives for all operations`(
        _ requests: [(String, HeaderFields, Int)], _ security: [String?]
    ) throws {
        let document = try infer(requests)
        let places: [JSONValue?] = [document] + ["/a", "/b"].map { document["paths"]?[$0]?["get"] }
        #expect(places.map { $0?["security"]?.text(.compact) } == security)
    }

    @Test func `two operations at a path take the same credentials if others do`() throws {
        func security(_ requests: [(String, String, HeaderFields)]) throws -> [JSONValue?] {
            let traffic = requests.map { method, url, headers in
                Interaction(
                    HTTPRequest(method, "https://api.shop.test" + url, headers: headers),
                    .response(HTTPResponse(200)))
            }
            let document = try ContractInference().contract(file: Traffic.file, from: traffic)
                .contract.document.value
            return [document["security"]]
                + requests.map { document["paths"]?[$0.1]?[$0.0.lowercased()]?["security"] }
        }
        let session = [("POST", "/session", pair), ("DELETE", "/session", token)]
        #expect(try security(session + [("GET", "/a", token)])[0] == nil)
        let all = try security(session + [("GET", "/a", token), ("GET", "/b", pair)])
        #expect(all.map { $0?.text(.compact) } == [both, nil, nil, nil, nil])
    }

    @Test func `what all requests have in the query is a credential if it is one elsewhere`() throws {
        let key = "/a?key=AIzaSyA1234567890123456"
        let all = try infer([(key, [:], 200), ("/b?key=1234", [:], 200)])
        #expect(all["security"] == [["key": []]])
        #expect(all["paths"]?["/b"]?["get"]?["parameters"] == nil)
        let some = try infer([(key, [:], 200), ("/b?key=1234", [:], 200), ("/b", [:], 200)])
        #expect(some["paths"]?["/b"]?["get"]?["parameters"]?.array?.count == 1)
    }

    @Test func `schemes in a header and in the query have their own names`() throws {
        let document = try infer([("/a", ["Api-Key": "1"], 200), ("/a?api_key=1", [:], 200)])
        #expect(document["security"]?.text(.compact) == #"[{"apiKey":[]},{"apiKey2":[]}]"#)
        #expect(document["components"]?["securitySchemes"]?.object?.count == 2)
    }
}
