import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Objects that occur in several places become components.
@Suite struct SharedShapesTests {
    /// Infers from bodies by path, or by path and status: `/items 404`.
    private func infer(_ bodies: [(String, String)], minimumResponses: Int = 1) throws -> InferredContract {
        let traffic = bodies.flatMap { request, body in
            let parts = request.split(separator: " ")
            return Traffic.responses(
                [body], to: "https://api.shop.test" + parts[0], status: parts.last.flatMap { Int($0) } ?? 200)
        }
        let inference = ContractInference(minimumResponses: minimumResponses)
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(inferred.edits.allSatisfy { $0.kind == .added })
        let second = try inference.update(inferred.contract, with: traffic)
        #expect(second.edits.isEmpty && second.text == inferred.text)
        return inferred
    }

    private func value(_ pointer: String, of inferred: InferredContract) throws -> String? {
        inferred.contract.document.value[try JSONPointer(parsing: pointer)]?.text(.compact)
    }

    private static let item = #"{"id": 1, "name": "Lamp", "owner": null}"#

    @Test func `an object in a list and alone is one component`() throws {
        let inferred = try infer([
            ("/items", #"{"data": [\#(Self.item)], "total": 1}"#), ("/items/1", Self.item),
            ("/items/2", #"{"id": 2, "name": "Table", "owner": {"id": 1}}"#),
        ])
        #expect(
            try value("/components/schemas", of: inferred)
                == #"{"Item":{"type":"object","required":["id","name","owner"],"x-responses":3,"#
                + #""properties":{"#
                + #""id":{"type":"integer"},"name":{"type":"string"},"owner":{"type":["object","null"],"#
                + #""required":["id"],"x-responses":1,"properties":{"id":{"type":"integer"}}}}}}"#)
        let schemas = "/responses/200/content/application~1json/schema"
        #expect(
            try value("/paths/~1items~1{itemId}/get" + schemas, of: inferred)
                == ##"{"$ref":"#/components/schemas/Item"}"##)
        #expect(
            try value("/paths/~1items/get" + schemas + "/properties/data/items", of: inferred)
                == ##"{"$ref":"#/components/schemas/Item"}"##)
    }

    @Test(arguments: [
        ("\"true\"", "true", 1), ("\"1\"", "1", 1), ("\"true\", \"extra\": 1", "true", 0), ("[]", "true", 0),
    ])
    func `objects with the very same names may have one value that is written as text`(
        _ first: String, _ second: String, _ count: Int
    ) throws {
        func alarm(_ value: String) -> String {
            let names = "abcdefghijk".map { #""\#($0)": "x""# }.joined(separator: ", ")
            return "{\(names), \"enabled\": \(value)}"
        }
        let inferred = try infer([("/alarms", "[\(alarm(first))]"), ("/alarms/1", alarm(second))])
        #expect(inferred.contract.document.value["components"]?["schemas"]?.object?.names.count ?? 0 == count)
    }

    @Test func `the items of what has a name are named after it`() throws {
        let albums = #"{"albums": {"items": [{"id": 1, "title": "a", "year": 2001}], "total": 1}}"#
        let inferred = try infer([("/search", albums), ("/browse", albums)])
        #expect(inferred.contract.document.value["components"]?["schemas"]?.object?.names == ["Album"])
    }

    @Test func `errors are one component, however small they are`() throws {
        let inferred = try infer([
            ("/items/1 404", #"{"errors": ["none"]}"#), ("/users/1 403", #"{"errors": ["no"]}"#),
        ])
        #expect(
            try value("/components/schemas", of: inferred)
                == #"{"Error":{"type":"object","required":["errors"],"x-responses":2,"properties":{"#
                + #""errors":{"type":"array","items":{"type":"string"}}}}}"#)
    }

    @Test func `few properties that errors have too are described where nothing failed`() throws {
        let inferred = try infer([
            ("/items/1 404", #"{"detail": "none"}"#), ("/users/1 403", #"{"detail": "no"}"#),
            ("/health", #"{"detail": "fine"}"#),
        ])
        let content = "responses/200/content/application~1json/schema/type"
        #expect(try value("/paths/~1health/get/\(content)", of: inferred) == #""object""#)
    }

    @Test func `what calls return, however they end, is no error`() throws {
        let inferred = try infer([
            ("/zones/1", #"{"status": "ok", "job": 1, "log": "a"}"#),
            ("/zones/2 404", #"{"status": "no", "job": 2, "log": "b"}"#),
        ])
        let names = inferred.contract.document.value["components"]?["schemas"]?.object?.names
        #expect(names == ["Response"])
    }

    /// U+00E9, and `e` with U+0301, are equal as Swift compares them, and two names in JSON.
    @Test func `what says that something succeeded, too, is no error of another form`() throws {
        let inferred = try infer([
            ("/zones/1 404", #"{"error": {"code": 1, "request": "a", "message": "b"}}"#),
            ("/boxes/1 404", #"{"error": {"code": 1, "request": "a", "message": "b"}}"#),
            ("/lamps/1 404", #"{"error": {"code": 1, "request": "a", "message": "b"}}"#),
            ("/boxes/2/cancel", #"{"status": "done", "message": "a"}"#),
            ("/boxes/3/cancel 400", #"{"status": "failed", "message": "a"}"#),
            ("/boxes/3/cancel 410", #"{"status": "deleted", "message": "a"}"#),
        ])
        let schemas = inferred.contract.document.value["components"]?["schemas"]
        #expect(schemas?.object?.names.sorted() == ["Error", "ErrorResponse"])
        #expect(schemas?["Error"]?["required"] == ["code", "request", "message"])
    }

    @Test func `the answer to a login is no user`() throws {
        let inferred = try infer([
            ("/auth", #"{"user": {"id": 1, "name": "a", "last_activity": "b", "auth_token": "c"}}"#),
            ("/users/1", #"{"user": {"id": 1, "name": "a", "last_activity": "b", "email": "c"}}"#),
            ("/teams/1", #"{"users": [{"id": 1, "name": "a", "last_activity": "b", "email": "c"}]}"#),
        ])
        #expect(
            try value("/components/schemas/User/required", of: inferred)
                == #"["id","name","last_activity","email"]"#)
    }

    @Test(arguments: [(6, ["Components"]), (4, [])])
    func `many texts of which most are absent are no dictionary if others are always there`(
        _ always: Int, _ names: [String]
    ) throws {
        func body(_ number: Int) -> String {
            let known = (0..<always).map { "\"always\($0)\": \"\(number) a\(number * $0)\"" }
            let others = (0..<4).map { "\"other\((number * 4 + $0) % 16)\": \"\(number) b\($0)\"" }
            return "{\"components\": {\((known + others).joined(separator: ", "))}}"
        }
        let inferred = try infer((0..<8).map { ($0 < 4 ? "/json" : "/geojson", body($0)) })
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.names ?? []
        #expect(schemas == names)
    }

    @Test func `what only wraps errors is no error itself`() throws {
        let inferred = try infer([
            ("/items/1 404", #"{"errors": [{"code": 7, "title": "none", "detail": "a"}]}"#),
            ("/users/1 403", #"{"errors": [{"code": 8, "title": "no", "detail": "b"}]}"#),
        ])
        #expect(
            inferred.contract.document.value["components"]?["schemas"]?.object?.names
                == ["Error", "ErrorResponse"])
    }

    @Test func `an empty array in place of an object makes no other component`() throws {
        func body(_ totals: String) -> String {
            #"{"id": 1, "name": "a", "open": true, "size": 1, "tags": ["b"], "totals": \#(totals)}"#
        }
        let traffic =
            Traffic.responses([body("[]")], to: "https://api.shop.test/lamps/7")
            + Traffic.responses([body(#"{"sent": 1}"#)], to: "https://api.shop.test/lamps/7/settings")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        #expect(inferred.contract.document.value["components"]?["schemas"]?.object?.names == ["Lamp"])
    }

    @Test func `names are merged by their bytes`() throws {
        let text = "{\"\u{e9}\": 1, \"e\u{301}\": \"x\"}"
        var shape = try Traffic.shape([text])
        shape.merge(try Traffic.shape([text]))
        #expect(shape.properties.map(\.count) == [2, 2])
        let traffic = Traffic.responses(["[\(text)]", text])
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(!ContractSet([inferred.contract]).check(traffic).isBroken)
    }

    @Test func `lists of other things have no envelope in common, those of the same share the thing`() throws
    {
        func page(_ items: String) -> String {
            #"{"data": [\#(items)], "page": 1, "before": null, "after": "a"}"#
        }
        let book = #"{"isbn": "1", "title": "a", "pages": 2}"#
        let inferred = try infer([
            ("/books", page(book)), ("/authors", page(#"{"id": "a", "name": "b", "born": 1}"#)),
            ("/shops", page(#"{"id": 1, "street": "b", "open": true}"#)), ("/books/new", page(book)),
        ])
        #expect(inferred.contract.document["components"]["schemas"].members.map(\.name) == ["Book"])
        let items = "/responses/200/content/application~1json/schema/properties/data/items"
        for path in ["~1books", "~1books~1new"] {
            #expect(
                try value("/paths/\(path)/get" + items, of: inferred)
                    == ##"{"$ref":"#/components/schemas/Book"}"##)
        }
    }

    @Test func `objects with the same names are one component only if those inside them are alike`() throws {
        let inferred = try infer([
            ("/a", #"{"x": {"id": 1, "type": "a", "of": {"low": 1, "high": 2, "unit": "m"}}}"#),
            ("/b", #"{"y": {"id": 2, "type": "b", "of": {"red": "a", "green": "b", "blue": "c"}}}"#),
            ("/c", #"{"z": {"id": 3, "type": "a", "of": {"low": 1, "high": 3, "unit": "s"}}}"#),
        ])
        let schemas = inferred.contract.document["components"]["schemas"]
        #expect(
            schemas.members.allSatisfy { !$0.value.text.contains("green") || !$0.value.text.contains("low") })
        let place = "/responses/200/content/application~1json/schema/properties/"
        #expect(try value("/paths/~1b/get\(place)y", of: inferred)?.contains(#""green""#) == true)
        #expect(
            try value("/paths/~1a/get\(place)x", of: inferred)
                == (try value("/paths/~1c/get\(place)z", of: inferred)))
    }

    @Test func `a component that nothing refers to is forgotten with its schema`() throws {
        // Each pod has other annotations, and one only in a later round.
        let bodies = ["a", "b", "c"].map { name in
            let fields =
                #""f:\#(name)": {"f:x": {}, "f:\#(name)2": {"f:y": {}}}, "note": {"p": 1, "q": 2, "r": 3}"#
            return ("/\(name)", #"{"items": [{"meta": {\#(fields)}}, {"meta": {"note": null, "k": 1}}]}"#)
        }
        let inferred = try infer(bodies)
        let text = inferred.text
        for reference in text.matches(of: /#\/components\/schemas\/([A-Za-z0-9]+)/) {
            #expect(inferred.contract.document["components"]["schemas"][String(reference.1)].exists)
        }
    }

    @Test func `an object that may be null refers to its component`() throws {
        let inferred = try infer([
            ("/a", #"{"owner": {"id": 1, "name": "a", "age": 2}}"#), ("/a", #"{"owner": null}"#),
            ("/b", #"{"owner": {"id": 1, "name": "a", "age": 2.5}}"#),
        ])
        let owner = "/responses/200/content/application~1json/schema/properties/owner"
        #expect(
            try value("/paths/~1a/get" + owner, of: inferred)
                == ##"{"anyOf":[{"$ref":"#/components/schemas/User"},{"type":"null"}]}"##)
        #expect(
            try value("/components/schemas/User/properties/age", of: inferred) == #"{"type":"number"}"#)
    }

    @Test func `an object that contains objects of its kind refers to itself`() throws {
        let inferred = try infer([
            ("/nodes", #"{"id": 1, "text": "a", "next": {"id": 2, "text": "b", "next": null}}"#)
        ])
        #expect(
            try value("/components/schemas/Node/properties/next", of: inferred)
                == ##"{"anyOf":[{"$ref":"#/components/schemas/Node"},{"type":"null"}]}"##)
    }

    @Test func `components with the same name are named after their resources`() throws {
        let (one, other) = (#"{"a": 1, "b": 2, "c": 3}"#, #"{"d": 1, "e": 2, "f": 3}"#)
        let inferred = try infer([
            ("/items", #"{"size": \#(one)}"#), ("/items/1", #"{"id": 1, "size": \#(one)}"#),
            ("/boxes", #"{"size": \#(other)}"#), ("/boxes/1", #"{"id": 1, "size": \#(other)}"#),
        ])
        let names = inferred.contract.document.value["components"]?["schemas"]?.object?.names
        #expect(names == ["BoxSize", "ItemSize"])
    }

    private static let book = #"{"isbn": "a"}"#
    private static let user = #"{"id": 1, "name": "a", "age": 2}"#
    private static let signer = #"{"date": "a", "email": "b", "hash": 1}"#
    private static let person = #"{"firstName": "a", "lastName": "b", "email": "c"}"#
    private static let box =
        #"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "#
        + #""items": {"L-7": {"sku": "L-7", "size": 1, "on": true}}}"#
    private static let stamp = #"{"date": "a", "key": "b", "hash": 1}"#

    private static let link = #"{"sys": {"type": "Link", "linkType": "Space", "id": "c"}}"#

    private static func list(_ kind: String, _ items: String) -> String {
        #"{"object": "\#(kind)", "order": "a", "place": "b", "data": [\#(items)]}"#
    }

    private static func typed(_ type: String) -> String {
        #"{"id": 1, "name": "a", "slug": "b", "open": true, "type": "\#(type)"}"#
    }

    private static let named: [([String: String], [String])] = [
        // Lists of things share nothing, whatever is beside the things.
        (["/books": list("list", book), "/users/1": #"{"cards": \#(list("list", ""))}"#], []),
        (["/books": list("bundle", book), "/users/1": #"{"cards": \#(list("bundle", ""))}"#], ["Bundle"]),
        // A single thing may be called by the plural that lists of it have.
        (
            ["/companies/1 200", "/companies/1 201"].reduce(into: [:]) { bodies, path in
                bodies[path] = #"{"companies": {"id": 1, "name": "a", "tax": "b"}}"#
            }, ["Company"]
        ),
        // Responses that hold the same under two names are about two things.
        (
            [
                "/transactions/orders/1": #"{"order": {"order_id": 1, \#(many)}}"#,
                "/transactions/refunds/1": #"{"refund": {"order_id": 1, \#(many)}}"#,
            ], ["Transaction"]
        ),
        (
            [
                "/orders/1": #"{"order": {"order_id": 1, \#(many)}}"#,
                "/refunds/1": #"{"refund": {"order_id": 1, \#(many)}}"#,
            ], []
        ),
        // What many things have is that of one, but not a state of a country.
        (
            [
                "/lamps": #"[{"id": 1, "info": {"watt": 7, "socket": "a", "lumen": 9}}]"#,
                "/lamps/1": #"{"id": 1, "info": {"watt": 7, "socket": "a", "lumen": 9}}"#,
                "/towns/1": #"{"id": 1, "state": {"name": "a", "code": "b", "size": 9}}"#,
                "/towns/1/mayor": #"{"state": {"name": "a", "code": "b", "size": 9}}"#,
            ], ["LampInfo", "State"]
        ),
        // What says how a thing is does not say what it is.
        (
            ["/posts/1": #"{"owner": \#(typed("ROBOT"))}"#, "/sites/1": #"{"boss": \#(typed("ROBOT"))}"#],
            ["Robot"]
        ),
        (
            ["/posts/1": #"{"owner": \#(typed("NORMAL"))}"#, "/sites/1": #"{"boss": \#(typed("NORMAL"))}"#],
            []
        ),
        // An error as a whole is no item of it.
        (
            ["/a/1 400", "/b/1 404"].reduce(into: [:]) { bodies, path in
                let item = #"{"domain": "a", "reason": "b", "place": "c"}"#
                bodies[path] = #"{"error": {"code": 1, "message": "d", "errors": [\#(item)]}}"#
            }, ["Error", "ErrorItem", "ErrorResponse"]
        ),
        // A list with what all responses have around it.
        (
            ["/a/1/works", "/b/1/works"].reduce(into: [:]) { bodies, path in
                let page = #"{"facets": {}, "total-results": 1, "items": [{"DOI": "a"}]}"#
                bodies[path] = #"{"status": "ok", "message-type": "list", "message": \#(page)}"#
            }, ["WorkList"]
        ),
        // The message of something else is what it is called.
        (
            ["/a/chat", "/b/chat"].reduce(into: [:]) { bodies, path in
                let message = #"{"role": "a", "text": "b", "refusal": null}"#
                bodies[path] = #"{"id": 1, "choices": [{"index": 0, "end": 1, "message": \#(message)}]}"#
            }, ["Choice", "Message"]
        ),
        // What says its kind differs by it from what has its name elsewhere.
        (
            [
                "/entries/1": #"{"sys": {"id": 1, "version": 2, "space": \#(link)}, "title": "a"}"#,
                "/assets/1": #"{"sys": {"id": 1, "locale": "b", "space": \#(link)}, "file": "a"}"#,
            ], ["LinkSys"]
        ),
        // A word that many collections have needs another one.
        (
            [
                "/contents/items": #"[{"id": 1, "place": 2, "text": "a"}]"#,
                "/contents/items/1": #"{"id": 1, "place": 2, "text": "a"}"#,
            ], ["ContentItem"]
        ),
        // A thing is named neither after its direction nor by its plural.
        (
            ["/walls/1 200", "/walls/1 201"].reduce(into: [:]) { bodies, path in
                let rule = #"{"ports": "a", "action": "b", "label": "c"}"#
                let rules = #"{"inbound": [\#(rule)], "outbound": [], "policy": "d"}"#
                bodies[path] = #"{"id": 1, "rules": \#(rules), "state": "e"}"#
            }, ["Rule", "Wall", "WallRules"]
        ),
        // What is done with a thing of another list answers with something else.
        (
            [
                "/cars": #"[{"id": 1, \#(many), "j": 1, "k": 2, "l": 3, "m": 4}, {"id": 2, \#(many)}]"#,
                "/boats/7/wake": #"{"id": 1, \#(many)}"#,
            ], []
        ),
        // What a path calls them is the name, not which of them are meant.
        (["/openOrders": "[\(user)]", "/order": user], ["Order"]),
        (["/openOrders": "[\(user)]", "/books/1": #"{"id": "a", "order": \#(user)}"#], ["OpenOrder"]),
        // What is large has the name of what is before all others, unless it is only how that is.
        (
            ["reply", "draft", "echo"].reduce(into: [:]) { $0["/message/7/" + $1] = #"{"id": 1, \#(many)}"# },
            ["Message"]
        ),
        (
            ["reply", "draft", "echo"].reduce(into: [:]) { bodies, path in
                let states = many.replacing(": 1", with: ": true")
                bodies["/message/7/" + path] = #"{"id": 1, \#(states)}"#
            }, []
        ),
        // One of two that are named after the same word is named after what that is a part of, too.
        (
            [
                "/people/1": #"{"gain": {"equivalents": {"total": \#(user), "cash": \#(user)}}, "#
                    + #""loss": {"equivalents": {"total": \#(stamp), "cash": \#(stamp)}}}"#
            ], ["GainEquivalent", "LossEquivalent"]
        ),
        // What each place calls otherwise is named after the resource.
        (["/grants": #"{"disk": [\#(user)], "net": [\#(user)], "vm": [\#(user)]}"#], ["Grant"]),
        (["/lamps/7": #"{"times": [{"id": 1, "Monday": \#(user), "Sunday": \#(user)}]}"#], ["TimeDay"]),
        // Or after what these names have in common.
        (
            ["/grants": #"{"contactTech": \#(user), "contactAdmin": \#(user), "contactBill": \#(user)}"#],
            ["Contact"]
        ),
        (["/settings": #"{"powerFormat": \#(user), "pulseFormat": \#(user)}"#], ["Format"]),
        (
            [
                "/event":
                    #"{"start": {"date": "2026-11-21", "a": 1, "b": 1}, "end": {"date": "2026-11-22", "a": 1, "b": 1}}"#
            ],
            ["EventTime"]
        ),
        // What has a role in a few places only is called what it is.
        (
            [
                "/films/1": #"{"production_companies": [\#(user)], "studio_companies": [\#(user)]}"#,
                "/series/1": #"{"production_companies": [\#(user)], "networks": [\#(user)]}"#,
                "/shows/1": #"{"production_companies": [\#(user)]}"#,
            ], ["Company"]
        ),
        (
            [
                "/scales/1":
                    #"{"latestWeight": \#(stamp), "allWeights": [\#(stamp)], "nextDateWeight": \#(stamp)}"#
            ],
            ["Weight"]
        ),
        // An author needs no account, and what something was updated by is no name.
        (["/works/1": #"{"author": \#(stamp)}"#, "/notes/1": #"{"author": \#(stamp)}"#], ["Author"]),
        (["/works/1": #"{"updated-by": [\#(stamp)], "update-to": [\#(stamp)]}"#], []),
        // An element of a list is one, and a child needs the name of what it is a part of.
        (
            [
                "/chats/1": #"{"reasoning_details": [\#(stamp)], "child": \#(third)}"#,
                "/chats/1/next":
                    #"{"id": 1, "chat": {"reasoning_details": [\#(stamp)], "child": \#(third)}}"#,
            ], ["ChatChild", "ReasoningDetail"]
        ),
        (["/works/1": #"{"details": [\#(stamp)]}"#, "/notes/1": #"{"details": [\#(stamp)]}"#], ["Detail"]),
        // A list without elements is no list of others.
        (
            [
                "/works": #"{"length": 1, "page_total": 2, "results": [\#(stamp)]}"#,
                "/notes": #"{"length": 0, "page_total": 1, "results": []}"#,
            ], []
        ),
        // What is done with a thing answers with it, and a person is one whatever a place calls it.
        (["/shops/7/works/1/void": box, "/works/adjust": box], ["Work"]),
        (
            [
                "/works/1": #"{"lead": \#(person), "painter": \#(person)}"#,
                "/notes/1": #"{"reader": \#(person)}"#,
            ], ["Person"]
        ),
        (
            [
                "/works/1": #"{"lead": {"username": "a", "email": "b", "age": 1}}"#,
                "/notes/1": #"{"painter": {"username": "a", "email": "b", "age": 1}}"#,
            ], ["User"]
        ),
        // What all its roles are a part of is named once.
        (
            [
                "/gas/predictions":
                    #"{"status": 1, "payload": {"usual": \#(third), "fast": \#(third), "slow": \#(third)}}"#,
                "/blocks/1/predictions": #"{"payload": {"slow": \#(stamp), "fast": \#(stamp)}}"#,
            ], ["Prediction"]
        ),
        // The elements of a part are not what it is.
        (["/works/1": #"{"box": \#(box)}"#, "/notes/1": #"{"box": \#(box)}"#], ["Box", "Item"]),
        // Conditions of which all are to hold are not called so, and what many things have is their own.
        (["/rules/1": #"{"conditions": {"all": [\#(stamp)], "any": [\#(stamp)]}}"#], ["Condition"]),
        (
            [
                "/users/1": #"{"id": 1, "permissions": \#(third), "spare": {"permissions": \#(third)}}"#,
                "/users/2/copy": #"{"user": {"id": 1, "permissions": \#(third)}}"#,
                "/teams/1": #"{"id": 1, "permissions": {"open": 1}}"#,
            ], ["UserPermissions"]
        ),
        // What two places call otherwise is called as it says itself.
        (
            [
                "/pages/1": #"{"title": [{"type": "text", "size": 1, "href": "b"}]}"#,
                "/blocks/1": #"{"paragraph": [{"type": "text", "size": 1, "href": "b"}]}"#,
            ], ["Text"]
        ),
        // How much is said of a thing is no thing.
        (["/hotspots/info/7": stamp, "/near": #"{"hotspot": \#(stamp)}"#], ["Hotspot"]),
        // Two serializations of a thing are two kinds.
        (
            [
                "/artists/1": #"{"id": 1, "begin_area": "a", "name": "b", "c": 1, "d": 1, "e": 1}"#,
                "/artists": #"[{"id": 1, "begin-area": "a", "name": "b", "c": 1, "d": 1, "e": 1}]"#,
            ], []
        ),
        // What holds a result is a response, also within another one.
        (
            [
                "/zones/1": #"{"zone": "a", "at": "b", "data": \#(stamp)}"#,
                "/zones/2/copy": #"{"zone": "a", "at": "b", "data": \#(stamp)}"#,
            ], ["Zone", "ZoneResponse"]
        ),
        // What is said about data is no name for it, nor is what only says that it is a result.
        (
            [
                "/regional":
                    #"{"meta": {"data": {"2025": [\#(user)]}}, "data": {"2026": [\#(user)]}}"#
            ], ["Regional"]
        ),
        // A verb and a noun in one word, which responses show.
        (
            [
                "/dns/addrecord": #"{"record": \#(user)}"#, "/dns/updaterecord": #"{"record": \#(user)}"#,
                "/dns/address": "{}",
            ], ["Record"]
        ),
        // A list whose name has other capital letters, and a dictionary beside objects with such values.
        (
            [
                "/getITISTerms": #"{"itisTerms": [\#(user), \#(user)], "class": "a", "requestedName": "b"}"#,
                "/findITISTerms": #"{"itisTerms": [\#(user)], "class": "a", "requestedName": "b"}"#,
            ], ["ITISTermList", "ItisTerm"]
        ),
        (
            [
                "/a": #"{"counts": {"x": 1, "y": 2, "z": 3, "w": 4}}"#,
                "/b":
                    #"{"counts": {"x": 1, "y": 2, "z": 3, "w": 4}, "sites": {"http://a.test": 1, "http://b.test": 1}}"#,
            ], ["Counts"]
        ),
        // What a path with one more parameter returns is the same thing.
        (
            ["/records/7": #"[\#(user)]"#, "/records/7/2026-11-21": user, "/records": #"[\#(user)]"#],
            ["Record"]
        ),
        // The kind that an object says it is of.
        (
            [
                "/b/1": #"{"kind": "shop#bucket", "id": 1, "size": 2}"#,
                "/b/1/copy": #"{"kind": "shop#bucket", "id": 1, "size": 2}"#,
            ], ["Bucket"]
        ),
        // Pages are no teams.
        (
            [
                "/teams/search": #"{"currentPage": 1, "nbPages": 2, "currentPageResults": [\#(user)]}"#,
                "/teams/all": #"{"currentPage": 1, "nbPages": 2, "currentPageResults": [\#(user)]}"#,
                "/likes": #"{"collection": [\#(stamp)], "next_href": "a"}"#, "/likes/1": stamp,
            ], ["Like", "Team"]
        ),
        // Numbers and locales name nothing.
        (
            [
                "/servers/1": #"{"volumes": {"0": \#(user)}}"#,
                "/servers/2/copy": #"{"volumes": {"0": \#(user)}}"#,
            ], ["Volume"]
        ),
        (["/sync": #"{"file": {"en-US": \#(user), "es": \#(user), "extra": 1}}"#], ["File"]),
        // The usual one needs no other name, the rest are named after what they are a part of.
        (
            [
                "/a": #"{"user": \#(user), "author": \#(user), "owner": \#(user), "creator": \#(user)}"#,
                "/b": #"{"commit": {"author": \#(signer), "committer": \#(signer)}}"#,
            ], ["CommitUser", "User"]
        ),
        // Who gets a letter need not have an account.
        (
            [
                "/letters/1":
                    #"{"sender": {"email": "a", "street": "b", "city": "c"}, "recipient": {"email": "a", "street": "b", "city": "c"}}"#
            ], ["Address"]
        ),
        // A line of an order is no product.
        (
            [
                "/orders/1": #"{"id": 1, "products": [{"sku": "a", "quantity": 2, "price": 1.5}]}"#,
                "/orders/latest": #"{"id": 1, "products": [{"sku": "a", "quantity": 2, "price": 1.5}]}"#,
            ], ["OrderProduct"]
        ),
        // What holds a thing is an item of a list of it.
        (
            [
                "/likes/tracks": #"[{"at": 1, "by": 2, "track": \#(user)}]"#, "/tracks/1": user,
                "/tracks": #"[{"at": 1, "by": 2, "track": \#(user)}]"#,
            ], ["Track", "TrackItem"]
        ),
        // What each call returns has one form and names nothing.
        (
            [
                "/users/1": #"{"jsonrpc": "2.0", "id": 1, "result": \#(user)}"#,
                "/b": #"{"jsonrpc": "2.0", "id": 1, "result": \#(stamp)}"#,
                "/c": #"{"jsonrpc": "2.0", "id": 1, "result": {"owner": \#(user)}}"#,
            ], ["User"]
        ),
        // What follows several things at the end of paths is done with them.
        (
            [
                "/api/users.get": user, "/api/users/me/get": user, "/api/teams.get": "[\(stamp)]",
                "/api/teams/get.json": stamp, "/api/files/get": "{}",
            ], ["Team", "User"]
        ),
        (
            [
                "/payments/capture": user, "/payments/1/void": user,
                "/rpc/get_position": stamp, "/rpc/get_positions": "[\(stamp)]",
            ], ["Payment", "Position"]
        ),
        // What a path says about a thing names what has more than it; searches have results.
        (
            [
                "/admin/accounts": #"[{"ip": 1, "by": 2, "account": \#(user)}]"#, "/accounts/1": user,
                "/admin/accounts/1": #"{"ip": 1, "by": 2, "account": \#(user)}"#,
            ], ["Account", "AdminAccount"]
        ),
        (
            [
                "/teamSearch": #"{"at": 1, "results": [\#(user)]}"#,
                "/search": #"{"at": 1, "by": "b", "results": [\#(user)]}"#,
            ], ["SearchResult"]
        ),
        (["/search/isbn/7": "[\(user)]", "/search/sku/8": "[\(user)]"], ["SearchResult"]),
        // What is retrieved may be records, and what has a name may have some.
        (
            [
                "/dns/retrieve/shop.test": #"{"ok": 1, "records": [\#(stamp)]}"#,
                "/dns/retrieve/shop.example/1": #"{"ok": 1, "records": [\#(stamp)]}"#,
                "/lists/1": #"{"id": 1, "open": true, "items": [\#(user)]}"#, "/items": "[\(user)]",
            ], ["Item", "Record"]
        ),
        // A custom method may say what it is about.
        (["/zones/1:getRecord": stamp, "/zones/2:listRecords": #"{"results": [\#(stamp)]}"#], ["Record"]),
        // What is done with a thing does not name it.
        (
            [
                "/posts/1": user, "/posts/1/like": user, "/posts/2/like": user, "/posts/2/hide": user,
                "/posts/3/hide": user,
            ], ["Post"]
        ),
        // Names of experiments name nothing if they are all in one place.
        (["/me": #"{"features": {"blue_button_v2": \#(user), "new_list": \#(user)}}"#], ["Feature"]),
        // Of one name, objects are of one kind, whatever type they say that they have.
        (
            [
                "/links/1": #"{"entity": {"id": 1, "label": "a", "type": "disk"}}"#,
                "/events/1": #"{"entity": {"id": 1, "label": "a", "type": "user"}, "at": 1}"#,
            ], ["Entity"]
        ),
        // Another error is no error of the first resource that failed.
        (
            [
                "/a/1 400": #"{"errors": ["a"]}"#, "/b/1 400": #"{"errors": ["a"]}"#,
                "/c/1 404": #"{"errors": [{"title": "a"}]}"#, "/d/1 404": #"{"errors": [{"title": "a"}]}"#,
            ], ["Error", "ErrorResponse"]
        ),
        // Other things with one name have that of what comes before them in the path, or of its version.
        (
            [
                "/wallets/accounts": #"[\#(user)]"#, "/wallets/accounts/1": user, "/accounts": "[\(stamp)]",
                "/accounts/1": stamp, "/v2/accounts": "[\(third)]", "/v2/accounts/1": third,
            ], ["Account", "AccountV2", "WalletAccount"]
        ),
        // What a path names has the name, and what says less of it elsewhere does not.
        (
            [
                "/users/1": #"{"id": 1, "name": "a", "age": 2, "mail": "b", "since": "c", "bio": "d"}"#,
                "/users": #"[{"id": 1, "name": "a", "age": 2, "mail": "b", "since": "c", "bio": "d"}]"#,
                "/files/1": #"{"owner": \#(user)}"#, "/posts/1": #"{"author": \#(user)}"#,
                "/teams/1": #"{"owner": \#(user)}"#,
            ], ["User", "UserSummary"]
        ),
        // Of two that a path names, one may be the other without details.
        (
            [
                "/items": #"{"id": 1, "a": 1, "b": 2}"#,
                "/items/1": #"{"id": 1, "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}"#,
                "/items/1/copy": #"{"id": 1, "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}"#,
                "/teams/1": #"{"item": {"id": 1, "a": 1, "b": 2}}"#,
            ], ["Item", "ItemSummary"]
        ),
        // What contains its own kind is not named after what that is to it, nor after data.
        (
            [
                "/tags/match": #"{"key": 1, "name": "a", "others": [{"key": 2, "name": "a", "others": []}]}"#,
                "/data/search": #"{"at": 1, "by": "b", "results": [\#(user)]}"#,
                "/v2/data/search": #"{"at": 1, "by": "b", "results": [\#(user)]}"#,
            ], ["Match", "Search", "SearchResult"]
        ),
        // A part is called after what it is a part of rather than after its kind.
        (
            [
                "/services/1": #"{"id": 1, "spec": {"ip": "a", "type": "NodePort", "port": 1}}"#,
                "/services": #"[{"id": 1, "spec": {"ip": "a", "type": "NodePort", "port": 1}}]"#,
                "/boxes/1": #"{"id": 1, "spec": {"size": 1, "color": "a", "lid": true}}"#,
            ], ["ServiceSpec"]
        ),
        // What a path calls a thing is not the name of what has nothing of it.
        (
            [
                "/cores/1": #"{"id": 1, "block": 5, "serial": "b"}"#,
                "/launches/1": #"{"id": 1, "cores": [{"core": "a", "flight": 1, "legs": true}]}"#,
                "/launches/next": #"{"id": 1, "cores": [{"core": "a", "flight": 1, "legs": true}]}"#,
            ], []
        ),
        // What has no name is no person.
        (
            [
                "/taxa/1": #"{"taxonAuthor": {"year": 1, "rank": 2, "at": 3}}"#,
                "/names/1": #"{"taxonAuthor": {"year": 1, "rank": 2, "at": 3}}"#,
            ], ["TaxonAuthor"]
        ),
        // The last part of a function, and its verb, are no part of the name.
        (["/api/users.search": user, "/api/users.query": user], ["User"]),
        (
            ["/getFullRecordFromKey": user, "/getFullRecordFromId": user, "/api/FindStamp": stamp]
                .merging(["/api/GetStamp": stamp]) { $1 }, ["FullRecord", "Stamp"]
        ),
        // What a thing is found by is no part of its name.
        (["/species/id/7": user, "/species/name/a%20b": user, "/near/species/id/7": user], ["Species"]),
        // Beside a list there may be more than its pages.
        (
            [
                "/search": #"{"at": 1, "by": "b", "results": [\#(user)]}"#,
                "/v2/search": #"{"at": 1, "by": "b", "results": [\#(user)]}"#,
                "/indices/1": #"{"kind": 1, "lang": "b", "indices": [\#(stamp)]}"#,
                "/boxes/1": #"{"index": \#(stamp)}"#,
                "/indices/2/copy": #"{"kind": 1, "lang": "b", "indices": [\#(stamp)]}"#,
            ], ["Index", "IndexList", "Search", "SearchResult"]
        ),
        (
            [
                "/tags/1": #"{"team": 1, "branch": "b", "tag": \#(user)}"#, "/tags/2/copy": user,
                "/teams/1/tags/2": #"{"team": 1, "branch": "b", "tag": \#(user)}"#,
            ], ["Tag", "TagResponse"]
        ),
        (["/api/pages/1.0/7.json": user, "/api/pages/1.0.json": user], ["Page"]),
        // Settings are many.
        (["/settings": stamp, "/teams/1/settings": stamp], ["Settings"]),
        // What each call returns names nothing, however it ends.
        (
            [
                "/users/1": #"{"result": \#(user), "error_code": null, "error_info": null}"#,
                "/tags/1": #"{"result": \#(stamp), "error_code": null, "error_info": null}"#,
                "/tags/2/copy": #"{"result": \#(stamp), "error_code": null, "error_info": null}"#,
            ], ["Tag"]
        ),
        // A dictionary is not like objects.
        (
            [
                "/marks/1": #"{"at": {"0": ["a"], "4": ["b"], "10": ["c"]}}"#,
                "/marks/1/copy": #"{"at": {"0": ["a"], "4": ["b"], "10": ["c"]}}"#,
                "/places/1": #"{"at": \#(stamp)}"#, "/places/2/copy": #"{"at": \#(stamp)}"#,
            ], ["At"]
        ),
        // Some objects say what they are.
        (
            [
                "/issues/1": #"{"data": \#(resource("cases")), "included": [\#(resource("users"))]}"#,
                "/tasks/1": #"{"data": \#(resource("cases")), "included": [\#(resource("users"))]}"#,
                "/pay/1": #"{"source": {"object": "card", "id": 1, "name": "a"}}"#,
                "/pay/1/undo": #"{"default": {"object": "card", "id": 1, "name": "a"}}"#,
            ], ["Card", "Case", "CaseAttributes", "User", "UserAttributes"]
        ),
    ]
    /// A resource object of JSON:API.
    private static func resource(_ type: String) -> String {
        #"{"id": "1", "type": "\#(type)", "attributes": {"\#(type)": 1, "name": "a", "at": 2}}"#
    }
    private static let third = #"{"x": 1, "y": 2, "z": 3}"#

    /// Objects that are almost the same, and the properties that their only component requires.
    private static let variants: [([String: String], String, [String])] = [
        // The one has a property more.
        (
            [
                "/users/1": #"{"id": 1, "name": "a", "mail": "b", "age": 2}"#,
                "/users/2/friends": #"[{"id": 1, "name": "a", "mail": "b", "age": 2, "since": "c"}]"#,
                "/users": #"[{"id": 1, "name": "a", "mail": "b", "age": 2, "since": "c"}]"#,
            ], "User", ["id", "name", "mail", "age"]
        ),
        // Of one resource, two of five may differ.
        (
            [
                "/users": #"[{"id": 1, "name": "a", "mail": "b"}]"#,
                "/users/1": #"{"id": 1, "name": "a", "mail": "b", "age": 2, "since": "c"}"#,
            ], "User", ["id", "name", "mail"]
        ),
        // A part is that of the same thing.
        (
            [
                "/users": #"[{"id": 1, "metadata": {"a": 1, "b": 2, "c": 3}}]"#,
                "/users/1": #"{"id": 1, "metadata": {"a": 1, "b": 2, "c": 3, "d": 4}}"#,
                "/files/1": #"{"id": 1, "metadata": {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}}"#,
            ], "UserMetadata", ["a", "b", "c"]
        ),
        // Many are alike, whatever they are called.
        (
            [
                "/posts/1": #"{"id": 1, \#(many), "text": "a"}"#,
                "/posts/2": #"{"id": 2, \#(many), "text": "a"}"#,
                "/timeline": #"[{"id": 1, \#(many), "pinned": true}]"#,
            ], "Post", ["id", "a", "b", "c", "d", "e", "f", "g", "h", "i"]
        ),
        // What some lack in one place, all may lack in another.
        (
            [
                "/hosts": #"[{"id": 1, "a": 1, "b": 2}, {"id": 1, "a": 1, "b": 2, "c": 1, "d": 2, "e": 3}]"#,
                "/hosts/1": #"{"id": 1, "a": 1, "b": 2}"#,
            ], "Host", ["id", "a", "b"]
        ),
        // What is done with one of a list answers with it.
        (
            [
                "/cars": #"[{"id": 1, \#(many), "j": 1, "k": 2, "l": 3, "m": 4}, {"id": 2, \#(many)}]"#,
                "/cars/7/wake": #"{"id": 1, \#(many)}"#,
            ], "Car", ["id", "a", "b", "c", "d", "e", "f", "g", "h", "i"]
        ),
        // What has an id is no page of a list.
        (
            [
                "/records/1": #"{"id": 1, "at": 2, "of": "a", "ttl": 2, "records": [{"a": 1, "b": 1}]}"#,
                "/records": #"[{"id": 1, "at": 2, "of": "a", "ttl": 2, "records": [{"c": 1}, {"a": 1}]}]"#,
            ], "Record", ["id", "at", "of", "ttl", "records"]
        ),
        // Within an object, half may be absent.
        (
            [
                "/files/1": #"{"id": 1, "of": {"a": 1, "b": 2}, "name": "a"}"#,
                "/files": #"[{"id": 1, "of": {"a": 1, "b": 2, "c": 3, "d": 4}, "name": "a"}]"#,
            ], "File", ["id", "of", "name"]
        ),
        // Errors say more or less.
        (
            [
                "/a 400": #"{"errors": [{"title": "a", "detail": "b"}]}"#,
                "/b 403": #"{"errors": [{"title": "a"}]}"#,
                "/c 410": #"{"errors": [{"title": "a", "detail": "b", "status": "c"}], "id": "x"}"#,
                "/d 409": #"{"errors": [{"title": "a", "meta": {"key": "b"}}]}"#,
                "/e 409": #"{"errors": [{"title": "a", "meta": {"field": "b", "id": 1}}]}"#,
            ], "ErrorResponse", ["errors"]
        ),
    ]
    private static let many =
        #""a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1, "i": 1"#

    @Test(arguments: variants) func `objects that are almost the same are one component`(
        _ bodies: [String: String], _ name: String, _ required: [String]
    ) throws {
        let inferred = try infer(bodies.sorted { $0.key < $1.key })
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.members ?? []
        #expect(schemas.map(\.name).filter { !$0.hasSuffix("Item") && $0 != "Error" } == [name])
        let found = schemas.first { $0.name == name }?.value["required"]?.array?.compactMap(\.string)
        #expect(found == required)
    }

    @Test func `large objects with two names have both`() throws {
        let inferred = try infer([
            ("/assets/1/offers", #"{"offers": [{"open": true, \#(Self.many)}]}"#),
            ("/assets/1/listings", #"{"listings": [{"open": true, \#(Self.many)}]}"#),
        ])
        #expect(
            inferred.contract.document.value["components"]?["schemas"]?.object?.names == ["ListingOrOffer"])
    }

    @Test func `small objects with other names are not the same, nor those with other types`() throws {
        let inferred = try infer([
            ("/playlists/1", #"{"owner": {"id": 1, "uri": "a", "type": "user"}}"#),
            ("/tracks/1", #"{"linked_from": {"id": 1, "uri": "a", "type": "track"}}"#),
            ("/users/1", #"{"id": 1, "kind": "user"}"#),
            ("/users/1/team", #"{"user": {"id": 1, "kind": "user", "at": {"x": 1}}}"#),
            ("/aws/1", #"{"id": 1, "kind": "aws", "at": {"a": true, "b": true, "c": true, "d": true}}"#),
            ("/gcp/1", #"{"id": 1, "kind": "gcp", "at": {"a": true, "b": true}}"#),
            ("/tags/1", #"{"id": 1, "name": "a", "url": "b", "size": 2}"#),
            ("/groups/1", #"{"id": 1, "name": "a", "url": "b", "size": 2, "open": true}"#),
            ("/posts/1", #"{"id": 1, \#(Self.many)}"#), ("/notes/1", #"{"id": "1", \#(Self.many)}"#),
        ])
        #expect(try value("/components", of: inferred) == nil)
    }

    @Test(arguments: [
        ("card", "CardSource"), ("permissions", "Permission"), ("PushSource", "PushSource"),
        ("source.created", "SourceCreated"), ("source", "Source"),
    ])
    func `a kind is named by its value, and by what all kinds are unless the value says it`(
        _ value: String, _ name: String
    ) {
        #expect(SharedShapes.name(of: [value], "Source") == name)
    }

    @Test func `what answers deletions is named after them`() throws {
        let deleted = #"{"id": "a", "object": "thing", "deleted": true}"#
        let traffic = ["files", "stores"].map { collection in
            Interaction(
                HTTPRequest("DELETE", "https://api.shop.test/\(collection)/7"),
                .response(
                    HTTPResponse(
                        200, headers: ["Content-Type": "application/json"], body: .text(deleted))))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.contract.document["components"]["schemas"].members.map(\.name) == ["Deletion"])
    }

    @Test func `null is said where an object may be null, not in its component`() throws {
        let inferred = try infer([
            ("/a", #"{"owner": \#(Self.user), "creator": null}"#),
            ("/b", #"{"owner": \#(Self.user), "creator": \#(Self.user)}"#), ("/b", #"{"owner": null}"#),
        ])
        #expect(try value("/components/schemas/User/type", of: inferred) == #""object""#)
    }

    @Test(arguments: named) func `components have the names that a reader expects`(
        _ bodies: [String: String], _ names: [String]
    ) throws {
        let inferred = try infer(bodies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.names ?? []
        #expect(schemas.sorted() == names)
    }

    @Test func `objects whose properties are of other types are not the same`() throws {
        let inferred = try infer([
            ("/a", #"{"ok": true, "errors": [], "data": [1]}"#),
            ("/b", #"{"ok": true, "errors": [], "data": 1}"#),
        ])
        #expect(try value("/components", of: inferred) == nil)
    }

    @Test func `pages of things with different names are not the same, nor is null what others have`() throws
    {
        func page(_ list: String) -> String {
            #"{"found": {"status": "ok", "results": {\#(list)}, "size": 1, "number": 1, "total": 1}}"#
        }
        let lists = try infer([
            ("/venues", page(#""venue": [{"id": 7}]"#)), ("/metros", page(#""metro": [{"id": 7}]"#)),
        ])
        #expect(lists.contract.document.value["components"] == nil)
        let nulls = try infer([
            ("/a 500", #"{"data": null}"#), ("/b 500", #"{"data": null}"#),
            ("/c", #"{"data": {"id": 1, "log": "a"}}"#), ("/d", #"{"data": {"id": 1, "log": "a"}}"#),
        ])
        #expect(
            nulls.contract.document.value["paths"]?["/a"]?["get"]?["responses"]?["500"]?["content"]?[
                "application/json"]?["schema"]?["$ref"] == nil)
    }

    @Test func `a wrapper has the name of its resource if the path begins with that`() throws {
        let node = #"{"nodes": [{"_id": "a", "open": true, "type": "ACH"}], "success": true}"#
        let other = #"{"nodes": [{"_id": "a", "open": true, "type": "SEPA"}], "success": true}"#
        let inferred = try infer([("/api/v3/node/add", node), ("/api/v3/node/verify", other)])
        #expect(inferred.contract.document.value["components"]?["schemas"]?.object?.names == ["Node"])
    }

    @Test func `objects with few or other properties are described where they are`() throws {
        let inferred = try infer([
            ("/a", #"{"x": {"id": 1, "name": "a"}}"#), ("/b", #"{"x": {"id": 1, "name": "a"}}"#),
            ("/c", #"{"y": {"id": 1, "name": "a", "size": 1}}"#),
        ])
        #expect(try value("/components", of: inferred) == nil)
    }

    @Test(arguments: [
        // What consists of identifiers is a reference to the last of them.
        (
            #"{"id": 1, "source": {"shopId": "a", "shelfId": "b", "boxId": "c"}}"#,
            #"{"id": 1, "target": {"shopId": "a", "shelfId": "b", "boxId": "c"}}"#, "BoxReference"
        ),
        // Neither of two roles says what plays both, which is described where it is.
        (
            #"{"base": {"label": "a", "ref": "b", "sha": "c"}, "head": {"label": "a", "ref": "b", "sha": "c"}}"#,
            "{}", nil
        ),
        (
            #"{"quota_used": {"a": 1, "b": 2, "c": 3}, "quota_left": {"a": 1, "b": 2, "c": 3}}"#, "{}",
            "Quota"
        ),
    ])
    func `what plays several roles is named after none of them`(
        _ item: String, _ order: String, _ name: String?
    ) throws {
        let inferred = try infer([("/items/1", item), ("/orders/1", order)])
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.members ?? []
        #expect(schemas.map(\.name) == [name].compactMap(\.self))
    }

    @Test func `what a list has of a thing that one path describes is its summary`() throws {
        let inferred = try infer([
            ("/cards", #"[{"id": "a", "name": "b", "image": "c"}]"#),
            ("/rarities/rare", #"{"name": "rare", "cards": [{"id": "a", "name": "b", "image": "c"}]}"#),
            (
                "/cards/71",
                #"{"id": "a", "name": "b", "image": "c", "hp": 1, "types": [], "stage": "d", "set": {"id": 1},"#
                    + #" "artist": "e", "rarity": "f", "rank": 2}"#
            ),
        ])
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.members ?? []
        #expect(schemas.map(\.name) == ["CardSummary"])
    }

    @Test func `objects that each have what the others never have are not the same`() throws {
        let inferred = try infer([
            (
                "/chats/1",
                #"{"id": "a", "choices": [{"index": 0, "end": null, "rank": 1, "message": {"text": "b"}}]}"#
            ),
            (
                "/chats",
                #"{"choices": [{"index": 0, "end": null, "rank": 1, "message": {"text": "b"}}]}"#
            ),
            (
                "/parts/1",
                #"{"id": "a", "choices": [{"index": 0, "end": null, "rank": 1, "delta": {"text": "b"}}]}"#
            ),
            (
                "/parts",
                #"{"choices": [{"index": 0, "end": null, "rank": 1, "delta": {"text": "b"}}]}"#
            ),
        ])
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.members ?? []
        #expect(
            schemas.map { $0.value["properties"]?.object?.members.last?.name } == ["message", "delta"])
    }

    @Test func `objects of two kinds have names in common, what is in few of them may be missing`() throws {
        func items(_ own: String) -> String {
            let item = #"{"id": 1, "rank": 2, "size": 3, "open": true, "till": "a", \#(own)}"#
            return #"{"things": [\#(item), \#(item), \#(item)], "owner": null}"#
        }
        func names(_ first: String, _ second: String) throws -> [String] {
            try infer([("/boxes/1", items(first)), ("/shelves/1", items(second))])
                .contract.document.value["components"]?["schemas"]?.object?.names ?? []
        }
        #expect(try names(#""a": 1, "b": 2"#, #""c": 1, "d": 2"#).isEmpty)
        #expect(try names(#""a": 1"#, #""c": 1"#) == ["Thing"])
    }

    @Test func `what each response says of its call belongs to no thing`() throws {
        let route = #""id": 1, "rank": 2, "size": 3, "open": true, "till": "a""#
        let inferred = try infer([
            ("/routes", #"{"items": [{\#(route)}]}"#), ("/routes/1", #"{"route": {\#(route)}}"#),
            ("/routes/2/copy", #"{\#(route), "message": "copied"}"#),
            ("/lists/1", #"{"list": {"id": 1}, "message": "found"}"#),
            ("/keys/1", #"{"key": {"id": 1}, "message": "found"}"#),
        ])
        #expect(
            try value("/components/schemas/Route/properties", of: inferred)?.contains("message") == false)
    }

    @Test func `what only has an identifier and a name is shared under one name only`() throws {
        let label = #"{"id": 1, "name": "a", "createDate": "b"}"#
        let inferred = try infer([
            ("/glass/1", #"{"data": \#(label)}"#), ("/category/1", #"{"data": \#(label)}"#),
            ("/beers/1", #"{"id": 2, "glass": \#(label), "style": {"id": 3, "category": \#(label)}}"#),
        ])
        #expect(try value("/components", of: inferred) == nil)
    }

    @Test func `what a method of several words returns is its response`() throws {
        let inferred = try infer([
            ("/models/7:generateText", #"{"candidates": [], "usage": {"a": 1}, "responseId": "b"}"#),
            ("/tasks/7:generateText", #"{"candidates": [], "usage": {"a": 1}, "responseId": "b"}"#),
        ])
        let schemas = inferred.contract.document.value["components"]?["schemas"]?.object?.members ?? []
        #expect(schemas.map(\.name) == ["GenerateTextResponse"])
    }
}
