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
            (#"{"id": "5e8f", "operationName": "A", "variables": {}}"#, .graphQL, "A"),
            (#"{"operationName": "", "query": "query B { a }"}"#, .graphQL, "B"),
            (#"{"operationName": "A", "query": "shoes", "variables": {}}"#, nil, nil),
            (#"{"id": 1, "method": "card", "params": {"amount": 2}}"#, nil, nil),
            (#"{"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": 1}}"#, .jsonRPC, "$/cancel"),
            (#"{"method": "card", "id": 1}"#, nil, nil), (#"{"query": "shoes"}"#, nil, nil), ("[]", nil, nil),
            (#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, nil, nil),
        ] as [(String, RequestCall.Kind?, String?)])
    func `a call is recognized by its properties`(body: String, kind: RequestCall.Kind?, name: String?) throws
    {
        let request = HTTPRequest("POST", "https://a.test/", body: Data(body.utf8))
        #expect(request.call?.kind == kind)
        #expect(request.call?.name == name)
        #expect(request.methodAndURL == "POST https://a.test/" + (name.map { "#" + $0 } ?? ""))
    }

    @Test(
        arguments: [
            ("?query=query+A%7Ba%7D&variables=%7B%7D", .some("A")), ("?query=%7Ba%7D", .some(nil)),
            ("?operationName=A&extensions=%7B%22persistedQuery%22%3A%7B%7D%7D", .some("A")),
            ("?operationName=A&variables=%7B%7D", .some("A")),
            ("?operationName=A", nil), ("?query=shoes&variables=1", nil), ("", nil),
            // Loki's language has braces too.
            ("?query=%7Bapp%3D%22a%22%7D", nil),
        ] as [(String, String??)])
    func `a query of GraphQL in a URL is recognized`(query: String, name: String??) {
        let call = HTTPRequest("GET", "https://a.test/graphql" + query).call
        #expect(call.map(\.name) == name)
        #expect(call?.isInURL ?? true)
    }

    @Test(
        arguments: [
            ("query A { a }", "A"), ("mutation A($b: B! = {c: 1}) @d(e: \"{\") { a }", "A"),
            ("subscription A{a}", "A"), ("{ a { b } }", nil), ("query { a }", nil),
            ("query ($a: Int) { b }", nil), ("\u{FEFF}query A { ... { a } ...F @b }", "A"),
            ("query @a { b }", nil), ("# query B { b }\nquery A { a(b: \"}\") }", "A"),
            ("fragment F on T @x { query } query A { ...F }", "A"),
            ("query A { ...F } fragment F on T { a }", "A"),
            ("query A { a } query B { b }", nil), ("query A { a } { b }", nil),
            ("query A { b: a(c: {d: [1, {e: $f}]}) { g }, h }", "A"),
            ("query A { a(b: \"\"\"} { \" \\\"\"\" }\"\"\") }", "A"), ("query A { a(b: \"\\\"}\") }", "A"),
        ] as [(String, String?)])
    func `a document of GraphQL with one operation has its name`(text: String, name: String?) throws {
        #expect(try #require(GraphQLDocument(text)).onlyName == name)
    }

    @Test(arguments: [
        "", "query A", "}}} query A {", "\"", "query A { \"\\", "query A { a", "query A {}", "{}", "shoes",
        "{app=\"a\"} |= \"error\"", "{ \"match\": { \"a\": 1 } }", "{a: 1}", "{{ name }}",
        "MATCH (n {name: 'x'}) RETURN n", "SELECT ?s WHERE { ?s ?p ?o }", "up{job=\"a\"}", "type A { a: B }",
        "fragment F on T { a }", "query A { a(b: 1 }", "query A { a) }", "query A { a: { b } }",
    ])
    func `other languages are no GraphQL`(text: String) {
        #expect(GraphQLDocument(text) == nil)
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
