import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Calls of GraphQL and JSON-RPC: each name of a call is an operation, chosen by a constant in the body.
@Suite struct RPCInferenceTests {
    private static func exchange(
        _ request: String, _ response: String, at path: String = "/rpc", entry: Int = 0,
        type: String = "application/json"
    ) -> Interaction {
        Interaction(
            HTTPRequest(
                "POST", "https://a.test" + path, headers: ["Content-Type": "application/json"],
                body: Data(request.utf8)),
            .response(
                HTTPResponse(200, headers: ["Content-Type": type], body: .text(response))),
            location: .init(archive: "a.har", entry: entry, line: 1, body: "a/\(entry + 1).json"))
    }

    private static func call(_ method: String, _ result: String, id: Int = 1, _ params: String = "[]")
        -> Interaction
    {
        exchange(
            #"{"jsonrpc": "2.0", "id": \#(id), "method": "\#(method)", "params": \#(params)}"#,
            #"{"jsonrpc": "2.0", "id": \#(id), "result": \#(result)}"#)
    }

    private static func query(_ text: String, _ answer: String, name: String? = nil) -> Interaction {
        let name = name.map { #""operationName": "\#($0)", "# } ?? ""
        return exchange(#"{\#(name)"query": "\#(text)", "variables": {"id": 1}}"#, answer, at: "/graphql")
    }

    /// Infers from traffic, and expects that the contract describes it and stays as it is.
    private static func infer(_ traffic: [Interaction]) throws -> InferredContract {
        let inferred = try ContractInference().contract(file: "Contracts/a.json", from: traffic)
        let findings = ContractSet([inferred.contract]).check(traffic).findings
        #expect(findings.isEmpty, "\(findings)")
        let second = try ContractInference().update(inferred.contract, with: traffic)
        #expect(second.edits.isEmpty && second.unresolved.isEmpty, "\(second.edits)")
        #expect(inferred.contract.warnings.isEmpty)
        return inferred
    }

    private static func findings(_ interaction: Interaction, _ inferred: InferredContract) -> [String] {
        ContractSet([inferred.contract]).check([interaction]).findings.map {
            "\($0.rule) \($0.operation ?? "") \($0.pointer?.description ?? $0.part ?? "") "
                + "\($0.location?.description ?? "")"
        }
    }

    private static let calls = [
        call("get_user", #"{"name": "a"}"#), call("get_user", #"{"name": "b"}"#, id: 2),
        call("count", "3", id: 3),
        call("tools/call", #"["a"]"#, id: 4),
    ]
    private static let queries = [
        query("query GetUser($id: ID!) { user(id: $id) { name } }", #"{"data": {"user": {"name": "a"}}}"#),
        query("mutation Like { like { count } }", #"{"data": {"like": {"count": 1}}}"#, name: "Like"),
        query(
            "mutation Like { like { count } }",
            #"{"errors": [{"message": "no", "path": ["like"]}], "data": {"like": null}}"#, name: "Like"),
    ]

    @Test func `each method of JSON-RPC is an operation`() throws {
        let inferred = try Self.infer(Self.calls)
        let operations = inferred.contract.operations
        #expect(operations.map(\.path) == ["/rpc#count", "/rpc#get_user", "/rpc#tools/call"])
        #expect(operations.map(\.id) == ["count", "get_user", "tools/call"])
        #expect(inferred.warnings.isEmpty)
        let method = JSONPointer([
            "paths", "/rpc#count", "post", "requestBody", "content", "application/json", "schema",
            "properties",
            "method",
        ])
        #expect(inferred.contract.document[method].value == ["type": "string", "const": "count"])
    }

    @Test(
        arguments: [
            (call("count", #""3""#), ["response-property-type count /result a/1.json:1:39"]),
            (call("get_user", "{}"), ["response-property-missing get_user /result/name a/1.json:1:39"]),
            (
                call("get_account", "{}"),
                ["operation-undocumented  'POST https://a.test/rpc#get_account' a.har:1"]
            ),
            (
                exchange(
                    #"{"jsonrpc": "2.0", "id": 1, "method": "count", "params": []}"#,
                    #"{"jsonrpc": "2.0", "id": 1, "error": {"code": 1}}"#),
                [
                    "response-property-missing count /result a/1.json:1:1",
                    "response-property-undocumented count /error a/1.json:1:38",
                ]
            ),
        ] as [(Interaction, [String])])
    func `a call is held to its method`(call: Interaction, expected: [String]) throws {
        #expect(Self.findings(call, try Self.infer(Self.calls)) == expected)
    }

    @Test func `an undocumented method names the closest one`() throws {
        let inferred = try Self.infer(Self.calls)
        let finding = ContractSet([inferred.contract]).check(Self.call("get_users", "{}")).first
        #expect(finding?.found == "undocumented operation; closest: POST /rpc#get_user")
    }

    @Test func `a function that the body names is an operation, at a program but no resource`() throws {
        let traffic = [
            (#"{"action": "login", "param": {"user": "a"}}"#, #"{"session": "s"}"#),
            (#"{"action": "infoZone", "param": {"name": "b"}}"#, #"{"ttl": 60}"#),
        ]
        let program = try Self.infer(
            traffic.enumerated().flatMap { entry, exchange in
                ["/run/endpoint.php", "/tradingApi"].map {
                    Self.exchange(exchange.0, exchange.1, at: $0, entry: entry)
                }
            })
        #expect(
            program.contract.operations.map(\.path) == [
                "/run/endpoint.php#infoZone", "/run/endpoint.php#login", "/tradingApi#infoZone",
                "/tradingApi#login",
            ])
        let resource = try Self.infer(
            traffic.enumerated().map { Self.exchange($1.0, $1.1, at: "/actions", entry: $0) })
        #expect(resource.contract.operations.map(\.path) == ["/actions"])
    }

    @Test func `each named query of GraphQL is an operation, with errors beside data`() throws {
        let inferred = try Self.infer(Self.queries)
        #expect(inferred.contract.operations.map(\.path) == ["/graphql#GetUser", "/graphql#Like"])
        #expect(inferred.warnings.isEmpty)
        #expect(
            Self.findings(
                Self.query("query GetUser { user { name } }", #"{"data": {"user": {"name": 1}}}"#), inferred)
                == ["response-property-type GetUser /data/user/name a/1.json:1:28"])
        // The name in the body takes precedence over that in the query.
        #expect(
            Self.findings(
                Self.query("query GetUser { x }", #"{"data": {"like": {"count": "1"}}}"#, name: "Like"),
                inferred)
                == ["response-property-type Like /data/like/count a/1.json:1:29"])
    }

    private static let failure = exchange(
        #"{"jsonrpc": "2.0", "id": 1, "method": "count", "params": []}"#,
        #"{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "m"}}"#)

    @Test func `a response with an error has no result, and another one needs its result`() throws {
        let inferred = try Self.infer(Self.calls + [Self.call("count", "4", id: 5), Self.failure])
        let schema = inferred.contract.document[
            JSONPointer([
                "paths", "/rpc#count", "post", "responses", "200", "content", "application/json", "schema",
            ])]
        #expect(schema["anyOf"].value == [["required": ["result"]], ["required": ["error"]]])
        #expect(schema["required"].value == ["jsonrpc", "id"])
        let neither = Self.exchange(
            #"{"jsonrpc": "2.0", "id": 1, "method": "count", "params": []}"#,
            #"{"jsonrpc": "2.0", "id": 1, "results": 3}"#)
        #expect(
            Self.findings(neither, inferred) == [
                "response-body-schema count  a/1.json:1:1",
                "response-property-undocumented count /results a/1.json:1:40",
            ])
    }

    @Test func `an update by the first error requires either`() throws {
        let inferred = try Self.infer(Self.calls)
        let updated = try ContractInference().update(inferred.contract, with: Self.calls + [Self.failure])
        #expect(updated.unresolved.isEmpty)
        #expect(
            updated.edits.map(\.summary).contains(
                #"was ["jsonrpc","id","result"], is now without "result", but with it or "error""#))
        #expect(ContractSet([updated.contract]).check(Self.calls + [Self.failure]).findings.isEmpty)
        let neither = Self.exchange(
            #"{"jsonrpc": "2.0", "id": 1, "method": "count", "params": []}"#, #"{"jsonrpc": "2.0", "id": 1}"#)
        #expect(
            Self.findings(neither, updated) == ["response-body-schema count  a/1.json:1:1"])
    }

    @Test func `errors without data leave what data must have`() throws {
        let text = "query GetUser { user { name } }"
        let failed = Self.query(text, #"{"errors": [{"message": "no"}], "data": null}"#)
        let refused = Self.query(text, #"{"errors": [{"message": "no"}]}"#)
        let traffic = [Self.queries[0], Self.queries[0], failed, refused]
        let inferred = try Self.infer(traffic)
        #expect(
            Self.findings(Self.query(text, #"{"data": {"user": {}}}"#), inferred)
                == ["response-property-missing GetUser /data/user/name a/1.json:1:19"])
        #expect(
            Self.findings(Self.query(text, #"{"result": {}}"#), inferred).first
                == "response-body-schema GetUser  a/1.json:1:1")
    }

    private static func get(_ query: String, _ answer: String) -> Interaction {
        Interaction(
            HTTPRequest("GET", "https://a.test/graphql?" + query),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(answer))),
            location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.json"))
    }

    @Test func `queries of GraphQL in URLs are operations, also without operationName`() throws {
        let inferred = try Self.infer([
            Self.get("query=query+A%7Ba%7D", #"{"data": {"a": 1}}"#),
            Self.get("query=query+A%7Ba%7D&operationName=A", #"{"data": {"a": 2}}"#),
            Self.get("operationName=B&variables=%7B%7D", #"{"data": {"b": 2}}"#),
            Self.get("query=%7Bc%7D", #"{"data": {"c": 2}}"#),
        ])
        #expect(inferred.contract.operations.map(\.path) == ["/graphql", "/graphql#A", "/graphql#B"])
        #expect(
            Self.findings(Self.get("query=query+A%7Ba%7D", #"{"data": {"a": "1"}}"#), inferred)
                == ["response-property-type A /data/a a/1.json:1:16"])
        // A mutation without an operation of its own belongs to that of all others.
        #expect(
            inferred.contract.operation(of: Self.get("query=mutation+C%7Ba%7D", "{}"))?.id == "getGraphql")
        let named = try Self.infer([Self.get("query=query+A%7Ba%7D", #"{"data": {"a": 1}}"#)])
        let unknown = ContractSet([named.contract]).check(Self.get("query=query+AB%7Ba%7D", "{}")).first
        #expect(unknown?.part == "'GET https://a.test/graphql#AB'")
        #expect(unknown?.found == "undocumented operation; closest: GET /graphql#A")
    }

    @Test func `the messages of JSON-RPC in a stream are told apart by their methods`() throws {
        func stream(_ messages: String...) -> Interaction {
            Self.exchange(
                #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}"#,
                messages.map { "event: message\ndata: \($0)\n\n" }.joined(), at: "/mcp",
                type: "text/event-stream")
        }
        let progress = #"{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}"#
        let message = #"{"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "x"}}"#
        let result = #"{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#
        let inferred = try Self.infer([stream(progress, message, result), stream(progress, result)])
        let changed = stream(
            #"{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": "1"}}"#,
            #"{"jsonrpc": "2.0", "id": 1, "results": {}}"#)
        #expect(
            Self.findings(changed, inferred) == [
                "response-body-schema tools/call /0/data a/1.json:2:7",
                "response-body-schema tools/call /1/data a/1.json:5:7",
                "response-property-undocumented tools/call /1/data/results a/1.json:5:46",
            ])
        let finding = ContractSet([inferred.contract]).check([changed]).findings.first
        #expect(
            finding?.found == "none; the closest is schema 1 "
                + #"('/0/data/params/progress': expected integer, found the string "1")"#)
    }

    private static func batch(_ calls: [Interaction], reversed: Bool = false) throws -> Interaction {
        let requests = calls.map { String(decoding: $0.request.body ?? Data(), as: UTF8.self) }
        let responses = try calls.map { String(decoding: try $0.responseBytes(), as: UTF8.self) }
        return exchange(
            "[" + requests.joined(separator: ", ") + "]",
            "[\n" + (reversed ? responses.reversed() : responses).joined(separator: ",\n") + "\n]",
            at: calls[0].request.url.hasSuffix("graphql") ? "/graphql" : "/rpc")
    }

    @Test func `the calls of a batch are held to their operations`() throws {
        let inferred = try Self.infer([try Self.batch(Array(Self.calls.dropFirst()), reversed: true)])
        #expect(
            inferred.contract.operations.map(\.path) == ["/rpc#count", "/rpc#get_user", "/rpc#tools/call"])
        let changed = try Self.batch(
            [Self.call("get_user", #"{"name": null}"#, id: 7), Self.call("count", "[]", id: 8)],
            reversed: true)
        #expect(
            Self.findings(changed, inferred) == [
                "response-property-type get_user /result/name a/1.json:3:48",
                "response-property-type count /result a/1.json:2:39",
            ])
        let unanswered = Self.exchange(
            #"[{"jsonrpc": "2.0", "id": 1, "method": "count", "params": []}]"#, "[]")
        #expect(Self.findings(unanswered, inferred) == ["response-body-missing count body a/1.json"])
        let queries = try Self.infer([try Self.batch(Self.queries)])
        #expect(queries.contract.operations.map(\.path) == ["/graphql#GetUser", "/graphql#Like"])
    }

    @Test func `a contract that describes a batch as a whole is kept`() throws {
        let document = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/rpc": {"post": {"operationId": "rpc", "responses": {"200": {"description": "d",
              "content": {"application/json": {"schema": {"type": "array", "items": {"type": "object"}}}}}}}}}}
            """
        let contract = try Contract(parsing: Data(document.utf8), file: "Contracts/a.json")
        #expect(ContractSet([contract]).check([try Self.batch(Self.calls)]).findings.isEmpty)
    }

    @Test func `operations without all constants are told apart`() throws {
        func operation(_ id: String, _ schema: String) -> String {
            """
            {"post": {"operationId": "\(id)", "requestBody": {"content": {"application/json": {"schema": \(schema)}}},
             "responses": {"200": {"description": "d"}}}}
            """
        }
        let kind = #"{"properties": {"kind": {"const": "a"}}, "required": ["kind"]}"#
        let both = #"{"properties": {"kind": {"const": "a"}, "size": {"const": 1}}, "required": ["kind"]}"#
        let either = #"{"properties": {"kind": {"oneOf": [{"const": "b"}, {"const": "c"}]}}}"#
        let document = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/x#a": \(operation("a", kind)), "/x#both": \(operation("both", both)),
              "/x#either": \(operation("either", either)), "/x": \(operation("other", "{}"))}}
            """
        let contract = try Contract(parsing: Data(document.utf8), file: "Contracts/a.json", isStrict: true)
        func match(_ body: String) -> String? {
            contract.operation(of: Self.exchange(body, "{}", at: "/x"))?.id
        }
        #expect(match(#"{"kind": "a"}"#) == "a")
        #expect(match(#"{"kind": "a", "size": 1}"#) == "both")
        #expect(match(#"{"kind": "a", "size": 2}"#) == "a")
        #expect(match(#"{"size": 1}"#) != "both")
        #expect(["either", "other"].contains(match(#"{"kind": "d"}"#)))
        #expect(["either", "other"].contains(match("[]")))
    }
}
