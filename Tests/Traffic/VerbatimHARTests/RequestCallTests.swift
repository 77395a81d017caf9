import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimHAR

/// Calls of GraphQL and JSON-RPC in the bodies of requests.
@Suite struct RequestCallTests {
    @Test(
        arguments: [
            (#"{"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": []}"#, .jsonRPC, "eth_call"),
            (#"{"id": 1, "method": "getinfo", "params": []}"#, .jsonRPC, "getinfo"),
            (#"{"operationName": "A", "query": "query B { a }"}"#, .graphQL, "A"),
            (#"{"operationName": null, "query": "query B { a }"}"#, .graphQL, "B"),
            (#"{"query": "{ a }"}"#, .graphQL, nil),
            (#"{"operationName": "A", "extensions": {"persistedQuery": {"version": 1}}}"#, .graphQL, "A"),
            (#"{"method": "card", "id": 1}"#, nil, nil), (#"{"query": "shoes"}"#, nil, nil), ("[]", nil, nil),
            (#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, nil, nil),
        ] as [(String, RequestCall.Kind?, String?)])
    func `a call is recognized by its properties`(body: String, kind: RequestCall.Kind?, name: String?) throws
    {
        let call = HTTPRequest("POST", "https://a.test/", body: Data(body.utf8)).call
        #expect(call?.kind == kind)
        #expect(call?.name == name)
    }

    @Test(
        arguments: [
            ("query A { a }", "A"), ("mutation A($b: B! = {c: 1}) @d(e: \"{\") { a }", "A"),
            ("subscription A{a}", "A"), ("{ a { b } }", nil), ("query { a }", nil),
            ("query ($a: Int) { b }", nil),
            ("query @a { b }", nil), ("# query B { b }\nquery A { a(b: \"}\") }", "A"),
            ("fragment F on T @x { query } query A { ...F }", "A"),
            ("query A { ...F } fragment F on T { a }", "A"),
            ("query A { a } query B { b }", nil), ("query A { a } { b }", nil),
            ("query A { a(b: \"\"\"} { \" \\\"\"\" }\"\"\") }", "A"), ("query A { a(b: \"\\\"}\") }", "A"),
            ("", nil), ("query A", nil), ("}}} query A {", nil), ("\"", nil), ("query A { \"\\", "A"),
        ] as [(String, String?)])
    func `a document of GraphQL with one operation has its name`(text: String, name: String?) {
        #expect(GraphQLDocument.onlyOperationName(in: text) == name)
    }

    private static func batch(_ request: String, _ response: String, status: Int = 200) -> [String]? {
        let interaction = Interaction(
            HTTPRequest("POST", "https://a.test/", body: Data(request.utf8)),
            .response(HTTPResponse(status, body: .text(response))),
            location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.json"))
        return interaction.batch?.map { part in
            let bytes = part.outcome.response.map { try? $0.body.storedBytes() } ?? nil
            let start = part.location?.bodyStart.map { " at \($0)" } ?? ""
            return
                "\(part.request.call?.name ?? "") \(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "lost")"
                + start
        }
    }

    private static let calls =
        #"[{"jsonrpc": "2.0", "id": 1, "method": "a"}, {"jsonrpc": "2.0", "id": "2", "method": "b"}, "#
        + #"{"jsonrpc": "2.0", "method": "c"}]"#

    @Test(
        arguments: [
            (
                calls, "[{\"id\": \"2\"},\n  {\"id\": 1}]",
                ["a {\"id\": 1} at 2:3", "b {\"id\": \"2\"} at 1:2", "c lost"]
            ),
            (calls, "[{\"id\": 2}]", ["a ", "b ", "c lost"]),
            (calls, "{\"error\": 1}", ["a {\"error\": 1}", "b {\"error\": 1}", "c {\"error\": 1}"]),
            (
                #"[{"query": "query A { a }"}, {"query": "query B { b }"}]"#, "[{}, []]",
                ["A {} at 1:2", "B [] at 1:6"]
            ),
            (#"[{"query": "query A { a }"}, {}]"#, "[]", nil), ("[]", "[]", nil), ("{}", "{}", nil),
        ] as [(String, String, [String]?)])
    func `each call of a batch has its part of the response`(
        request: String, response: String, expected: [String]?
    ) {
        #expect(Self.batch(request, response) == expected)
    }
}
