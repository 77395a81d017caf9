import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Parameters and forms, inferred from requests.
@Suite struct ParameterBuilderTests {
    private func operation(_ traffic: [Interaction]) throws -> JSONValue {
        let inferred = try ContractInference(minimumResponses: 3).contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let paths = try #require(inferred.contract.document.value["paths"]?.object)
        return try #require(paths.members.first?.value.object?.members.last?.value)
    }

    @Test(arguments: [
        (["limit=1", "limit=-20"], #"{"type":"integer"}"#),
        (["limit=1", "limit=2.5"], #"{"type":"number"}"#),
        (["limit=true", "limit=false"], #"{"type":"boolean"}"#),
        (["limit=1", "limit=all"], #"{"type":"string"}"#),
        (["limit=007"], #"{"type":"string"}"#), (["limit="], #"{"type":"string"}"#),
        (["limit=117440810233042393"], #"{"type":"string"}"#), (["limit=True"], #"{"type":"string"}"#),
        (["limit=1&limit=2", "limit=3"], #"{"type":"array","items":{"type":"integer"}}"#),
        (["limit=957a9f7c-72ec-4946-baf4-42f00420f299"], #"{"type":"string"}"#),
    ])
    func `a query parameter has the type of its values`(_ queries: [String], _ schema: String) throws {
        let traffic = queries.flatMap { Traffic.responses(["{}"], to: "https://api.shop.test/items?\($0)") }
        #expect(
            try operation(traffic)["parameters"]?.text(.compact)
                == #"[{"name":"limit","in":"query","schema":\#(schema)}]"#)
    }

    @Test func `a query parameter that one client always sends is not required`() throws {
        let traffic = (1...20).flatMap {
            Traffic.responses(["{}"], to: "https://api.shop.test/items?a=\($0)" + ($0 == 1 ? "&b=1" : ""))
        }
        #expect(
            try operation(traffic)["parameters"]?.text(.compact)
                == #"[{"name":"a","in":"query","schema":{"type":"integer"}},"#
                + #"{"name":"b","in":"query","schema":{"type":"integer"}}]"#)
    }

    @Test(arguments: [
        ("pageToken", "string"), ("cursor", "string"), ("after", "string"),
        ("created_after", "integer"), ("size", "integer"), ("sku", "string"), ("cvc", "string"),
        ("start_dt", "string"),
        ("account_number", "string"), ("page_number", "integer"), ("number", "integer"),
    ])
    func `tokens, cursors and codes are texts, also those that have digits only`(
        _ name: String, _ type: String
    ) throws {
        let traffic = Traffic.responses(["{}"], to: "https://api.shop.test/items?\(name)=4711")
        #expect(try operation(traffic)["parameters"]?.array?.first?["schema"] == ["type": .string(type)])
    }

    @Test(arguments: [
        ("customerCode=a@b.test", nil), ("email=a@b.test", nil),
        ("contact_email[]=a@b.test&contact_email[]=b@b.test", "email"),
        ("origin=https://b.test", nil), ("callbackUrl=https://b.test", "uri"), ("v=1.2.3.4", nil),
        ("client_ip=1.2.3.4", nil), ("client_ipv4=1.2.3.4", "ipv4"),
        ((1...5).map { "target=https://b.test/\($0)" }.joined(separator: "&"), "uri"),
    ])
    func `few values have a format only if the name says so`(_ query: String, _ format: String?) throws {
        let traffic = Traffic.responses(["{}"], to: "https://api.shop.test/items?\(query)")
        let schema = try operation(traffic)["parameters"]?.array?.first?["schema"]
        #expect((schema?["items"] ?? schema)?["format"]?.string == format)
    }

    private func document(
        _ requests: [(url: String, headers: HeaderFields, body: String)]
    ) throws -> (inferred: InferredContract, paths: JSONValue) {
        let traffic = requests.map { url, headers, body in
            Interaction(
                HTTPRequest("GET", "https://api.shop.test" + url, headers: headers),
                .response(
                    HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let rules = ContractSet([inferred.contract]).check(traffic).findings.map(\.rule)
        #expect(rules.allSatisfy { $0 == .requestParameterUndocumented })
        #expect(try ContractInference().update(inferred.contract, with: traffic).edits.isEmpty)
        return (inferred, try #require(inferred.contract.document.value["paths"]))
    }

    @Test func `a query parameter has one type in all operations, that of the property with its name`() throws
    {
        let paths = try document([
            (
                "/a?size=1&lat=40&jstor=3683041&price=2&zip=48322&local=1&api-version=7.0&version=7&weight=2",
                [:],
                #"{"jstor": "3683041", "price": 1.5, "local": "far", "netWeight": "2.50"}"#
            ),
            ("/b?size=large&lat=40.5&jstor=1", [:], "{}"), ("/zipcodes/48322", [:], "{}"),
        ]).paths
        let parameters = paths["/a"]?["get"]?["parameters"]?.array ?? []
        #expect(
            parameters.compactMap { $0["schema"]?["type"]?.string } == [
                "string", "string", "number", "integer", "number", "string", "integer", "number", "string",
            ])
        let inPath = paths.object?.members.first { $0.name.hasPrefix("/zipcodes/") }
        #expect(inPath?.value["parameters"]?[0]?["schema"] == ["type": "string"])
    }

    @Test func `numbers are texts where others of their name, or after the same segments, are`() throws {
        let paths = try document([
            ("/a?owner_id%5B%5D=1&vendor=2&shop__vendor=2", [:], #"{"owner_id": "7", "Vendor": "8"}"#),
            ("/homes/315270728/report", [:], "{}"), ("/homes/315270729/report", [:], "{}"),
            ("/homes/ext-D1TGDF9V/photos", [:], "[]"), ("/homes/315270730/photos", [:], "[]"),
            ("/v2/homes/315270730/photos", [:], "[]"),
            ("/lamps?lampCode=9160&order_key=1&page=1", [:], #"{"LampCode": "RED", "page": "far"}"#),
            ("/chairs?orderKey=1", [:], #"{"order_key": 1}"#),
        ]).paths
        let others = ["/lamps", "/chairs"].flatMap { paths[$0]?["get"]?["parameters"]?.array ?? [] }
        #expect(
            others.map { $0["schema"]?["type"] } == ["string", "integer", "integer", "integer"])
        let query = paths["/a"]?["get"]?["parameters"]?.array ?? []
        #expect(
            query.map { $0["schema"]?["items"]?["type"] ?? $0["schema"]?["type"] }
                == ["string", "string", "string"])
        let inPaths = paths.object?.members.filter { $0.name.contains("/homes/") } ?? []
        #expect(
            inPaths.map { $0.value["parameters"]?[0]?["schema"]?["type"] } == ["string", "string", "string"])
    }

    @Test func `an identifier has a format where others after the same segments have it`() throws {
        let uuid = "957a9f7c-72ec-4946-baf4-42f00420f299"
        let paths = try document([
            ("/carts/\(uuid)/lamps", [:], "[]"), ("/carts/a1b2c3d4e5", [:], "{}"),
            ("/desks/\(uuid)", [:], "{}"), ("/desks/\(uuid)/lamps", [:], "[]"),
        ]).paths
        let schemas = paths.object?.members.map { $0.value["parameters"]?[0]?["schema"]?["format"] }
        #expect(schemas == [nil, nil, "uuid", "uuid"])
    }

    @Test func `what is an example or repeats the path is no parameter, which a warning says`() throws {
        let (inferred, paths) = try document([
            ("/products/17?product_id=17&foo=bar&a=foo", [:], "{}"),
            ("/products/18?product_id=17", [:], "{}"),
            ("/products?foo=bar", [:], "[]"),
        ])
        let names = ["/products", "/products/{productId}"].map { path in
            paths[path]?["get"]?["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
        }
        #expect(names == [[], ["a", "product_id"]])
        #expect(inferred.warnings.count { $0.contains("'foo'") } == 2)
    }

    @Test func `a header of the API itself is a parameter where all or many requests have it`() throws {
        let libraries: HeaderFields = [
            "User-Agent": "a", "X-Request-Id": "1", "X-Sdk-Version": "2", "X-Auth-Token": "3",
        ]
        let own: HeaderFields = ["X-Extended": "true", "Shop-Api-Version": "2"]
        let others = (1...9).map { ("/b/\($0)", $0 == 1 ? ["x-once": "1"] : libraries, "{}") }
        let paths = try document([("/a", own, "{}"), ("/c", own, "{}"), ("/c", [:], "{}")] + others).paths
        func names(_ path: String) -> [String] {
            paths[path]?["get"]?["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
        }
        #expect(names("/a") == ["Shop-Api-Version", "X-Extended"])
        #expect(names("/c").isEmpty)
        #expect(names("/b/{bId}").isEmpty)
        #expect(
            paths["/a"]?["get"]?["parameters"]?[1] == [
                "name": "X-Extended", "in": "header", "schema": ["type": "string"],
            ])
    }

    @Test func `parameters with positions are a list, which has more of them`() throws {
        let url = "https://api.shop.test/lamps"
        let traffic = Traffic.responses(["{}"], to: url + "?filter[0]=a&filter[1]=b&page[0]=1&page[size]=2")
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        let parameters = contract.document.value["paths"]?["/lamps"]?["get"]?["parameters"]?.array ?? []
        #expect(parameters.map { $0["name"]?.string } == ["filter", "page[0]", "page[size]"])
        #expect(
            parameters.first?["schema"] == ["type": "object", "additionalProperties": ["type": "string"]])
        let more = traffic + Traffic.responses(["{}"], to: url + "?filter[7]=c")
        #expect(ContractSet([contract]).check(more).findings.isEmpty)
        #expect(try ContractInference().update(contract, with: more).edits.isEmpty)
    }

    @Test(arguments: [
        ("For-User-Id", true), ("onBehalfOf", true), ("X-Idempotency-Key", true), ("Version", true),
        ("Shop_Tenant", true), ("If-Match", true), ("If-None-Match", false), ("X-Shop-Tenant", true),
        ("Tenant", false), ("User-Id", false), ("X-Nonce", true),
        ("X-User-Id", false), ("ETag", false), ("Access-Control-Allow-Origin", false),
        ("Alt-Used", false), ("Postman-Token", false), ("elastic-apm-traceparent", false),
        ("Shop-Timestamp", false), ("GET https", false), (":method", false),
    ])
    func `a header without a prefix is one of the API if no other part of the web has such names`(
        _ name: String, _ isOwn: Bool
    ) throws {
        let paths = try document([("/a", [name: "lamp"], "{}")]).paths
        let names = paths["/a"]?["get"]?["parameters"]?.array?.map { $0["name"]?.string } ?? []
        #expect(names == (isOwn ? [name] : []))
    }

    @Test func `a name in brackets is that of a list, also of one value`() throws {
        let traffic = Traffic.responses(["{}"], to: "https://api.shop.test/items?ids%5B%5D=1")
        #expect(
            try operation(traffic)["parameters"]?.array?.first?["schema"] == [
                "type": "array", "items": ["type": "integer"],
            ])
    }

    @Test func `a form has the fields of its bodies`() throws {
        let traffic = ["name=Lamp&size=2&tag=a&tag=b", "name=Table&size=3", "name=Chair&size=4"].map(
            Self.form)
        let operation = try operation(traffic)
        #expect(
            operation["requestBody"]?.text(.compact)
                == #"{"required":true,"content":{"application/x-www-form-urlencoded":{"schema":"#
                + #"{"type":"object","required":["name","size"],"properties":{"name":{"type":"string"},"#
                + #""size":{"type":"integer"},"tag":{"type":"array","items":{"type":"string"}}}}}}}"#)
        #expect(operation["responses"]?.text(.compact) == #"{"204":{"description":"No Content"}}"#)
    }

    @Test func `digits in a form are text if bodies have them as text`() throws {
        let traffic = [
            Interaction(
                HTTPRequest(
                    "POST", "https://api.shop.test/cards",
                    headers: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: Data("card[number]=4111&month=7".utf8)),
                .response(
                    HTTPResponse(
                        200, headers: ["Content-Type": "application/json"],
                        body: .text(#"{"card": {"number": "4111", "month": 7}}"#))))
        ]
        #expect(
            try form(in: traffic)?["schema"]?["properties"]?.text(.compact)
                == #"{"card":{"type":"object","properties":{"number":{"type":"string"}}},"#
                + #""month":{"type":"integer"}}"#)
    }

    @Test func `a field has one type wherever it is sent`() throws {
        let traffic = ["/a?day=07", "/b"].map { path in
            Interaction(
                HTTPRequest(
                    "POST", "https://api.shop.test" + path,
                    headers: ["Content-Type": "application/x-www-form-urlencoded"],
                    body: Data(
                        (path == "/b" ? "month=12&number=5520000000000000&size=1&day=7" : "card[month]=05")
                            .utf8)),
                .response(HTTPResponse(204)))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let pointer =
            "/paths/~1b/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties"
        #expect(
            inferred.contract.document.value[try JSONPointer(parsing: pointer)]?.text(.compact)
                == #"{"day":{"type":"string"},"month":{"type":"string"},"number":{"type":"string"},"#
                + #""size":{"type":"integer"}}"#)
    }

    private func form(in traffic: [Interaction]) throws -> JSONValue? {
        try operation(traffic)["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
    }

    @Test(arguments: [
        ("card[number]=41&card[name]=a", #"{"name":{"type":"string"},"number":{"type":"integer"}}"#),
        ("card[keys][auth]=a", #"{"keys":{"type":"object","properties":{"auth":{"type":"string"}}}}"#),
        ("card[ids][]=1&card[ids][]=2", #"{"ids":{"type":"array","items":{"type":"integer"}}}"#),
        (
            "card[items][][size]=1&card[items][][name]=a&card[items][][size]=2",
            #"{"items":{"type":"array","items":{"type":"object","properties":"#
                + #"{"name":{"type":"string"},"size":{"type":"integer"}}}}}"#
        ),
        ("card[0][a]=b&card[1][a]=c", nil), ("card=1&card[a]=b", nil), ("card[]=1", nil), ("card[a=1", nil),
        ("card[a][][]=1", nil),
    ])
    func `names in brackets are properties of an object in a form`(
        _ fields: String, _ properties: String?
    ) throws {
        let form = try #require(try form(in: [Self.form(fields)]))
        let card = form["schema"]?["properties"]?["card"]
        #expect(card?["properties"]?.text(.compact) == properties)
    }

    @Test func `numbers in brackets are places in a list of a form, and those of metadata are data`() throws {
        let form = try #require(
            try form(in: [Self.form("field[0][a]=b&field[1][a]=c&field[1][d]=1&metadata[Any+name]=true")]))
        #expect(
            form.text(.compact)
                == #"{"schema":{"type":"object","properties":{"field":{"type":"array","items":"#
                + #"{"type":"object","properties":{"a":{"type":"string"},"d":{"type":"integer"}}}},"#
                + #""metadata":{"type":"object","additionalProperties":{"type":"string"}}}},"#
                + #""encoding":{"field":{"style":"deepObject","explode":true},"#
                + #""metadata":{"style":"deepObject","explode":true}}}"#)
    }

    @Test func `the properties of an object in a form are validated`() throws {
        let contract = try ContractInference().contract(
            file: Traffic.file, from: [Self.form("card[month]=7&card[keys][0]=1")]
        ).contract
        func rules(_ fields: String) -> [Rule] {
            ContractSet([contract]).check([Self.form(fields)]).findings.map(\.rule)
        }
        #expect(rules("card[month]=8&card[keys][0]=2&card[keys][1]=3").isEmpty)
        #expect(rules("card[month]=May") == [.requestBodyInvalid])
        #expect(rules("card[keys][1]=a") == [.requestBodyInvalid])
        #expect(rules("card=a") == [.requestBodyInvalid])
        #expect(rules("card" + String(repeating: "[]", count: 9_999) + "=1").isEmpty)
        #expect(rules("card" + String(repeating: "[a]", count: 9_999) + "=1").isEmpty)
    }

    @Test func `a field that an object in a list has begins the next object`() throws {
        let sent = "items[][size]=1&items[][tags][]=a&items[][tags][]=b&items[][size]=2&items[][name]=c"
        let contract = try ContractInference().contract(file: Traffic.file, from: [Self.form(sent)]).contract
        func findings(_ fields: String) -> [Finding] {
            ContractSet([contract]).check([Self.form(fields)]).findings
        }
        #expect(findings(sent).isEmpty)
        let found = findings(sent.replacing("size]=2", with: "size]=L"))
        #expect(found.count == 1 && "\(found[0])".contains("/items/1/size"), "\(found)")
    }

    private static func form(_ fields: String) -> Interaction {
        Interaction(
            HTTPRequest(
                "POST", "https://api.shop.test/items",
                headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Data(fields.utf8)),
            .response(HTTPResponse(204)))
    }

    @Test func `two numbers with a point between them in a path are text`() throws {
        let traffic = Traffic.responses(["{}"], to: "https://api.shop.test/works/10.1000/a1")
        let document = try ContractInference().contract(file: Traffic.file, from: traffic).contract.document
        let parameters = document.value["paths"]?.object?.members.first?.value["parameters"]?.array ?? []
        #expect(parameters.map { $0["schema"]?["type"] } == ["string", "string"])
    }

    @Test func `a form in parts has the fields of its bodies and its files`() throws {
        let body = """
            --x-1
            Content-Disposition: form-data; name="name"

            Lamp
            --x-1
            content-disposition: form-data; name="count"
            Content-Type: text/plain

            2
            --x-1
            Content-Disposition: form-data; name="photo"; filename="a;b.png"
            Content-Type: image/png

            --not a delimiter
            --x-1--
            """
        let bodies = [body, body.replacing("\n", with: "\r\n"), body.replacing("count", with: "size")]
        let traffic = bodies.map { body in
            Interaction(
                HTTPRequest(
                    "POST", "https://api.shop.test/items",
                    headers: ["Content-Type": "multipart/form-data; boundary=x-1"], body: Data(body.utf8)),
                .response(HTTPResponse(204)))
        }
        let content = JSONPointer(["requestBody", "content", "multipart/form-data", "schema"])
        #expect(
            try operation(traffic)[content]?.text(.compact)
                == #"{"type":"object","required":["name","photo"],"properties":{"count":{"type":"integer"},"#
                + #""name":{"type":"string"},"photo":{"type":"string","format":"binary"},"#
                + #""size":{"type":"integer"}}}"#)
    }

    @Test func `the elements of a list in a form are validated`() throws {
        let contract = try ContractInference().contract(
            file: Traffic.file, from: [Self.form("size=1&size=2")]
        ).contract
        #expect(ContractSet([contract]).check([Self.form("size=3")]).findings.isEmpty)
        let wrong = ContractSet([contract]).check([Self.form("size=3&size=large")]).findings
        #expect(wrong.map(\.rule) == [.requestBodyInvalid])
    }
}
