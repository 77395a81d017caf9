import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimInference

/// Objects of distinct kinds become alternatives, and a discriminator chooses one.
@Suite struct ChoiceTests {
    private static let sources = "https://api.shop.test/sources"

    /// Infers from bodies, and expects that the contract describes them and stays as it is.
    private func infer(
        _ bodies: [String], to url: String = sources, minimumResponses: Int = 1
    ) throws -> InferredContract {
        let traffic = Traffic.responses(bodies, to: url)
        let inference = ContractInference(minimumResponses: minimumResponses)
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let second = try inference.update(inferred.contract, with: traffic)
        #expect(second.edits.isEmpty && second.text == inferred.text)
        let reversed = try inference.contract(file: Traffic.file, from: traffic.reversed())
        #expect(reversed.text == inferred.text)
        return inferred
    }

    private func value(_ pointer: String, of inferred: InferredContract) throws -> String? {
        inferred.contract.document.value[try JSONPointer(parsing: pointer)]?.text(.compact)
    }

    private static let schema = "/paths/~1sources/get/responses/200/content/application~1json/schema"
    private static let card = #"{"type": "card", "id": 1, "brand": "visa"}"#
    private static let iban = #"{"type": "iban", "id": 2, "country": {"code": "DE"}}"#
    private static let list = "[\(card), \(iban), \(iban), \(card)]"

    @Test func `objects whose type decides their properties are alternatives`() throws {
        let inferred = try infer([Self.list])
        #expect(
            try value(Self.schema + "/items", of: inferred)
                == ##"{"oneOf":[{"$ref":"#/components/schemas/CardSource"},"##
                + ##"{"$ref":"#/components/schemas/IbanSource"}],"discriminator":{"propertyName":"type","##
                + ##""mapping":{"card":"#/components/schemas/CardSource","##
                + ##""iban":"#/components/schemas/IbanSource"}}}"##)
        #expect(
            try value("/components/schemas", of: inferred)
                == #"{"CardSource":{"type":"object","required":["type","id","brand"],"x-responses":1,"#
                + #""properties":{"#
                + #""type":{"type":"string","const":"card"},"id":{"type":"integer"},"#
                + #""brand":{"type":"string"}}},"#
                + #""IbanSource":{"type":"object","required":["type","id","country"],"x-responses":1,"#
                + #""properties":{"#
                + #""type":{"type":"string","const":"iban"},"id":{"type":"integer"},"#
                + #""country":{"type":"object","required":["code"],"x-responses":1,"properties":{"#
                + #""code":{"type":"string"}}}}}}"#)
    }

    @Test func `the type is required of each kind, however few responses there are`() throws {
        let inferred = try infer([Self.list], minimumResponses: 10)
        #expect(
            try value("/components/schemas/CardSource/required", of: inferred) == #"["type"]"#)
    }

    @Test func `an object of the wrong kind is compared with the kind that it names`() throws {
        let inferred = try infer([Self.list])
        let wrong = Traffic.responses([#"[{"type": "card", "id": 1, "country": {}}]"#], to: Self.sources)
        let findings = ContractSet([inferred.contract]).check(wrong).findings
        #expect(findings.map(\.contractPointer) == ["/components/schemas/CardSource/required"])
    }

    @Test(arguments: [
        // The properties are the same.
        #"[{"type": "a", "x": 1}, {"type": "b", "x": 1}, {"type": "a"}, {"type": "b"}]"#,
        // One kind has only more properties than the other.
        #"[{"type": "a", "x": 1}, {"type": "b"}, {"type": "a", "x": 1}, {"type": "b"}]"#,
        // A value occurs once, with one property of its own.
        #"[{"type": "a", "x": 1}, {"type": "b", "y": 1}, {"type": "a", "x": 1}, {"type": "a", "x": 1}]"#,
        // One kind has nothing but its type.
        #"[{"type": "a", "x": 1}, {"type": "b", "y": 1}, {"type": "a", "x": 1}, {"type": "b", "y": 1}, "#
            + #"{"type": "c"}]"#,
        // The name does not say that the values are kinds, and four objects do not show it.
        #"[{"b": "a", "x": 1}, {"b": "b", "y": 1}, {"b": "a", "x": 1}, {"b": "b", "y": 1}]"#,
        // Three of five properties are those of both kinds.
        #"[{"type": "a", "v": 1, "w": 1, "x": 1}, {"type": "b", "v": 1, "w": 1, "y": 1}, "#
            + #"{"type": "a", "v": 1, "w": 1, "x": 1}, {"type": "b", "v": 1, "w": 1, "y": 1}]"#,
        // Some objects do not say of which kind they are.
        #"[{"type": "a", "x": 1}, {"type": "b", "y": 1}, {"type": "a", "x": 1}, {"type": "b", "y": 1}, {}]"#,
        // The values identify something.
        #"[{"type": "u1234567", "x": 1}, {"type": "u2345678", "y": 1}, {"type": "u1234567", "x": 1}, "#
            + #"{"type": "u2345678", "y": 1}]"#,
        // A class is data, unless it is that of the object itself.
        #"[{"class": "a", "id": 1, "k": 1, "x": 1, "y": 1}, {"class": "b", "id": 2, "k": 1, "v": 1, "w": 1}]"#,
    ])
    func `other objects are described together`(_ body: String) throws {
        #expect(try !infer([body]).text.contains("oneOf"))
    }

    @Test(arguments: [
        // One object of a kind is enough if it has little in common with others.
        (#"[{"type": "a", "id": 1, "x": 1, "y": 1}, {"type": "b", "id": 2, "v": 1, "w": 1}]"#, "A"),
        (#"[{"@type": "a", "x": 1}, {"@type": "b", "y": 1}]"#, "A"),
        (#"[{"$type": "a", "x": 1}, {"$type": "shop.lamp#b", "y": 1}]"#, "A"),
        (#"[{"_class": "a", "id": 1, "x": 1, "y": 1}, {"_class": "b", "id": 2, "v": 1, "w": 1}]"#, "A"),
        // The types of resources of JSON:API say which attributes they have, if any.
        (
            """
            [{"type": "a", "id": "1", "attributes": {"x": 1, "y": 1}},
             {"type": "b", "id": "2", "attributes": {"v": 1, "w": 1}},
             {"type": "c", "id": "3", "attributes": {}}]
            """, "A"
        ),
        // More objects show it where they have much in common.
        (
            "["
                + (1...6).map {
                    #"{"type": "\#($0 > 3 ? "a" : "b")", "id": 1, "k": 1, "l": 1, "\#($0 > 3 ? "x" : "y")": 1}"#
                }.joined(separator: ",") + "]", "A"
        ),
        // The types of values differ.
        (
            "["
                + (1...6).map {
                    #"{"type": "\#($0 > 3 ? "a" : "b")", "id": 1, "data": \#($0 > 3 ? "[1]" : "\"x\"")}"#
                }.joined(separator: ",") + "]", "A"
        ),
        // One kind has fewer properties, but others differ.
        (
            "["
                + (1...9).map {
                    #"{"type": "\#(["a", "b", "c"][$0 % 3])", "z": 1\#(["", #", "x": 1"#, #", "y": 1"#][$0 % 3])}"#
                }.joined(separator: ",") + "]", "A"
        ),
    ])
    func `a type that explains every difference needs few objects`(_ body: String, _ name: String) throws {
        let inferred = try infer([body])
        #expect(
            try value(Self.schema + "/items/discriminator/mapping/a", of: inferred)
                == ##""#/components/schemas/\##(name)Source""##)
    }

    // MARK: Kinds without a discriminator

    @Test func `objects with nothing in common are alternatives`() throws {
        let film = #"{"title": "a", "year": 1, "ok": true}"#
        let inferred = try infer([film, #"{"error": "none", "ok": false}"#, film], to: Self.sources)
        #expect(
            try value(Self.schema, of: inferred)
                == #"{"anyOf":[{"type":"object","required":["error","ok"],"properties":{"#
                + #""error":{"type":"string"},"ok":{"type":"boolean"}}},"#
                + #"{"type":"object","required":["title","year","ok"],"properties":{"#
                + #""title":{"type":"string"},"year":{"type":"integer"},"ok":{"type":"boolean"}}}]}"#)
    }

    @Test(arguments: [
        [#"{"data": [{"id": 1}], "paging": {"next": 2}, "links": ["a"]}"#, #"{"total": 7, "links": ["a"]}"#],
        [#"{"id": 1, "size": 2}"#, #"{"errorDetails": {"code": "a"}}"#],
    ])
    func `a page and a count, or a thing and its error, are alternatives`(_ bodies: [String]) throws {
        #expect(try infer(bodies).text.contains("anyOf"))
    }

    @Test func `objects beside values of other types are alternatives too`() throws {
        let values = [#"{"host": "a", "port": 1}"#, #"{"ip": "b", "ttl": 2}"#, "[1]", "null"]
        let inferred = try infer(values.map { #"{"value": \#($0)}"# })
        #expect(
            try value(Self.schema + "/properties/value/anyOf/2", of: inferred)
                == #"{"type":["array","null"],"items":{"type":"integer"}}"#)
    }

    @Test(arguments: [
        // All have a property in common, and one has only one of its own.
        [#"{"id": 1, "x": 1, "y": 1}"#, #"{"id": 1, "v": 1}"#, #"{"id": 1, "v": 1}"#, #"{"id": 1, "v": 1}"#],
        // An object that is no error has one property, once.
        [#"{"x": 1, "y": 1}"#, #"{"v": 1}"#],
        // Properties of both are in one object.
        [#"{"x": 1, "y": 1}"#, #"{"v": 1, "w": 1}"#, #"{"x": 1, "v": 1}"#],
        // An object has none of them.
        [#"{"x": 1, "y": 1}"#, #"{"v": 1, "w": 1}"#, "{}"],
        // Lists that are alike may be those of a dictionary.
        [#"{"x": ["a"], "y": ["b"]}"#, #"{"v": ["c"], "w": ["d"]}"#],
    ])
    func `objects that may have properties of each other are described together`(_ bodies: [String]) throws {
        #expect(try !infer(bodies).text.contains("anyOf"))
    }

    @Test func `one of the alternatives may be a component`() throws {
        let draft = #"{"id": "1", "due": "x", "params": {"a": 1}}"#
        let post = #"{"id": "2", "text": "a", "author": "b", "likes": 1}"#
        let bodies = [
            ("/posts", post), ("/posts", post), ("/posts", draft), ("/drafts", "[\(draft)]"),
            ("/drafts/1", draft), ("/posts/2", post),
        ]
        let traffic = bodies.flatMap { Traffic.responses([$1], to: "https://api.shop.test" + $0) }
        let inferred = try ContractInference(minimumResponses: 1).contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(
            try value(Self.schema.replacing("sources", with: "posts"), of: inferred)
                == ##"{"anyOf":[{"$ref":"#/components/schemas/Post"},{"$ref":"#/components/schemas/Draft"}]}"##
        )
    }

    @Test func `objects of two places with nothing in common are alternatives in one component`() throws {
        let book = { (author: String) in
            #"{"id": 1, "isbn": "x", "title": "a", "pages": 1, "weight": 2, "binding": "b", "authors": [\#(author)]}"#
        }
        let found = book(#"{"position": 1, "raw_name": "a"}"#)
        let bodies = [
            ("/books/1", book(#"{"given": "a", "family": "b"}"#)), ("/search", #"{"books": [\#(found)]}"#),
        ]
        let traffic = bodies.flatMap { Traffic.responses([$1], to: "https://api.shop.test" + $0) }
        let inferred = try ContractInference(minimumResponses: 1).contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let authors = "/components/schemas/Book/properties/authors/items/anyOf"
        #expect(try value(authors + "/0/required", of: inferred) == #"["given","family"]"#)
        #expect(try value(authors + "/1/required", of: inferred) == #"["position","raw_name"]"#)
    }

    // MARK: Requests

    /// Requests with JSON bodies, to which there is no content.
    private static func requests(_ bodies: [String]) -> [Interaction] {
        bodies.enumerated().map { index, body in
            var request = HTTPRequest("POST", sources)
            request.headers["Content-Type"] = "application/json"
            request.body = Data(body.utf8)
            return Interaction(
                request, .response(HTTPResponse(204, headers: [:], body: .text(""))),
                location: .init(archive: "a.har", entry: index, line: 1, body: nil))
        }
    }

    @Test func `a request may have parts of known kinds, and of others`() throws {
        let parts = [
            #"{"type": "text", "text": "a"}"#, #"{"type": "image", "source": "b"}"#,
            #"{"type": "text", "text": "a", "cache": true}"#, #"{"type": "image", "source": "b"}"#,
            #"{"type": "text", "text": "a"}"#,
        ]
        let traffic = Self.requests(parts.map { #"{"content": [\#($0)]}"# })
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let items =
            "/paths/~1sources/post/requestBody/content/application~1json/schema/properties/content/items"
        #expect(
            try value(items, of: inferred)
                == #"{"anyOf":[{"type":"object","required":["type"],"properties":{"#
                + #""type":{"type":"string","const":"image"},"source":{"type":"string"}}},"#
                + #"{"type":"object","required":["type","text"],"properties":{"#
                + #""type":{"type":"string","const":"text"},"text":{"type":"string"},"#
                + #""cache":{"type":"boolean"}}},"#
                + #"{"type":"object","properties":{"#
                + #""type":{"type":"string","not":{"enum":["image","text"]}}}}]}"#)
        for (part, isValid) in [(#"{"type": "file", "x": 1}"#, true), (#"{"type": "text"}"#, false)] {
            let other = Self.requests([#"{"content": [\#(part)]}"#])
            let rules = ContractSet([inferred.contract]).check(other).findings.map(\.rule)
            #expect(rules.contains(.requestBodyInvalid) == !isValid)
        }
    }

    @Test func `what a request lacks the next one may have`() throws {
        let bodies = [#"{"x": 1, "y": 1}"#, #"{"v": 1, "w": 1}"#, #"{"x": 1, "y": 1}"#]
        let inferred = try ContractInference().contract(file: Traffic.file, from: Self.requests(bodies))
        #expect(!inferred.text.contains("anyOf"))
    }

    // MARK: Others

    @Test func `a property of any name distinguishes kinds if the evidence is good`() throws {
        let objects = (0..<20).map { $0 % 2 == 0 ? #"{"owns": "car", "x": 1}"# : #"{"owns": "pet", "y": 1}"# }
        let inferred = try infer(["[\(objects.joined(separator: ","))]"])
        #expect(
            try value(Self.schema + "/items/discriminator/propertyName", of: inferred) == #""owns""#)
    }

    @Test func `a type beside the object that depends on it distinguishes them`() throws {
        let push = #"{"type": "PushEvent", "payload": {"commits": 1}}"#
        let fork = #"{"type": "ForkEvent", "payload": {"forkee": 1}}"#
        let inferred = try infer(
            ["[\(push), \(fork)]", "[\(fork), \(push)]"], to: "https://api.shop.test/events")
        let names = inferred.contract.document.value["components"]?["schemas"]?.object?.names
        #expect(names == ["ForkEvent", "PushEvent"])
    }

    @Test func `values with the same properties are one kind`() throws {
        let heading = { (type: String) in #"{"type": "\#(type)", "id": 1, "text": "a"}"# }
        let image = #"{"type": "image", "id": 1, "file": "a"}"#
        let list = [heading("h1"), heading("h2"), image, heading("h1"), heading("h2"), image]
        let inferred = try infer(["[\(list.joined(separator: ","))]"], to: "https://api.shop.test/blocks")
        #expect(
            try value("/components/schemas/H1Block/properties/type", of: inferred)
                == #"{"type":"string","enum":["h1","h2"]}"#)
        let pointer = Self.schema.replacing("sources", with: "blocks") + "/items/discriminator/mapping"
        #expect(
            try value(pointer, of: inferred)
                == ##"{"h1":"#/components/schemas/H1Block","h2":"#/components/schemas/H1Block","##
                + ##""image":"#/components/schemas/ImageBlock"}"##)
    }

    /// Widgets of 20 types, twice each, of which three have the same properties.
    ///
    /// - Parameter changes: The properties of the second widget of a type, in place of those of the first.
    private static func widgets(_ changes: [Int: String]) -> String {
        let own = { (number: Int) in #""p\#(number < 3 ? 0 : number)": 1"# }
        let objects = (0..<20).flatMap { number in
            [own(number), changes[number] ?? own(number)].map { #"{"type": "w\#(number)", \#($0)}"# }
        }
        return "[\(objects.joined(separator: ","))]"
    }

    @Test func `a type that decides over most properties makes a kind of each value`() throws {
        // Two widgets of one type differ, and one has nothing that is always there.
        let changes = [7: #""title": "a""#, 9: #""p9": 1, "title": "a""#, 11: #""p12": 1"#]
        let inferred = try infer([Self.widgets(changes)], to: "https://api.shop.test/widgets")
        let schema = Self.schema.replacing("sources", with: "widgets") + "/items"
        let kinds = try value(schema + "/oneOf", of: inferred).map { try JSON(parsing: $0).count }
        #expect(kinds == 18)
        #expect(
            try value(schema + "/discriminator/mapping/w19", of: inferred)
                == ##""#/components/schemas/W19Widget""##)
        #expect(
            try value(schema + "/discriminator/mapping/w2", of: inferred)
                == ##""#/components/schemas/Widget""##)
    }

    @Test func `a type that does not decide over most properties makes none`() throws {
        let changes = (3..<20).map { ($0, #""p\#($0 < 19 ? $0 + 1 : 3)": 1"#) }
        let inferred = try infer([Self.widgets(Dictionary(uniqueKeysWithValues: changes))])
        #expect(try value(Self.schema + "/items/discriminator", of: inferred) == nil)
    }

    @Test func `kinds inside kinds and null are alternatives too`() throws {
        let inner = { (kind: String) in #"{"type": "outer", "a": {"kind": "\#(kind)", "\#(kind)": 1}}"# }
        let list = [inner("x"), inner("y"), inner("x"), inner("y"), Self.card, Self.card, "null"]
        let inferred = try infer(["[\(list.joined(separator: ","))]"])
        #expect(try value(Self.schema + "/items/oneOf/2", of: inferred) == #"{"type":"null"}"#)
        #expect(
            try value("/components/schemas/OuterSource/properties/a/discriminator/propertyName", of: inferred)
                == #""kind""#)
    }

    @Test func `an object alone is recognized by its type`() throws {
        let bodies = [
            ("/sources", Self.list), ("/sources/1", #"{"data": \#(Self.card)}"#), ("/best", Self.iban),
        ]
        let traffic = bodies.flatMap { Traffic.responses([$1], to: "https://api.shop.test" + $0) }
        let inferred = try ContractInference(minimumResponses: 1).contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let schema = Self.schema.replacing("sources", with: "best")
        #expect(
            try value(schema, of: inferred) == ##"{"$ref":"#/components/schemas/IbanSource"}"##)
    }

    // MARK: Updates

    @Test func `a new kind becomes an alternative, and what people wrote stays`() throws {
        let text = try infer([Self.list]).text.replacing(
            #""const": "card""#, with: #""const": "card", "title": "A""#)
        let edited = try Contract(parsing: Data(text.utf8), file: Traffic.file)
        let traffic = Traffic.responses(
            [#"[{"type": "paypal", "id": 3, "email": "a@b.test"}]"#, Self.list], to: Self.sources)
        let inferred = try ContractInference(minimumResponses: 1).update(edited, with: traffic)
        #expect(!ContractSet([inferred.contract]).check(traffic).isBroken)
        #expect(
            inferred.edits.map(\.summary) == ["an alternative, 'PaypalSource' for 'paypal'"])
        #expect(
            try value(Self.schema + "/items/discriminator/mapping/paypal", of: inferred)
                == ##""#/components/schemas/PaypalSource""##)
        #expect(
            try value("/components/schemas/PaypalSource/properties/type", of: inferred)
                == #"{"type":"string","const":"paypal"}"#)
        #expect(
            try value("/components/schemas/CardSource/properties/type", of: inferred)
                == #"{"type":"string","const":"card","title":"A"}"#)
    }

    @Test func `a new property is added to the kind that has it`() throws {
        let old = try infer([Self.list]).contract
        let traffic = Traffic.responses(
            [#"[{"type": "iban", "id": 2, "country": {"code": "DE", "name": "x"}, "bank": "b"}]"#],
            to: Self.sources)
        let inferred = try ContractInference(minimumResponses: 1).update(old, with: traffic)
        #expect(
            inferred.edits.map { "\($0.pointer)" } == [
                "/components/schemas/IbanSource/properties/country/properties/name",
                "/components/schemas/IbanSource/properties/bank",
            ])
        #expect(
            try value("/components/schemas/IbanSource/required", of: inferred)
                == #"["type","id","country","bank"]"#)
    }
}
