import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Dictionaries, which objects are whose names of properties are data.
@Suite struct DictionaryTests {
    private func infer(_ traffic: [Interaction]) throws -> Contract {
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        #expect(ContractSet([contract]).check(traffic).findings.isEmpty)
        return contract
    }

    private func properties(
        _ bodies: [String], _ path: String = "/items", status: Int = 200
    ) throws -> JSONValue? {
        let contract = try infer(
            Traffic.responses(bodies, to: "https://api.shop.test" + path, status: status))
        return contract.operations.first?.responses.first?.content.first?.schema?.node["properties"].value
    }

    private func exchange(_ sent: String, _ type: String, _ body: String = "{}") -> Interaction {
        let request = HTTPRequest(
            "POST", "https://api.shop.test/items", headers: ["Content-Type": type], body: Data(sent.utf8))
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json"], body: .text(body))
        return Interaction(request, .response(response))
    }

    @Test(arguments: [
        #"{"labels": {"env": "test"}}"#, #"{"definedTags": {"Billing": {"CreatedBy": "a"}}}"#,
        #"{"devDependencies": {"swift-nio": {"version": "2"}}}"#, #"{"metricsMap": {"ACTIVITY": [1]}}"#,
        #"{"votes_by_country": {"france": 1, "spain": 2}}"#, #"{"reactions": {"Thumbs up": ["ann"]}}"#,
        #"{"metadata": {"order": "6735"}}"#, #"{"dependencies": {"lamp": [1]}}"#,
        #"{"source_words": {"ru": 1, "lv_LV": 2}}"#,
        #"{"custom_fields": {"salary": "9", "visa": null}}"#, #"{"env_vars": {"PYTHON_HOME": "a"}}"#,
        #"{"conf": {"shop.master": "a", "shop.node.profile": "b"}}"#,
        #"{"may": {"/shops/1": ["a"], "_all": []}}"#,
        #"{"properties": {"Due": {"id": "a", "type": "date", "date": "b"}}}"#,
        #"{"columns": {"due": {"type": "date", "date": "b"}, "a": {"type": "title", "title": []}}}"#,
        #"{"local_names": {"en": "a", "fr": "b", "he": "c", "ru": "d", "be": "e"}}"#,
        #"{"contents": {"en": "a"}}"#, #"{"sizes": {"48": "a"}}"#, #"{"parameters": {"BF16": 1, "U32": 2}}"#,
        #"{"exchangeData": {"gdax": [{"exchangeCode": "gdax", "size": 1}]}}"#,
        #"{"items": {"LMP-0007": {"sku": "LMP-0007", "count": 1}}}"#,
        #"{"areas": {"States": [{"id": 1}], "Census Tracts": [{"id": 2}], "City Blocks": [{"id": 3}]}}"#,
        #"{"features": {"free_returns": {"name": "Free-returns", "days": 30}}}"#,
        #"{"columns": {"name": {"slug": "name", "size": 1}, "in-stock": {"slug": "in-stock", "size": 2}}}"#,
        #"{"types": {"general": "General", "call": "Call", "thank You": "Thank You"}}"#,
        #"{"config": {"key1": "a", "key2": "b"}}"#, #"{"embeddedData": {"State": "a", "Sex": "b"}}"#,
        #"{"custom": {"orderNumber": "a", "orderCount": 2}}"#, #"{"prices": {"USD": "1.5"}}"#,
        #"{"prices": {"USD": "1.5", "ARS": "9", "EUR": "1"}}"#, #"{"dataVariables": {"name": "a"}}"#,
        #"{"raw_attributes": {"name": "a", "teams": ["b"], "manager": {"id": 1}}}"#,
        #"{"changes": {"name": ["a", "b"], "size": 2}}"#, #"{"trades": {"BTC_LTC": []}}"#,
        #"{"failures": {"No such lamp.": 2}}"#, #"{"properties": {"size": "integer", "name": "string"}}"#,
        #"{"config": {"name": "a", "shop.db": "b", "shop.url": "c", "shop.retries": 1, "shop.on": true}}"#,
    ])
    func `the name of a property, its keys or its values show that it is a dictionary`(_ body: String) throws
    {
        let found = try #require(try properties([body])?.object?.members.first?.value)
        #expect(found["additionalProperties"]?.object != nil, "\(found)")
        #expect(found["required"] == nil && found["properties"] == nil)
    }

    @Test(arguments: [
        #"{"route": {"id": "a", "to": "b", "by": "c", "at": "d", "of": "e"}}"#,
        #"{"tags": {"custom": [{"title": "a"}], "aggregated": [{"title": "b"}]}}"#,
        #"{"labels": {"icon": "https://a.test/1", "large": "https://a.test/2"}}"#,
        #"{"conf": {"shop.master": "a", "profile": "b"}}"#, #"{"env": {"PYTHON_HOME": "a"}}"#,
        #"{"dependencies": {"dependency": []}}"#, #"{"route": {"to": "a"}}"#,
        #"{"label": {"name": "a", "color": "b"}}"#,
        #"{"labels": {"nodes": [{"id": 1}]}}"#,
        #"{"labels": {"totalCount": 1}}"#, #"{"labels": {"starred": true}}"#,
        #"{"reactions": {"url": "a", "+1": 1}}"#,
        #"{"metadata": {"name": "a", "namespace": "b"}}"#, #"{"created_by": {"login": "a"}}"#,
        #"{"_links": {"self": {"href": "a"}, "next": {"href": "b"}}}"#, #"{"DATA": {"CO2": 1, "NO2": 2}}"#,
        #"{"kinds": {"call": "Call", "note": "Text"}}"#, #"{"line": {"line1": "a", "line2": "b"}}"#,
        #"{"card": {"type": "card", "brand": "a"}}"#, #"{"owner": {"first": "a", "last": "b"}}"#,
        #"{"custom": {"theme": {"color": "a"}}}"#, #"{"customData": {"href": "https://a.test/1"}}"#,
        #"{"changes": {"count": 1, "href": "a"}}"#, #"{"LINKS": {"TASK_ID": 1, "ORDER_ID": null}}"#,
    ])
    func `properties are fixed where little shows that they are not`(_ body: String) throws {
        let found = try #require(try properties([body])?.object?.members.first?.value)
        #expect(found["properties"] != nil && found["additionalProperties"] == nil, "\(found)")
    }

    @Test(arguments: [
        ("metadata=a", #"{"metadata": ["is invalid"]}"#, true), ("lamp=a", #"{"lamp": "is invalid"}"#, true),
        (#"{"lamp": 1}"#, #"{"lamp": "is invalid"}"#, true), ("lamp=a", #"{"shop": "is invalid"}"#, false),
        ("message=a", #"{"message": "is invalid"}"#, false), ("lamp=a", #"{"lamp": 7}"#, false),
    ])
    func `an error whose keys are the fields of the request is a dictionary`(
        _ request: String, _ response: String, _ isDictionary: Bool
    ) throws {
        let type = request.hasPrefix("{") ? "application/json" : "application/x-www-form-urlencoded"
        let traffic = [
            Interaction(
                HTTPRequest(
                    "POST", "https://api.shop.test/lamps", headers: ["Content-Type": type],
                    body: Data(request.utf8)),
                .response(
                    HTTPResponse(
                        400, headers: ["Content-Type": "application/json"], body: .text(response))))
        ]
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        let content = contract.document.value["paths"]?["/lamps"]?["post"]?["responses"]?["400"]?["content"]
        let schema = content?["application/json"]?["schema"]
        #expect((schema?["additionalProperties"] != nil) == isDictionary)
        #expect(ContractSet([contract]).check(traffic).findings.isEmpty)
    }

    @Test func `the errors of fields are a dictionary, in errors only`() throws {
        let body = #"{"errors": {"name": ["is missing"]}, "message": "a"}"#
        #expect(
            try properties([body], status: 422)?["errors"] == [
                "type": "object",
                "additionalProperties": ["type": "array", "items": ["type": "string"]],
            ])
        #expect(try properties([body])?["errors"]?["properties"] != nil)
        // What a request had is no message.
        let echo = #"{"notice": {"emails": ["ann@a.test"], "phones": ["4711"]}}"#
        #expect(try properties([echo], status: 404)?["notice"]?["properties"] != nil)
        #expect(
            try properties([#"{"modelState": {"Value": ["a"]}}"#], status: 400)?["modelState"]?["properties"]
                == nil)
        #expect(try properties([#"{"errors": ["a"]}"#], status: 400) != nil)
        let messages = #"{"error_messages": {"id": [{"code": "a", "message": "b"}]}}"#
        #expect(try properties([messages], status: 400)?["error_messages"]?["properties"] == nil)
        #expect(try properties([messages])?["error_messages"]?["properties"] != nil)
        let texts = #"{"errors": {"name": "missing", "foo": "unknown"}}"#
        #expect(try properties([texts], status: 422)?["errors"]?["properties"] == nil)
        let fields = #"{"error": {"type": "missing", "fields": {"password": "is missing"}}}"#
        let error = try properties([fields], status: 400)?["error"]
        #expect(error?["properties"]?["fields"]?["properties"] == nil)
        let named = #"{"field-errors": {"lead": "is required"}}"#
        #expect(try properties([named], status: 400)?["field-errors"]?["properties"] == nil)
        let own = #"{"errors": {"code": "missing", "field": "name"}}"#
        #expect(try properties([own], status: 422)?["errors"]?["properties"] != nil)
        let list = #"{"details": {"violations": ["is missing"]}}"#
        #expect(try properties([list], status: 422)?["details"]?["properties"] != nil)
    }

    @Test func `what one thing has and another has not, under names as no others, is a dictionary`() throws {
        let rune =
            #"{"id": 1, "name": "a", "image": "b", "sanitizedDescription": "c", "stats": {"FlatDamage": 3.85}}"#
        let other =
            #"{"id": 2, "name": "a", "image": "b", "plaintext": "c", "stats": {}, "gold": 1, "tree": 2}"#
        let traffic =
            Traffic.responses([rune], to: "https://api.shop.test/runes/1")
            + Traffic.responses([other], to: "https://api.shop.test/items/2")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        let stats = inferred.contract.document.value["paths"]?["/runes/{runeId}"]?.text(.compact) ?? ""
        #expect(stats.contains(#""stats":{"type":"object","additionalProperties":{"type":"number"}}"#))
    }

    @Test func `what is called as things are is a dictionary`() throws {
        let sent = #"{"namespace": "north-1", "items": []}"#
        let body = #"{"namespaces": {"north-1": {"count": 3}}}"#
        let named = exchange(sent, "application/json", body)
        func schema(_ interaction: Interaction) throws -> JSONValue? {
            let schema = try infer([interaction]).operations.first?.responses.first?.content.first?.schema
            return schema?.node["properties"]["namespaces"].value
        }
        #expect(try schema(named)?["additionalProperties"] != nil)
        let other = exchange(#"{"namespace": "south", "items": []}"#, "application/json", body)
        #expect(try schema(other)?["properties"] != nil)
    }

    @Test func `what requests name by their values is a dictionary`() throws {
        let free = exchange(
            #"{"items": [{"id": "ann"}]}"#, "application/json", #"{"calendars": {"ann": {"busy": []}}}"#)
        let schema = try infer([free]).operations.first?.responses.first?.content.first?.schema?.node
        #expect(schema?["properties"]["calendars"]["additionalProperties"].exists == true)
        let body = #"{"prices": {"bitcoin": {"usd": 1}, "ether": {"usd": 2}}}"#
        #expect(try properties([body], "/prices?ids=bitcoin,ether")?["prices"]?["properties"] == nil)
        #expect(try properties([body], "/prices?sort=bitcoin,ether")?["prices"]?["properties"] != nil)
        let status = #"{"of": {"status": {"code": 1}}}"#
        #expect(try properties([status], "/of?id=status")?["of"]?["properties"] != nil)
    }

    @Test(arguments: [
        (
            #"{"USD": {"EUR": 1.5}}"#, "/rates?from=USD&to=EUR,GBP",
            ["additionalProperties", "additionalProperties"]
        ),
        (#"{"raw": {"B7": {"EUR": {"price": 1}}}}"#, "/rates?of=B7&in=EUR", ["properties", "raw"]),
        (#"{"data": {"BTCUSD": {"price": 1}}}"#, "/daily/BTCUSD", ["properties", "data"]),
    ])
    func `codes that requests send are keys, also a single one`(
        _ body: String, _ path: String, _ pointer: [String]
    ) throws {
        let contract = try infer(Traffic.responses([body], to: "https://api.shop.test" + path))
        let schema = contract.operations.first?.responses.first?.content.first?.schema?.node.value
        #expect(schema?[JSONPointer(pointer)]?["properties"] == nil)
        #expect(schema?[JSONPointer(pointer)]?.object != nil)
    }

    @Test(arguments: [
        (#"{"USD": 1.5, "kind": {"type": "a"}}"#, "/rates?to=USD", ["kind"]),
        (
            #"{"answer": {"Customer": [], "Time": "a"}}"#, "/query?query=select%20*%20from%20Customer%20a",
            ["Time"]
        ),
        (#"{"answer": {"Estimate": [], "Time": "a"}}"#, "/changes?entities=estimate", ["Time"]),
        (#"{"header": {"Vendor": "7", "Time": "a"}}"#, "/report?vendor=7", ["Time"]),
        (#"{"genre": {"subgenres": [], "size": 1}}"#, "/genres?subgenres=true", ["size"]),
        (#"{"genre": {"subgenres": [], "size": 1}}"#, "/genres?sort=subgenres", ["size", "subgenres"]),
        (#"{"user": {"name": "ann", "size": 1}}"#, "/users?fields=size", ["name"]),
        (#"{"user": {"name": "ann", "size": 1}}"#, "/users?name=ann", ["name", "size"]),
        (#"{"body": {"plain": "a"}}"#, "/songs?text_format=plain", []),
    ])
    func `what requests name or send is not required`(
        _ body: String, _ path: String, _ required: [String]
    ) throws {
        let contract = try infer(Traffic.responses([body], to: "https://api.shop.test" + path))
        let schema = contract.operations.first?.responses.first?.content.first?.schema?.node.value
        let inner = schema?["properties"]?.object?.members.first?.value
        let found = inner?["properties"] == nil ? schema : inner
        #expect((found?["required"]?.array ?? []).compactMap(\.string).sorted() == required)
    }

    @Test func `what finds the things in a list is required of them`() throws {
        let found = try properties([#"{"zones": [{"view": "a", "size": 1}]}"#], "/zones?view=a")
        #expect(found?["zones"]?["items"]?["required"] == ["view", "size"])
    }

    @Test func `rows of a query in SQL have any columns`() throws {
        let rows = #"{"rows": [{"ID": 1, "TOTAL": null}], "columns": [{"name": "ID", "type": "a"}]}"#
        let form = exchange(
            "query=%7B%22sql%22%3A%22SELECT+%2A+FROM+orders%22%7D", "application/x-www-form-urlencoded", rows)
        for traffic in [form, exchange(#"{"sql": "select ID from orders"}"#, "application/json", rows)] {
            let schema = try infer([traffic]).operations.first?.responses.first?.content.first?.schema?.node
            let items = schema?["properties"]["rows"]["items"].value
            #expect(items == ["type": "object", "additionalProperties": [:]])
            #expect(schema?["properties"]["columns"]["items"]["properties"].exists == true)
        }
    }

    @Test func `what says where a page is has one shape in all operations`() throws {
        let pages = [#"{"cursor": "a", "next": "b"}"#, #"{"cursor": null, "next": null}"#, "{}"]
        let traffic = pages.enumerated().flatMap { index, page in
            Traffic.responses(
                [#"{"page": \#(page)}"#], to: "https://api.shop.test/\(["users", "items", "tags"][index])")
        }
        let contract = try infer(traffic)
        for operation in contract.operations {
            let page = operation.responses.first?.content.first?.schema?.node["properties"]["page"].value
            #expect(page?["properties"]?["cursor"]?["type"] == ["string", "null"])
            #expect(page?["required"]?.array ?? [] == [])
        }
        #expect(try ContractInference().update(contract, with: traffic).edits.isEmpty)
    }

    @Test func `of properties that differ in a number, none is required if some lack one`() throws {
        let teams = [3, 1].map { count in
            let leagues = (0..<count).map { "\"league_\($0)_id\": 1" }
            return "{\"size\": 1, \(leagues.joined(separator: ", "))}"
        }
        let body = "{\"teams\": [\(teams.joined(separator: ", ")), {\"size\": 1, \"league_0_id\": 1}]}"
        #expect(try properties([body])?["teams"]?["items"]?["required"] == ["size"])
        // Long numbers are identifiers.
        let fields = (10001...10003).map { "\"customfield_\($0)\": 1" }.joined(separator: ", ")
        #expect(try properties([#"{"fields": {"size": 1, \#(fields)}}"#])?["fields"]?["required"] == ["size"])
    }

    @Test func `names in capitals where others have none are not required after one sample`() throws {
        let names = (1...20).map { "\"name\(Character(UnicodeScalar(96 + $0)!))\": 1" }
        let body = #"{"tunnel": {"ReleaseNumber": 1, "Ports": ["a"]}, \#(names.joined(separator: ", "))}"#
        #expect(try properties([body])?["tunnel"]?["required"] == nil)
        #expect(try properties([body, body, body])?["tunnel"]?["required"] != nil)
        #expect(try properties([#"{"Tunnel": {"Release": 1, "Ports": 2}}"#])?["Tunnel"]?["required"] != nil)
    }

    @Test func `what is an identifier elsewhere is a key`() throws {
        let body =
            #"{"records": {"videos": [], "songs": []}, "types": [{"slug": "videos"}, {"slug": "songs"}]}"#
        #expect(try properties([body])?["records"]?["additionalProperties"] != nil)
        let other = #"{"records": {"videos": [], "songs": []}, "types": [{"slug": "videos"}]}"#
        #expect(try properties([other])?["records"]?["properties"] != nil)
    }

    @Test(arguments: [
        (#"{"teams": {"main": ["owner"]}, "all": [{"name": "main"}]}"#, true),
        (#"{"teams": {"main": ["owner"], "dev": []}, "all": [{"name": "main"}]}"#, false),
        (#"{"teams": {"main": ["owner"], "size": 1}, "all": [{"name": "main"}, {"name": "size"}]}"#, false),
        (#"{"team": {"main": ["owner"]}, "all": [{"name": "main"}]}"#, false),
        (#"{"known": {"id-card": true, "a-b": true}, "all": [{"type": "id-card"}, {"type": "a-b"}]}"#, true),
        (#"{"known": {"card": true, "bill": true}, "all": [{"type": "card"}, {"type": "bill"}]}"#, false),
    ])
    func `what several things have by the names of others is a dictionary`(
        _ body: String, _ isDictionary: Bool
    ) throws {
        let teams = try properties([body])?.object?.members.first?.value
        #expect((teams?["additionalProperties"] != nil) == isDictionary)
    }

    @Test(
        arguments: [
            (#"{"labels": {"CreatedAt": "2024-02-29T10:00:00Z"}}"#, ["type": "string"]),
            (#"{"custom": {"a": "2024-02-29", "b": 2}}"#, [:]),
            (
                #"{"sizes": {"48": "2024-02-29"}}"#,
                ["type": "string", "format": "date", "x-date-formats": ["yyyy-MM-dd"]]
            ),
        ] as [(String, JSONValue)])
    func `what people write about a thing is any text`(_ body: String, _ expected: JSONValue) throws {
        let values = try properties([body])?.object?.members.first?.value
        #expect(values?["additionalProperties"] == expected)
    }

    @Test func `what owners say of a thing is a dictionary if they say nothing of others`() throws {
        let page = #""meta": {"generator": "a", "limit": 1}"#
        let things = #""items": [{"id": "1", "meta": {"cool": "a"}}], "owner": {"id": "2", "meta": {}}"#
        let found = try properties(["{\(page), \(things)}"])
        #expect(found?["items"]?["items"]?["properties"]?["meta"]?["additionalProperties"] != nil)
        #expect(found?["meta"]?["properties"] != nil)
        #expect(try properties([#"{"meta": {"cool": "a"}}"#])?["meta"]?["properties"] != nil)
    }

    @Test func `names that differ from object to object have few words as values`() throws {
        let fields = [#""a": "text", "b": "text", "c": "date""#, #""d": "text", "e": "date", "f": "text""#]
        let bodies = fields.map { "{\"mapping\": {\($0)}}" }
        #expect(try properties(bodies)?["mapping"]?["additionalProperties"] == ["type": "string"])
        #expect(try properties([bodies[0], bodies[0]])?["mapping"]?["properties"] != nil)
    }

    @Test func `what requests list by name are columns of one table`() throws {
        let sent = #"{"fields": [{"name": "url"}, {"name": "title"}, {"name": "size"}, {"name": "other"}]}"#
        let answer = exchange(
            sent, "application/json", #"{"id": 1, "url": "a", "title": "b", "size": 2}"#)
        let schema = try infer([answer]).operations.first?.responses.first?.content.first?.schema?.node
        #expect(schema?["additionalProperties"].value == true && schema?["properties"].exists == false)
    }

    @Test func `of many names, each is in some objects only`() throws {
        let kinds = ["book", "article", "report", "dataset", "chapter", "thesis"]
        let bodies = kinds.indices.map { index in
            let others = kinds.indices.filter { $0 != index }.dropLast(index % 3)
            let counts = others.map { "\"\(kinds[$0])\": {\"size\": \($0)}" }
            return "{\"types\": {\(counts.joined(separator: ","))}}"
        }
        #expect(try properties(bodies)?["types"]?["properties"] == nil)
        #expect(try properties(Array(bodies.prefix(1)))?["types"]?["properties"] != nil)
    }

    @Test func `a component has a dictionary where any of its places has`() throws {
        let items = ["/items", "/archive/items"].enumerated().flatMap { index, path in
            let metadata = index == 0 ? #"{"order": "a"}"# : #"{"name": "b"}"#
            return Traffic.responses(
                [#"{"id": 1, "size": 2, "price": 3, "metadata": \#(metadata)}"#],
                to: "https://api.shop.test" + path)
        }
        let schemas = try infer(items).document.value["components"]?["schemas"]
        let metadata = schemas?.object?.members.first?.value["properties"]?["metadata"]
        #expect(metadata?["additionalProperties"] == ["type": "string"])
        #expect(metadata?["properties"] == nil)
    }

    @Test func `requests have dictionaries, too`() throws {
        let sent =
            #"{"metadata": {"title": "a", "pages": 2}, "values": {"name": 1}, "sizes": {"7": true}, "#
            + #""TemplateModel": {"id": "a", "name": "b"}, "properties": {"item": "taco"}}"#
        let contract = try infer([exchange(sent, "application/json")])
        let schema = contract.operations.first?.requestBody?.content.first?.schema?.node
        for name in ["metadata", "values", "sizes", "TemplateModel", "properties"] {
            #expect(schema?["properties"][name]["additionalProperties"].exists == true, "\(name)")
        }
    }
}
