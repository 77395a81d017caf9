import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// What makes an inferred contract one that a reviewer merges.
@Suite struct ReviewableContractTests {
    private func infer(_ traffic: [Interaction], secret: String? = nil) throws -> InferredContract {
        var inference = ContractInference()
        inference.isSecret = { $0 == secret }
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        return inferred
    }

    private func properties(_ bodies: [String], path: String = "/items") throws -> JSONValue? {
        let inferred = try infer(Traffic.responses(bodies, to: "https://api.shop.test" + path))
        return inferred.contract.operations.first?.responses.first?.content.first?.schema?.node["properties"]
            .value
    }

    @Test func `null of a property that may be absent is no other type, that of a required one is`() throws {
        let found = try properties([#"{"id": 1, "note": "a"}"#, #"{"id": 2}"#, #"{"id": 3}"#])
        #expect(found?["note"]?["type"] == ["string", "null"])
        #expect(found?["id"]?["type"] == "integer")
    }

    @Test func `what a thing may lack and what has not happened may be null until ten responses show it`()
        throws
    {
        let body = #"""
            {"created": "2026-11-21T10:00:00Z", "activated": "2026-11-21T10:00:00Z", "note": "a", "title": "b",
             "default_policy": "drop", "closed": null, "branch_policy": {"a": true}}
            """#
        let few = try properties([body])
        #expect(few?["activated"]?["type"] == ["string", "null"])
        #expect(few?["note"]?["type"] == ["string", "null"])
        #expect(few?["branch_policy"]?["type"] == ["object", "null"])
        #expect(few?["created"]?["type"] == "string")
        #expect(few?["title"]?["type"] == "string")
        #expect(few?["default_policy"]?["type"] == "string")
        let many = try properties(Array(repeating: body, count: 10))
        #expect(many?["activated"]?["type"] == "string")
        #expect(many?["note"]?["type"] == "string")
        // What a response holds alone is what it is about.
        let only = try properties([#"{"note": {"id": 7}}"#])
        #expect(only?["note"]?["type"] == "object")
        // Without another null, dates are promised at once.
        let none = try properties([body.replacing("null", with: "1")])
        #expect(none?["activated"]?["type"] == "string")
    }

    @Test func `a JSON Schema and the arguments of a call may have any properties`() throws {
        let found = try properties([
            #"""
            {"tools": [{"name": "convert", "input_schema":
                {"type": "object", "properties": {"from": {"type": "string"}}, "required": ["from"]}}],
             "calls": [{"name": "convert", "input": {"from": "EUR"}}],
             "results": [{"name": "convert", "response": {"rate": 1.5}}],
             "prediction": {"version": "a", "input": {"prompt": "b"}},
             "place": {"type": "object", "properties": {"from": 1}, "geometry": null},
             "input": {"from": 1}}
            """#
        ])
        #expect(
            found?["tools"]?["items"]?["properties"]?["input_schema"] == [
                "type": "object", "description": "A JSON Schema.", "additionalProperties": true,
            ])
        for call in [
            found?["calls"]?["items"]?["properties"]?["input"],
            found?["results"]?["items"]?["properties"]?["response"],
            found?["prediction"]?["properties"]?["input"],
        ] {
            #expect(
                call == [
                    "type": "object", "description": "The arguments of what is called.",
                    "additionalProperties": true,
                ])
        }
        #expect(found?["place"]?["properties"]?["properties"]?["properties"]?["from"] == ["type": "integer"])
        #expect(found?["input"]?["properties"]?["from"] == ["type": "integer"])
    }

    @Test func `what was only ever null says so, until it is not`() throws {
        let traffic = Traffic.responses([#"{"id": 1, "note": null}"#])
        let inferred = try infer(traffic)
        #expect(inferred.text.contains("Null in every response so far."))
        #expect(
            ContractSet([inferred.contract]).check(Traffic.responses([#"{"id": 1, "note": {"a": 1}}"#]))
                .findings
                .isEmpty)
        let later = try ContractInference().update(
            inferred.contract, with: traffic + Traffic.responses([#"{"id": 1, "note": "a"}"#]))
        #expect(!later.text.contains("Null in every response so far."))
        #expect(
            ContractSet([later.contract]).check(Traffic.responses([#"{"id": 1, "note": "b"}"#])).findings
                .isEmpty)
        let note = try #require(
            later.contract.operations.first?.responses.first?.content.first?.schema?.node.value)
        #expect(note["properties"]?["note"] == ["type": ["string", "null"]])
        #expect(note["required"] == ["id", "note"])
    }

    @Test(arguments: [(#""d": 1"#, ["a", "b"]), (#""d": 1, "e": 2"#, [])])
    func `two objects show what is required if they have most in common`(_ own: String, _ names: [String])
        throws
    {
        let traffic = Traffic.responses(
            [#"[{"a": 1, "b": 2, \#(own)}, {"a": 1, "b": 2}]"#], to: "https://api.shop.test/parts")
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        let content = contract.document["paths"]["/parts"]["get"]["responses"]["200"]["content"]
        let items = content["application/json"]["schema"]["items"]
        #expect(items["required"].elements.compactMap(\.string) == names)
    }

    @Test func `what only objects of a kind have is not required of others`() throws {
        let body = #"{"id": 1, "type": "title", "title": "a"}"#
        let traffic = Traffic.responses([body, body, body], to: "https://api.shop.test/properties/1")
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        let schema = contract.document["paths"]["/properties/{propertyId}"]["get"]["responses"]["200"][
            "content"]
        #expect(
            schema["application/json"]["schema"]["required"].elements.compactMap(\.string) == ["id", "type"])
    }

    @Test func `what was null in every request has a note, too`() throws {
        let request = HTTPRequest(
            "POST", "https://api.shop.test/items", headers: ["Content-Type": "application/json"],
            body: Data(#"{"tags": null}"#.utf8))
        let inferred = try infer([Interaction(request, .response(HTTPResponse(204)))])
        #expect(inferred.text.contains(#""description": "Null in every request so far.""#))
    }

    @Test func `a header of the provider is described once`() throws {
        let limited = (1...3).map { id in
            let response = HTTPResponse(
                200, headers: ["Content-Type": "text/plain", "X-RateLimit-Limit": "\(60 * id)"])
            return Interaction(
                HTTPRequest("GET", "https://api.shop.test/\("abc".prefix(id))"), .response(response))
        }
        let inferred = try infer(limited)
        let reference: JSONValue = ["x-ratelimit-limit": ["$ref": "#/components/headers/x-ratelimit-limit"]]
        #expect(
            inferred.contract.document.value["components"]?["headers"] == [
                "x-ratelimit-limit": ["required": true, "schema": ["type": "integer"]]
            ])
        for path in ["/a", "/ab", "/abc"] {
            let response = JSONPointer(["paths", path, "get", "responses", "200", "headers"])
            #expect(inferred.contract.document.value[response] == reference)
        }
        let without = Interaction(
            HTTPRequest("GET", "https://api.shop.test/a"),
            .response(HTTPResponse(200, headers: ["Content-Type": "text/plain"])))
        let others: [(HeaderFields, JSONValue)] = [
            (["X-RateLimit-Limit": "Unlimited"], ["required": true, "schema": ["type": "string"]]),
            ([:], ["schema": ["type": "integer"]]),
        ]
        for (fields, header) in others {
            let other = Interaction(
                HTTPRequest("GET", "https://api.shop.test/other"),
                .response(HTTPResponse(200, headers: fields)))
            let headers = try infer(limited + [other]).contract.document.value["components"]?["headers"]
            #expect(headers?["x-ratelimit-limit"] == header)
        }
        let later = try ContractInference().update(inferred.contract, with: limited + [without])
        #expect(later.edits.map(\.summary) == ["was true, is removed"])
        #expect(ContractSet([later.contract]).check([without]).findings.isEmpty)
    }

    @Test func `an update of a document in 3.0 is one in 3.1`() throws {
        let text = """
            {"openapi": "3.0.3", "info": {"title": "shop", "version": "1"},
             "servers": [{"url": "https://api.shop.test"}],
             "paths": {"/items": {"get": {"responses": {"204": {"description": "none"}}}}}}
            """
        let contract = try Contract(parsing: Data(text.utf8), file: Traffic.file)
        let updated = try ContractInference().update(contract, with: Traffic.responses(["[null]"]))
        #expect(updated.text.hasPrefix("{\n  \"openapi\": \"3.1.0\""), "\(updated.text)")
        #expect(try ContractInference().update(contract, with: []).text.contains("3.0.3"))
    }

    @Test func `the body of a 304 in the archive of a browser is that of a 200`() throws {
        let cached = Traffic.responses([#"{"id": 1}"#], status: 304)
        let inferred = try infer(cached)
        #expect(inferred.contract.operations.first?.responses.map(\.status) == ["200", "304"])
        let broken = ContractSet([inferred.contract]).check(Traffic.responses([#"{"id": "a"}"#], status: 304))
        #expect(broken.findings.map(\.rule.id) == ["response-property-type"])
    }

    @Test(arguments: ["x-unknown", nil])
    func `JSON without a media type is described under the range of all`(type: String?) throws {
        let response = HTTPResponse(
            200, headers: type.map { ["Content-Type": $0] } ?? [:], body: .text(#"{"id": 1}"#))
        let inferred = try infer([
            Interaction(HTTPRequest("GET", "https://api.shop.test/a"), .response(response))
        ])
        #expect(
            inferred.contract.operations.first?.responses.first?.content.map(\.range.essence) == ["*/*"])
    }

    @Test(arguments: [
        #"{"en-US": {}, "de": {}}"#, #"{"f:metadata": {}, ".": {}}"#, #"{"k:{\"ip\":\"1.2.3.4\"}": {}}"#,
        #"{"101": {}, "102": {}}"#, #"{"W058CJVAA": {}, "U023BECGF": {}}"#,
        #"{"0x7dcd17433742f4c0ca5312": {}, "0xc1cadafffffffffffffff": {}}"#,
        #"{"README.md": {}}"#, #"{"https://shop.test/a": {}}"#, #"{"3469703076": {}}"#,
        #"{"5.1": {}, "6.x": {}, "Next": {}}"#, #"{"": {}, "1": {}, "10": {}}"#,
        #"{"REDACTED-key-1": {}}"#, #"{"EUR": {}, "USD": {}, "GBP": {}}"#,
        #"{"957a9f7c-72ec-4946-baf4-42f00420f299": {}, "157a9f7c-72ec-4946-baf4-42f00420f299": {}}"#,
    ])
    func `an object whose names have the form of data is a dictionary`(_ object: String) throws {
        let found = try properties([#"{"of": \#(object)}"#])
        #expect(found?["of"] == ["type": "object", "additionalProperties": ["type": "object"]])
    }

    @Test func `words with digits between them are no data`() throws {
        let found = try properties([#"{"of": {"averageSpO2SleepValue": {}, "lowestSpO2SleepValue": {}}}"#])
        #expect(found?["of"]?["additionalProperties"] == nil)
    }

    @Test(arguments: [
        (["/rest/api/3/myself", "/rest/api/3/projects"], ["/rest/api/3/myself", "/rest/api/3/projects"]),
        (["/issue/10010", "/issue/10011", "/issue/JJJ-9"], ["/issue/{issueId}"]),
        (
            ["/zones/fr-par-1/ips", "/users/%3CLOGIN%3E/posts", "/users/a%20b/posts"],
            ["/users/{login}/posts", "/zones/{zoneId}/ips"]
        ),
        (["/tokens/hunter", "/tokens"], ["/tokens", "/tokens/{tokenId}"]),
    ])
    func `versions stay in a path, keys and secrets do not`(_ urls: [String], _ paths: [String]) throws {
        let traffic = urls.flatMap { Traffic.responses([#"{"id": 1}"#], to: "https://api.shop.test" + $0) }
        let inferred = try infer(traffic, secret: "hunter")
        #expect(inferred.contract.operations.map(\.path).sorted() == paths)
    }

    @Test func `an address that one operation cannot describe is named`() throws {
        let request = HTTPRequest(
            "POST", "https://api.shop.test/rpc", headers: ["Content-Type": "application/json"],
            body: Data(#"{"query": "{ items { id } }"}"#.utf8))
        let response = HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{}"))
        let inferred = try ContractInference().contract(
            file: Traffic.file, from: [Interaction(request, .response(response))])
        #expect(
            inferred.warnings == [
                "'POST /rpc' has queries of GraphQL without a name, which one operation describes: 1 interaction"
            ])
    }

    @Test(arguments: [
        ("append_to_response=reviews,links", ["id", "title"]),
        ("expand[]=data.links", ["id", "reviews", "title"]),
        ("includereviews=TRUE", ["id", "links", "title"]), ("with_reviews=1", ["id", "links", "title"]),
        ("include_reviews=0", ["id", "links", "reviews", "title"]),
        ("part=id", ["id", "links", "reviews", "title"]),
        ("sort=title", ["id", "links", "reviews", "title"]),
        ("fields=id,title", ["links", "reviews"]),
        ("fields[items]=title,links(self)", ["id", "reviews"]),
        ("personFields=title|links", ["id", "reviews"]),
        ("$select=reviews", ["id", "links", "title"]),
        ("exclude_fields=title", ["id", "links", "reviews", "title"]),
    ])
    func `what a query adds or chooses is optional, and nothing else`(
        _ query: String, _ required: [String]
    ) throws {
        let traffic = Traffic.responses(
            [#"{"id": 1, "title": "a", "reviews": [], "links": {"self": "b"}}"#],
            to: "https://api.shop.test/items/1?" + query)
        let inferred = try infer(traffic)
        let schema = inferred.contract.operations.first?.responses.first?.content.first?.schema?.node
        #expect((schema?["required"].value.array ?? []).compactMap(\.string).sorted() == required)
    }

    @Test(arguments: [
        (#"{"fields": ["ShortName"]}"#, ["id"]), (#"{"fields": "short_name,id"}"#, nil),
        (#"{"names": ["ShortName"]}"#, ["id", "shortName"]),
        (#"{"sort_fields": ["id"]}"#, ["id", "shortName"]),
    ])
    func `what the list of a request chooses is optional, however it is spelled`(
        _ sent: String, _ required: [String]?
    ) throws {
        let headers: HeaderFields = ["Content-Type": "application/json"]
        let inferred = try infer([
            Interaction(
                HTTPRequest(
                    "POST", "https://api.shop.test/items", headers: headers, body: Data(sent.utf8)),
                .response(
                    HTTPResponse(200, headers: headers, body: .text(#"{"id": 1, "shortName": "a"}"#))))
        ])
        let schema = inferred.contract.operations.first?.responses.first?.content.first?.schema?.node
        #expect(schema?["required"].value.array?.compactMap(\.string) == required)
    }

    @Test func `what is within a chosen property is as whole as ever, unless a part of it is chosen`() throws
    {
        let body = #"{"owner": {"id": 1, "name": "a"}, "name": "b"}"#
        for (fields, required) in [("owner,name", ["id", "name"]), ("owner(name)", ["id"])] {
            let found = try properties([body], path: "/items/1?fields=" + fields)
            #expect(found?["owner"]?["required"]?.array?.compactMap(\.string) == required)
            #expect(found?["owner"]?["type"] == ["object", "null"])
        }
    }

    @Test func `what a request chooses says nothing about errors`() throws {
        let url = "https://api.shop.test/items?fields=code"
        let inferred = try infer(Traffic.responses([#"{"code": 1}"#], to: url, status: 404))
        let schema = inferred.contract.operations.first?.responses.first?.content.first?.schema?.node
        #expect(schema?["required"].value == ["code"])
    }

    @Test func `properties of requests have the types of others with their names`() throws {
        func exchange(_ method: String, _ sent: String, _ body: String) -> Interaction {
            let headers: HeaderFields = ["Content-Type": "application/json"]
            return Interaction(
                HTTPRequest(
                    method, "https://api.shop.test/items", headers: headers, body: Data(sent.utf8)),
                .response(HTTPResponse(200, headers: headers, body: .text(body))))
        }
        let contract = try infer([
            exchange(
                "POST", #"{"price": 200, "size": 5, "width": 3}"#,
                #"{"price": "200.0", "size": 5.0, "width": "3"}"#),
            exchange("PUT", #"{"price": "199.5", "new_amount": 5}"#, #"{"tax": "1.5"}"#),
        ]).contract
        let items = contract.document.value["paths"]?["/items"]
        func sent(_ method: String) -> JSONValue? {
            items?[method]?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
        }
        let types = ["price", "size", "width"].map { sent("post")?[$0]?["type"] }
        #expect(types == ["number", "number", "integer"])
        #expect(sent("put")?["new_amount"]?["type"] == "number")
    }

    @Test(
        arguments: [
            ("zip", 84043, "{}", ["string", "number"]),
            ("shop_id", 7, #"{"shop_id": "7"}"#, ["string", "number"]),
            ("shop_id", 7, #"{"shop_id": 7}"#, "integer"), ("size", 7, #"{"size": "7"}"#, "integer"),
        ] as [(String, Int, String, JSONValue)])
    func `a number of a request may be text if it is a code of digits`(
        _ name: String, _ value: Int, _ response: String, _ type: JSONValue
    ) throws {
        let headers: HeaderFields = ["Content-Type": "application/json"]
        let body = Data("{\"\(name)\": \(value)}".utf8)
        let request = HTTPRequest("POST", "https://api.shop.test/items", headers: headers, body: body)
        let answer = HTTPResponse(200, headers: headers, body: .text(response))
        let items = try infer([Interaction(request, .response(answer))]).contract.document.value["paths"]?[
            "/items"]
        let content = items?["post"]?["requestBody"]?["content"]?["application/json"]
        #expect(content?["schema"]?["properties"]?[name]?["type"] == type)
    }

    @Test func `a name says that values are UUIDs or URIs, and so does a parameter of a path`() throws {
        let id = "957a9f7c-72ec-4946-baf4-42f00420f299"
        let found = try properties(
            [#"{"itemId": "\#(id)", "uuid": "\#(id)", "token": "\#(id)", "url": "https://a.test/"}"#],
            path: "/items/" + id)
        let formats = ["itemId", "uuid", "token", "url"].map { found?[$0]?["format"] }
        #expect(formats == ["uuid", "uuid", nil, "uri"])
    }

    @Test func `an OpenAPI document in a response is not described`() throws {
        let found = try properties([
            #"{"schema": {"openapi": "3.1.0", "info": {"title": "a"}, "paths": {"/a": {"get": {}}}}}"#
        ])
        #expect(
            found?["schema"]?.text(.compact)
                == #"{"type":"object","description":"An OpenAPI document.","additionalProperties":true}"#)
    }
}
