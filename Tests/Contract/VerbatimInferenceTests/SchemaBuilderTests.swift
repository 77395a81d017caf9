import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimInference

/// Schemas of shapes, as a reviewer reads them.
@Suite struct SchemaBuilderTests {
    @Test(arguments: [
        (["1", "2"], #"{"type":"integer"}"#),
        (["1", "2.5"], #"{"type":"number"}"#),
        (["1.0"], #"{"type":"number"}"#),
        (["true", "null"], #"{"type":["boolean","null"]}"#),
        (["null"], #"{}"#),
        ([#""312""#, "312"], #"{"type":["string","integer"],"x-numeric-string":"integer"}"#),
        ([#""9.99""#, #""10""#], #"{"type":"string","x-numeric-string":"decimal"}"#),
        ([#""0142437247""#], #"{"type":"string"}"#),
        ((1...5).map { #""https://a.test/\#($0)""# }, #"{"type":"string","format":"uri"}"#),
        ((1...8).map { #""https://a.test/\#($0 % 4)""# }, #"{"type":"string"}"#),
        ([#""https://a.test/b""#, #""no link""#], #"{"type":"string"}"#),
        ([#""a""#, #""""#], #"{"type":"string"}"#),
        ([#""2024-02-29""#], #"{"type":"string","format":"date","x-date-formats":["yyyy-MM-dd"]}"#),
        // What may be a Boolean value as well may be any text.
        ([#""2024-02-29""#, "true"], #"{"type":["string","boolean"]}"#),
        (
            [#""2026-11-21T10:00:00Z""#, #""2026-11-21T10:00:00.500+01:00""#],
            #"{"type":"string","format":"date-time","x-date-formats":["yyyy-MM-dd'T'HH:mm:ssXXX","#
                + #""yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]}"#
        ),
        ((1...5).map { #""ann\#($0)@a.test""# }, #"{"type":"string","format":"email"}"#),
        ([#""ann@a.test""#, #""bob@b.test""#], #"{"type":"string"}"#),
        (
            [#""2026-01-02T03:04:05.123456Z""#],
            #"{"type":"string","format":"date-time","x-date-formats":["#
                + (1...6).map { #""yyyy-MM-dd'T'HH:mm:ss.\#(String(repeating: "S", count: $0))XXX""# }
                .joined(separator: ",") + "]}"
        ),
        (
            (1...5).map { #"{"client_ip": "192.168.0.\#($0)", "build": "10.0.22.\#($0)"}"# },
            #"{"type":"object","required":["client_ip","build"],"properties":{"#
                + #""client_ip":{"type":"string","format":"ipv4"},"build":{"type":"string"}}}"#
        ),
        ([#""2023-02-29""#], #"{"type":"string"}"#),
        (["[]"], #"{"type":"array"}"#),
        (["[1, null]"], #"{"type":"array","items":{"type":["integer","null"]}}"#),
        (["{}"], #"{"type":"object"}"#),
    ])
    func `a schema describes what all values have in common`(_ texts: [String], _ expected: String) throws {
        #expect(try Traffic.schema(texts) == expected)
    }

    @Test(arguments: [(1, 1...3), (2, 1...3), (3, 3...3), (7, 1...7)])
    func `a fraction of a second may be shorter, but for three digits`(
        _ digits: Int, _ expected: ClosedRange<Int>
    ) throws {
        let date = "2026-11-21T10:00:00." + String(repeating: "5", count: digits) + "Z"
        let schema = SchemaBuilder(requiring: nil).schema(of: try Traffic.shape(["\"\(date)\""]))
        let formats = schema["x-date-formats"]?.array?.compactMap(\.string)
        #expect(formats?.map { $0.count { $0 == "S" } } == Array(expected))
    }

    @Test func `a fraction of a second may be as long as that of other dates, but for three digits`() throws {
        let dates = ["5", "123", "123456"].map { #""2026-11-21T10:00:00.\#($0)Z""# }
        let shape = try Traffic.shape([#"{"a": \#(dates[0]), "b": \#(dates[1]), "c": \#(dates[2])}"#])
        var builder = SchemaBuilder(requiring: nil)
        builder.facts = PropertyFacts(of: [shape])
        let properties = builder.schema(of: shape)["properties"]?.object?.members
        #expect(properties?.map { $0.value["x-date-formats"]?.array?.count } == [6, 1, 6])
    }

    @Test func `numbers in strings are promised only if they are many, and no texts`() throws {
        #expect(try Traffic.schema([#""9.99""#], minimumResponses: 2) == #"{"type":"string"}"#)
        for name in ["userPassword", "value", "tax_number"] {
            #expect(
                try Traffic.schema([#"{"\#(name)": "123"}"#])
                    == #"{"type":"object","required":["\#(name)"],"properties":{"#
                    + #""\#(name)":{"type":"string"}}}"#)
        }
        #expect(try Traffic.schema([#"{"itemNumber": "123"}"#]).contains("x-numeric-string"))
    }

    @Test(arguments: [
        // A property elsewhere has a fraction, and so has one with the same last words beside it.
        ("pos", #"{"pos": 16384}"#, #"{"pos": 32767.5}"#, "number"),
        ("askPrice", #"{"askPrice": 0, "bidPrice": 9.5}"#, "{}", "number"),
        // Measures and money of one kind have fractions or none of them has, but not counts and values.
        ("startWeight", #"{"startWeight": 76}"#, #"{"a": {"weight": 60.4}}"#, "number"),
        ("unit_price", #"{"unit_price": 2}"#, #"{"askPrice": 9.5}"#, "number"),
        ("price", #"{"price": 2, "price_change": 0.5}"#, "{}", "number"),
        ("commission_sum", #"{"commission_sum": 2, "revenue": 20.5}"#, "{}", "number"),
        ("market_rank", #"{"market_rank": 2, "market_share": 0.5}"#, "{}", "integer"),
        ("itemCount", #"{"itemCount": 2}"#, #"{"count": 9.5}"#, "integer"),
        ("startValue", #"{"startValue": 2}"#, #"{"value": 9.5}"#, "integer"),
        ("day50MovingAvg", #"{"day50MovingAvg": 121, "day200MovingAvg": 112.4}"#, "{}", "number"),
        ("count", #"{"count": 1, "share": 0.5}"#, #"{"size": 0.5}"#, "integer"),
        ("value", #"{"value": 1}"#, #"{"value": 0.5}"#, "integer"),
        ("humuleneMin", #"{"humuleneMin": 20, "farneseneMin": 4.8}"#, "{}", "number"),
        // What was only ever 0 may be unset where most measures have a fraction.
        ("stopLoss", #"{"id": 7, "open": 1.5, "close": 2.5, "stopLoss": 0}"#, "{}", "number"),
        ("streak", #"{"gold": 1.5, "won": 3, "played": 5, "streak": 0}"#, "{}", "integer"),
        // A part of a whole is 1 by chance.
        ("proportion", #"{"proportion": 1}"#, "{}", "number"),
        ("powerFactor", #"{"powerFactor": 0}"#, "{}", "number"),
    ])
    func `whole numbers may have a fraction where others show it`(
        _ name: String, _ body: String, _ other: String, _ type: JSONValue
    ) throws {
        #expect(try property(name, of: body, beside: other)?["type"] == type)
    }

    @Test func `a property of what has the same name may have a fraction as well`() throws {
        let amount = try property(
            "amount", of: #"{"amount": {"value": 1}}"#, beside: #"{"items": [{"amount": {"value": 0.5}}]}"#)
        #expect(amount?["properties"]?["value"] == ["type": "number"])
    }

    @Test(arguments: [("replace", nil), ("equals", "string")])
    func `the value of a patch has any type`(_ operation: String, _ type: JSONValue?) throws {
        let patch = #"{"op": "\#(operation)", "path": "/name", "value": "a"}"#
        let schema = SchemaBuilder(requiring: nil).schema(of: try Traffic.shape([patch]))
        #expect(schema["properties"]?["value"]?["type"] == type)
    }

    @Test(arguments: [
        (#"{"terminated_at": "a"}"#, []), (#"{"is_terminated": true}"#, ["is_terminated"]),
        (#"{"closedAt": null}"#, ["closedAt"]), (#"{"created_at": "a"}"#, ["created_at"]),
    ])
    func `one object does not show that what happened to it always happens`(
        _ body: String, _ required: [String]
    ) throws {
        let schema = SchemaBuilder(requiring: nil).schema(of: try Traffic.shape([body]))
        #expect((schema["required"]?.array ?? []).compactMap(\.string) == required)
    }

    @Test(arguments: [
        (#"{"next": "a", "items": []}"#, ["items"]), (#"{"next_page_url": "a"}"#, []),
        (#"{"cursor": "a"}"#, []), (#"{"cursor": null}"#, ["cursor"]),
        (#"{"next": "a", "prev": null}"#, ["next", "prev"]),
        (#"{"nextToken": "a", "previousToken": ""}"#, ["nextToken", "previousToken"]),
        (#"{"nextInvoiceDate": "a"}"#, ["nextInvoiceDate"]), (#"{"next": 2}"#, ["next"]),
    ])
    func `the last page need not say that there is no next one, unless the first one does`(
        _ body: String, _ required: [String]
    ) throws {
        let schema = SchemaBuilder(requiring: nil).schema(of: try Traffic.shape([body]))
        #expect((schema["required"]?.array ?? []).compactMap(\.string) == required)
    }

    @Test func `an empty list shows no elements, whatever others with its name have`() throws {
        let other = #"{"a": {"invoices": [{"id": 1, "total": 2, "paid": true}]}}"#
        #expect(try property("invoices", of: #"{"invoices": []}"#, beside: other) == ["type": "array"])
    }

    @Test func `what is an email address here may be another one elsewhere`() throws {
        let methods = (1...5).map { #"{"address": "ann\#($0)@a.test", "mail": "ann\#($0)@a.test"}"# }
        let list = "[\(methods.joined(separator: ","))]"
        #expect(try property("mail", of: methods[0], beside: list)?["format"] == "email")
        #expect(try property("address", of: methods[0], beside: list)?["format"] == nil)
    }

    @Test func `the texts of all properties with a name show their format`() throws {
        let links = (1...4).map { #"{"link": "https://a.test/\#($0)"}"# }.joined(separator: ",")
        let own = #"{"link": "https://a.test/0"}"#
        #expect(try property("link", of: own, beside: "[\(links)]")?["format"] == "uri")
        #expect(try property("link", of: own, beside: #"[\#(links), {"link": "a"}]"#)?["format"] == nil)
        let ended = #"{"ended": "1994-04-05"}"#
        #expect(try property("ended", of: ended, beside: #"[{"ended": ""}]"#)?["format"] == nil)
    }

    @Test func `dates may be partial where others are`() throws {
        let (own, other) = (#"{"ended": "1994-04-05"}"#, #"{"released": ["1993", "1996-01-02"]}"#)
        #expect(try property("ended", of: own, beside: "{}")?["format"] == "date")
        let partial = try property(
            "ended", of: own, beside: #"{"items": [{"releaseDate": "1993"}, {"releaseDate": "1996-01-02"}]}"#)
        #expect(partial?["format"] == nil)
        #expect(partial?["x-date-formats"] == ["yyyy", "yyyy-MM", "yyyy-MM-dd"])
        #expect(try property("ended", of: own, beside: other)?["format"] == "date")
    }

    /// The schema of a property of one response of two.
    private func property(_ name: String, of body: String, beside other: String) throws -> JSONValue? {
        let traffic =
            Traffic.responses([body], to: "https://api.shop.test/items")
            + Traffic.responses([other], to: "https://api.shop.test/others")
        let contract = try ContractInference().contract(file: Traffic.file, from: traffic).contract
        #expect(ContractSet([contract]).check(traffic).findings.isEmpty)
        let schema = contract.operations.first?.responses.first?.content.first?.schema
        return schema?.node["properties"][name].value
    }

    @Test func `a property that is always present is required, even if it is null`() throws {
        let schema = try Traffic.schema([
            #"{"id": 1, "name": "a", "note": null}"#, #"{"id": 2, "name": null}"#, #"{"name": "c", "id": 3}"#,
        ])
        #expect(
            schema == #"{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer"},"#
                + #""name":{"type":["string","null"]},"note":{}}}"#)
    }

    @Test(arguments: [
        ([#"{"id": 1, "name": "a"}"#], #"["id","name"]"#),
        ([#"{"id": 1, "name": "a"}"#, #"{"id": 2, "name": "b"}"#], #"["id","name"]"#),
        ([#"{"id": 1, "name": "a"}"#, #"{"id": 2}"#], nil),
        ([#"{"id": 1, "name": "a"}"#, #"{"id": 2}"#, #"{"id": 3}"#], #"["id"]"#),
    ])
    func `a property is required from the first response on, where properties vary from three objects on`(
        _ texts: [String], _ required: String?
    ) throws {
        let response = try Traffic.schema(texts, minimumResponses: nil)
        let list = try Traffic.schema(["[\(texts.joined(separator: ","))]"], minimumResponses: nil)
        for schema in [response, list] {
            #expect(schema.contains(#""required":"# + (required ?? "[")) == (required != nil), "\(schema)")
        }
    }

    @Test func `where requests choose the properties, ten responses show which are required`() throws {
        let bodies = (1...10).map { #"{"id": \#($0)}"# }
        let builder = SchemaBuilder(requiring: nil)
        for (count, isRequired) in [(9, false), (10, true)] {
            let shape = try Traffic.shape(Array(bodies.prefix(count))).chosenByRequest(in: 1)
            #expect((builder.schema(of: shape)["required"] != nil) == isRequired)
            #expect(builder.schema(of: shape.chosenByRequest(in: 2))["required"] == nil)
        }
    }

    @Test func `a property is required only after a minimum of responses`() throws {
        let bodies = (1...8).map { #"{"id": \#($0)}"# }
        #expect(
            try Traffic.schema(Array(bodies.prefix(7)), minimumResponses: 8).contains("required") == false)
        #expect(try Traffic.schema(bodies, minimumResponses: 8).contains(#""required":["id"]"#))
    }

    @Test func `a year is a date only if the name of its property suggests it`() throws {
        #expect(
            try Traffic.schema([#"{"title": "1984", "publishedDate": "1949"}"#])
                == #"{"type":"object","required":["title","publishedDate"],"properties":{"#
                + #""title":{"type":"string","x-numeric-string":"integer"},"#
                + #""publishedDate":{"type":"string","x-date-formats":["yyyy"]}}}"#)
    }

    @Test func `a few values that look like names are an open enumeration`() throws {
        let texts = (0..<20).map { $0 % 3 == 0 ? #""BOOK""# : #""MAGAZINE""# }
        #expect(try Traffic.schema(texts) == #"{"type":"string","x-known-values":["BOOK","MAGAZINE"]}"#)
        #expect(try Traffic.schema(texts + [#""NEW""#]) == #"{"type":"string"}"#)
        #expect(try Traffic.schema(texts + [#""two words""#]) == #"{"type":"string"}"#)
    }

    @Test(arguments: [
        ("login", ["octocat", "hubot"]), ("user_name", ["ann", "bob"]), ("nodeId", ["a", "b"]),
        ("build", ["a1b2c3d4", "b2c3d4e5"]), ("state", ["open"]), ("rfile", ["ab.json", "bc.json"]),
        ("ticker", ["ab", "cd"]), ("feedback", ["GOOD_1", "GOOD_2"]), ("search-terms", ["a", "b"]),
    ])
    func `values that identify something, and single values, are not listed`(
        _ name: String, _ values: [String]
    ) throws {
        let texts = (0..<20).map { "{\"\(name)\": \"\(values[$0 % values.count])\"}" }
        #expect(try !Traffic.schema(texts).contains("x-known-values"))
    }
}
