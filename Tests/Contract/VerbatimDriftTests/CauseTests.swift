import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimDrift

/// What people are shown of a change of an API: one cause, in the provider's words.
@Suite struct CauseTests {
    private static let contract = #"""
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
         "servers": [{"url": "https://api.shop.test"}],
         "paths": {"/items": {"get": {"operationId": "items.list", "responses": {
           "200": {"description": "items", "content": {"application/json": {"schema": {
             "type": "object", "required": ["items", "page", "total"],
             "properties": {"page": {"type": "integer"}, "total": {"type": "integer"}, "items": {"type": "array", "items": {
               "type": "object", "required": ["id", "first_name", "last_name", "kind", "made"],
               "properties": {
                 "id": {"type": "integer", "maximum": 1000}, "first_name": {"type": "string"},
                 "last_name": {"type": "string"}, "kind": {"type": "string", "x-known-values": ["song", "play"]},
                 "made": {"type": "string", "x-date-formats": ["yyyy-MM-dd"]}, "note": {"type": ["string", "null"]}
               }}}}}}}},
           "401": {"description": "no key", "content": {"application/json": {"schema": {
             "type": "object", "required": ["error", "hint"],
             "properties": {"error": {"type": "string"}, "hint": {"type": "string"}}}}}}
         }}}}}
        """#

    private static let item =
        ##""id": 1, "first_name": "Ada", "last_name": "Byron", "kind": "song", "made": "2026-01-02""##
    private static let items = #"{"page": 1, "total": 2, "items": [{\#(item)}, {\#(item)}]}"#
    private static let refusal = #"{"error": "no key", "hint": "send one"}"#

    private static func interaction(
        _ body: String, _ status: Int = 200, type: String = "application/json", path: String = "/items",
        in archive: String? = nil, entry: Int = 0
    ) -> Interaction {
        let recording = "Recordings/shop/items"
        return Interaction(
            HTTPRequest("GET", "https://api.shop.test\(path)"),
            .response(HTTPResponse(status, headers: ["Content-Type": type], body: .text(body))),
            location: .init(
                archive: archive ?? recording + ".har", entry: entry, line: 7,
                body: archive == nil ? recording + "/1.json" : nil))
    }

    /// Returns a contract whose responses have a schema.
    private static func contracts(_ schema: String) throws -> ContractSet {
        let text = #"""
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
             "servers": [{"url": "https://api.shop.test"}],
             "paths": {"/items": {"get": {"operationId": "items.list", "responses": {
               "200": {"description": "items", "content": {"application/json": {"schema": \#(schema)}}}}}}}}
            """#
        return ContractSet([try Contract(parsing: Data(text.utf8), file: "shop.json")])
    }

    /// Returns the findings of a check of bodies.
    private static func findings(_ new: [Interaction]) throws -> [Finding] {
        try ContractSet([Contract(parsing: Data(contract.utf8), file: "shop.json")]).check(new).findings
    }

    private static func changes(_ old: [Interaction], _ new: [Interaction]) -> [Finding] {
        RecordingComparison(old, new, api: "shop").changes()
    }

    /// Changes of the provider: what is replaced in its answers, by what, and the causes that are found.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let edits: [(old: String, new: String)]
        let titles: [String]

        init(_ name: String, _ edits: [(String, String)], _ titles: String...) {
            testDescription = name
            self.edits = edits
            self.titles = titles
        }

        func applied(to body: String) -> String {
            edits.reduce(body) { $0.replacingOccurrences(of: $1.old, with: $1.new) }
        }
    }

    static let changes = [
        Change(
            "renamed", [(#""last_name""#, #""family_name""#)],
            "shop renamed 'last_name' to 'family_name'"),
        Change(
            "camel case", [("first_name", "firstName"), ("last_name", "lastName")],
            "shop renamed 'first_name' to 'firstName' and 'last_name' to 'lastName'"),
        Change("dropped", [(#", "kind": "song""#, "")], "shop no longer sends 'kind'"),
        Change(
            "two dropped properties", [(#", "kind": "song""#, ""), (#", "last_name": "Byron""#, "")],
            "shop no longer sends 'last_name'", "shop no longer sends 'kind'"),
        Change(
            "one dropped, another of other values added",
            [(#", "last_name": "Byron""#, #", "rating": true"#)],
            "shop no longer sends 'last_name'", "shop sends a new property, 'rating'"),
        Change(
            "moved into an object",
            [
                (
                    #""first_name": "Ada", "last_name": "Byron""#,
                    #""name": {"first_name": "Ada", "last_name": "Byron"}"#
                )
            ],
            "shop moved 'first_name' and 'last_name' into 'name'"),
        Change(
            "wrapped", [(items, #"{"result": \#(items)}"#)], "shop wrapped its answers in 'result'"),
        Change(
            "replaced by values of another kind",
            [(#""last_name": "Byron""#, #""last_name_id": 7"#)],
            "shop sends 'last_name_id' in place of 'last_name'"),
        Change(
            "split", [(#""made": "2026-01-02""#, #""made_on": "2026-01-02", "made_in": "London""#)],
            "shop sends 'made_on' and 'made_in' in place of 'made'"),
        Change(
            "joined", [(#""first_name": "Ada", "last_name": "Byron""#, #""name": "Ada Byron""#)],
            "shop sends 'name' in place of 'first_name' and 'last_name'"),
        Change(
            "two numbers as objects",
            [
                (#""page": 1"#, #""page": {"value": 1, "unit": "a"}"#),
                (#""total": 2"#, #""total": {"value": 2, "unit": "b"}"#),
            ], "shop sends 'page' and 'total' as objects, not as integers"),
        Change(
            "another paging", [(#""page": 1, "total": 2, "#, #""next_cursor": "eyJ", "#)],
            "shop pages by 'next_cursor', no longer by 'page' and 'total'"),
        Change(
            "a number as a string", [(#""id": 1"#, #""id": "1""#)],
            "shop sends 'id' as a string, not as an integer"),
        Change(
            "all numbers as strings",
            [
                (#""page": 1"#, #""page": "1""#), (#""total": 2"#, #""total": "2""#),
                (#""id": 1"#, #""id": "1""#),
            ], "shop sends 'page', 'total' and 'id' as strings, not as integers"),
        Change(
            "a word as an object", [(#""kind": "song""#, #""kind": {"name": "song"}"#)],
            "shop sends 'kind' as an object, not as a string"),
        Change(
            "a word as a number", [(#""kind": "song""#, #""kind": 7"#)],
            "shop sends 'kind' as a number, not as a string"),
        Change("null", [(#""kind": "song""#, #""kind": null"#)], "shop sends null for 'kind'"),
        Change(
            "an error in another form",
            [(refusal, #"{"type": "about:blank", "title": "Unauthorized", "detail": "no key"}"#)],
            "shop answers 401 with another body: 'type', 'title' and 'detail' instead of 'error' and 'hint'"),
        Change(
            "a new property", [(#""id": 1"#, #""id": 1, "isbn": "978""#)], "shop sends a new property, 'isbn'"
        ),
        Change(
            "new properties", [(#""id": 1"#, #""id": 1, "isbn": "978", "pages": 7"#)],
            "shop sends new properties, 'isbn' and 'pages'"),
    ]

    @Test(arguments: changes)
    func `a change is what happened, in a check and in a comparison`(_ change: Change) throws {
        let old = [Self.interaction(Self.items), Self.interaction(Self.refusal, 401)]
        let new = [
            Self.interaction(change.applied(to: Self.items)),
            Self.interaction(change.applied(to: Self.refusal), 401),
        ]
        #expect(try Self.findings(old).isEmpty)
        let findings = try Self.findings(new)
        #expect(CauseFinder.causes(of: findings).map(\.title).sorted() == change.titles.sorted())
        #expect(
            CauseFinder.causes(of: Self.changes(old, new)).map(\.title).sorted() == change.titles.sorted())
        let both = CauseFinder.causes(of: findings, history: Self.changes(old, new))
        #expect(both.map(\.title).sorted() == change.titles.sorted())
    }

    @Test(arguments: changes)
    func `an archive anywhere shows the same`(_ change: Change) throws {
        func interactions(in archive: String, _ map: (String) -> String) -> [Interaction] {
            [(Self.items, 200), (Self.refusal, 401)].enumerated().map { entry, answer in
                Self.interaction(map(answer.0), answer.1, in: archive, entry: entry)
            }
        }
        let old = interactions(in: "old.har") { $0 }
        let new = interactions(in: "new.har", change.applied)
        let (findings, history) = (try Self.findings(new), Self.changes(old, new))
        for causes in [CauseFinder.causes(of: findings), CauseFinder.causes(of: history)] {
            #expect(causes.map(\.title).sorted() == change.titles.sorted())
        }
    }

    @Test func `values of the same name in several responses of an archive are apart`() throws {
        let kinds = Self.items.replacingOccurrences(of: "song", with: "opera")
        let refusal = #"{"type": "about:blank", "title": "Unauthorized", "kind": "song"}"#
        let new = [
            Self.interaction(kinds, in: "new.har"),
            Self.interaction(refusal, 401, type: "application/problem+json", in: "new.har", entry: 1),
            Self.interaction(kinds, in: "new.har", entry: 2),
        ]
        let causes = CauseFinder.causes(of: try Self.findings(new))
        #expect(
            causes.map(\.title) == [
                "shop answers 401 with another body: 'type', 'title' and 'kind' instead of 'error' and 'hint',"
                    + " as application/problem+json",
                "shop has a new value of 'kind': \"opera\"",
            ])
        #expect(causes.map(\.count) == [3, 2])
    }

    @Test func `an object that has the name of a list wraps it, whatever is beside it`() throws {
        let new = #"{"items": \#(Self.items), "meta": {"version": 2}}"#
        #expect(
            CauseFinder.causes(of: try Self.findings([Self.interaction(new)])).map(\.title) == [
                "shop wrapped its answers in 'items'", "shop sends a new property, 'meta'",
            ])
    }

    @Test func `as many requests to other addresses are in place of the former`() throws {
        let (old, new) = (Self.interaction(Self.items), Self.interaction(Self.items, path: "/things"))
        #expect(
            CauseFinder.causes(of: Self.changes([old], [new])).map(\.title) == [
                "shop is asked for GET /things in place of GET /items"
            ])
        #expect(
            CauseFinder.causes(of: Self.changes([old], [old, new])).map(\.title) == [
                "shop sends other data, which the contract allows"
            ])
    }

    @Test func `what is gone here and rarer there is one cause`() throws {
        let old = [Self.items, "{\(Self.item)}"]
        let gone = Self.item.replacingOccurrences(of: #", "kind": "song""#, with: "")
        let new = [#"{"page": 1, "total": 2, "items": [{\#(gone)}, {\#(Self.item)}]}"#, "{\(gone)}"]
        func interactions(_ bodies: [String]) -> [Interaction] {
            zip(bodies, ["/items", "/items/1"]).map { Self.interaction($0, path: $1) }
        }
        #expect(
            CauseFinder.causes(of: Self.changes(interactions(old), interactions(new))).map(\.title) == [
                "shop no longer sends 'kind'"
            ])
    }

    private static let streamContract = """
        {"openapi": "3.2.0", "info": {"title": "Shop", "version": "1"},
         "servers": [{"url": "https://api.shop.test"}],
         "paths": {"/items": {"get": {"operationId": "talk", "responses": {"200": {"description": "events",
          "content": {"text/event-stream": {"itemSchema": {"type": "object", "properties": {
           "event": {"type": "string", "x-known-values": ["start", "delta"]},
           "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"oneOf": [
            {"type": "object", "required": ["type", "id"], "properties": {"type": {"const": "start"}, "id": {"type": "integer"}}},
            {"type": "object", "required": ["type", "text"], "properties": {"type": {"const": "delta"}, "text": {"type": "string"}}}
           ]}}}}}}}}}}}}
        """
    private static let stream =
        event("start", #""id": 7"#) + event("delta", #""text": "one""#) + event("delta", #""text": "two""#)

    private static func event(_ kind: String, _ members: String) -> String {
        "event: \(kind)\ndata: {\"type\": \"\(kind)\", \(members)}\n\n"
    }

    /// Changes of a stream, with the cause in a check and in a comparison; nil where no cause is expected.
    static let streamChanges: [(change: Change, check: String?)] = [
        (
            Change(
                "a type", [(#""id": 7"#, #""id": "7""#)], "shop sends 'id' as a string, not as an integer"),
            "shop sends 'id' as a string, not as an integer"
        ),
        (
            Change("null", [(#""one""#, "null"), (#""two""#, "null")], "shop sends null for 'text'"),
            "shop sends null for 'text'"
        ),
        (
            Change(
                "gone", [(#", "text": "one""#, ""), (#", "text": "two""#, "")], "shop no longer sends 'text'"),
            "shop no longer sends 'text'"
        ),
        (
            Change(
                "a new kind", [("event: delta", event("cite", #""source": 1"#) + "event: delta")],
                "shop sends a new kind of event, 'cite'"), "shop sends a new kind of event, \"cite\""
        ),
        (
            Change(
                "a kind is gone", [(event("start", #""id": 7"#), "")],
                "shop no longer sends 'start', a kind of event"), nil
        ),
        (
            Change(
                "a kind is renamed", [("delta", "chunk")], "shop renamed 'delta' to 'chunk', a kind of event"),
            "shop sends a new kind of event, \"chunk\""
        ),
    ]

    @Test(arguments: streamChanges)
    func `a change of all events of a kind is one cause`(_ change: Change, _ check: String?) throws {
        let old = [Self.interaction(Self.stream, type: "text/event-stream")]
        let new = [Self.interaction(change.applied(to: Self.stream), type: "text/event-stream")]
        let contract = try Contract(parsing: Data(Self.streamContract.utf8), file: "shop.json")
        let findings = ContractSet([contract]).check(new).findings
        #expect(CauseFinder.causes(of: findings).map(\.title) == [check].compactMap(\.self))
        #expect(CauseFinder.causes(of: Self.changes(old, new)).map(\.title) == change.titles)
    }

    @Test func `a stream that the app has cancelled is compared as far as it came`() {
        func cancelled(_ text: String) -> Interaction {
            var interaction = Self.interaction(text, type: "text/event-stream")
            interaction.outcome = .failure(.cancelled, partial: interaction.outcome.response)
            return interaction
        }
        let whole = Self.interaction(Self.stream, type: "text/event-stream")
        let start = Self.event("start", #""id": 7"#)
        #expect(Self.changes([whole], [cancelled(start + "event: del")]).allSatisfy { $0.severity == .info })
        let changed = start.replacingOccurrences(of: "7", with: #""7""#)
        for old in [whole, cancelled(start)] {
            let causes = CauseFinder.causes(of: Self.changes([old], [cancelled(changed)]))
            #expect(causes.first?.title == "shop sends 'id' as a string, not as an integer")
        }
    }

    @Test func `a property that moved is not part of what else changed in its object`() throws {
        let old = Self.items.replacingOccurrences(
            of: #""id": 1"#, with: #""id": 1, "note": "a", "text": "b""#)
        let new = Self.items.replacingOccurrences(
            of: #""id": 1"#, with: #""id": "1", "more": {"note": "a", "text": "b"}"#)
        let causes = CauseFinder.causes(
            of: try Self.findings([Self.interaction(new)]),
            history: Self.changes([Self.interaction(old)], [Self.interaction(new)]))
        #expect(
            causes.map(\.title) == [
                "shop sends 'id' as a string, not as an integer", "shop moved 'note' and 'text' into 'more'",
            ])
    }

    @Test func `every finding belongs to exactly one cause`() throws {
        let old = [Self.interaction(Self.items), Self.interaction(Self.refusal, 401)]
        for first in Self.changes {
            for second in Self.changes {
                let new = old.map { interaction in
                    guard case .response(let response) = interaction.outcome,
                        let body = try? interaction.responseBytes()
                    else { return interaction }
                    let text = second.applied(to: first.applied(to: String(decoding: body, as: UTF8.self)))
                    return Self.interaction(text, response.status)
                }
                let findings = try Self.findings(new)
                let causes = CauseFinder.causes(of: findings, history: Self.changes(old, new))
                #expect(causes.flatMap(\.findings).count == findings.count)
                #expect(Set(causes.flatMap(\.findings)) == Set(findings))
            }
        }
    }

    @Test func `a date, a range, a word, a status and a media type are causes of their own`() throws {
        let body = Self.items.replacingOccurrences(of: "2026-01-02", with: "02.01.2026")
            .replacingOccurrences(of: #""id": 1"#, with: #""id": 5000"#)
            .replacingOccurrences(of: "song", with: "opera")
        let findings = try Self.findings([
            Self.interaction(body), Self.interaction(Self.items, 202),
            Self.interaction(Self.items, type: "text/yaml"),
        ])
        #expect(
            CauseFinder.causes(of: findings).map(\.title) == [
                "shop sends 'id' out of its limits: the number 5000",
                "shop writes 'made' as 02.01.2026, expected a date like yyyy-MM-dd",
                "shop answers GET /items with 202, not with 200 or 401",
                "shop sends text/yaml, not application/json", "shop has a new value of 'kind': \"opera\"",
            ])
    }

    @Test(arguments: [
        (
            "<html><head><title> Just a\n moment </title></head></html>",
            "shop answers with HTML titled \"Just a moment\", not with JSON"
        ),
        ("\u{feff}" + items, "shop answers with JSON after a byte order mark, not with JSON"),
        (#"{"page": 1, "tot"#, "shop cut off its answer in 'items'"),
        (#"{"page": 1, }"#, "shop answers with a body that cannot be parsed in 'items'"),
    ])
    func `a body that is no JSON is one cause`(_ body: String, _ title: String) throws {
        let (old, new) = ([Self.interaction(Self.items)], [Self.interaction(body)])
        let findings = try Self.findings(new)
        #expect(CauseFinder.causes(of: findings).map(\.title) == [title])
        #expect(CauseFinder.causes(of: findings, history: Self.changes(old, new)).map(\.title) == [title])
    }

    @Test func `what a response with another status has is part of that`() throws {
        let old = [Self.interaction(Self.items)]
        let new = [Self.interaction(Self.items, 401, type: "text/html")]
        let causes = CauseFinder.causes(of: try Self.findings(new), history: Self.changes(old, new))
        #expect(causes.map(\.title) == ["shop answers GET /items with 401, not with 200"])
    }

    @Test func `another status of one request explains nothing about another`() throws {
        let old = [Self.interaction(Self.items), Self.interaction(Self.refusal, 401, path: "/items?key=1")]
        let new = [
            Self.interaction(Self.items.replacingOccurrences(of: #""id": 1"#, with: #""id": "1""#)),
            Self.interaction(Self.refusal, 200, path: "/others"),
        ]
        let causes = CauseFinder.causes(of: try Self.findings(new))
        #expect(causes.map(\.kind) == [.retyped, .other])
        #expect(
            CauseFinder.causes(of: Self.changes(old, new)).map(\.title).first
                == "shop sends 'id' as a string, not as an integer")
    }

    @Test func `what some objects lack is not the effect of what all of them have`() throws {
        let gone = Self.item.replacingOccurrences(of: #", "kind": "song""#, with: "")
        let new = #"{"page": 1, "total": 2, "items": [{\#(gone)}, {\#(Self.item)}, {\#(Self.item)}]}"#
            .replacingOccurrences(of: #""id": 1"#, with: #""id": "1""#)
        let causes = CauseFinder.causes(of: try Self.findings([Self.interaction(new)]))
        #expect(causes.map(\.kind) == [.dropped, .retyped])
    }

    @Test func `requests to unknown operations are one cause`() throws {
        let new = ["/v2/items", "/v2/items/7", "/v2/items/8"].map { Self.interaction(Self.items, path: $0) }
        #expect(
            CauseFinder.causes(of: try Self.findings(new)).map(\.title) == [
                "shop is asked for operations that the contract lacks: GET /v2/items, GET /v2/items/7 and"
                    + " 1 more request"
            ])
    }

    @Test func `what another branch of a condition forbids is part of the value that chose it`() throws {
        let set = try Self.contracts(
            #"""
            {"type": "array", "items": {
                   "type": "object",
                   "properties": {"kind": {"type": "string", "x-known-values": ["song", "play"]}, "singer": {}},
                   "if": {"properties": {"kind": {"const": "play"}}},
                   "then": {"properties": {"acts": {"type": "array", "items": {"type": "integer"}}}},
              "else": {"required": ["singer"], "properties": {"acts": {"maxItems": 0}}}}}
            """#)
        let old = #"[{"kind": "play", "acts": [1]}, {"kind": "song", "singer": "Ada"}]"#
        #expect(set.check([Self.interaction(old)]).findings.isEmpty)
        let findings = set.check([Self.interaction(old.replacingOccurrences(of: "play", with: "drama"))])
            .findings
        #expect(Set(findings.map(\.rule.id)).count == 3)
        #expect(
            CauseFinder.causes(of: findings).map(\.title) == ["shop has a new value of 'kind': \"drama\""])
    }

    @Test(arguments: [
        (#""kind": "song", "#, "", "shop no longer sends 'kind'"),
        (#""kind": "song""#, #""kind": 7"#, "shop sends 'kind' as a number, not as a string"),
    ])
    func `a choice that is made by a property is part of what happened to it`(
        _ old: String, _ new: String, _ title: String
    ) throws {
        let set = try Self.contracts(
            #"""
            {"type": "array", "items": {
                   "type": "object", "required": ["kind"],
                   "properties": {"kind": {"type": "string"}, "acts": {"type": "integer"}, "singer": {}},
                   "anyOf": [{"required": ["singer"], "properties": {"kind": {"const": "song"}}},
                        {"required": ["kind"], "properties": {"kind": {"const": "play"}}}]}}
            """#)
        let body = #"[{"kind": "song", "acts": 1}, {"kind": "play", "acts": 2}]"#
            .replacingOccurrences(of: #""acts": 1"#, with: #""acts": 1, "singer": "Ada""#)
        #expect(set.check([Self.interaction(body)]).findings.isEmpty)
        let changed = body.replacingOccurrences(of: old, with: new)
        let gone = changed.replacingOccurrences(of: #", "singer": "Ada""#, with: "")
        let findings = set.check([Self.interaction(gone)]).findings
        #expect(findings.count == 2)
        #expect(CauseFinder.causes(of: findings).map(\.title) == [title])
        // It does not belong to what happened to a property that it is not about.
        let apart = body.replacingOccurrences(of: #""acts": 1, "singer": "Ada""#, with: #""acts": "1""#)
        #expect(CauseFinder.causes(of: set.check([Self.interaction(apart)]).findings).count == 2)
    }

    @Test func `a change in a branch of a condition stays apart from one of what the condition is about`()
        throws
    {
        let set = try Self.contracts(
            #"""
            {"type": "object", "required": ["stat", "page"],
                 "properties": {"stat": {"type": "string"}, "page": {"type": "integer"}, "items": {}},
                 "if": {"properties": {"stat": {"const": "ok"}}},
                 "then": {"required": ["items"], "properties": {"items": {
              "type": "array", "items": {"properties": {"title": {"type": "string"}}}}}}}
            """#)
        func causes(_ new: String) -> [String] {
            let old = Self.interaction(#"{"stat": "ok", "page": 1, "items": [{"title": "a"}]}"#)
            let findings = set.check([Self.interaction(new)]).findings
            return CauseFinder.causes(of: findings, history: Self.changes([old], [Self.interaction(new)]))
                .map(\.title)
        }
        #expect(causes(#"{"page": 1, "message": "no"}"#).count == 2)
        #expect(
            Set(causes(#"{"page": 1, "items": [{"title": null}]}"#)) == [
                "shop no longer sends 'stat'", "shop sends null for 'title'",
            ])
        #expect(
            Set(causes(#"{"stat": "ok", "page": "1", "items": [{"title": 1}]}"#)) == [
                "shop sends 'page' as a string, not as an integer",
                "shop sends 'title' as a number, not as a string",
            ])
    }

    @Test(arguments: [
        (0, ["shop no longer sends 'kind'"]),
        (1, ["shop sends 'note' out of its limits: nothing", "shop no longer sends 'kind'"]),
    ])
    func `what the app cannot read of an object is part of what else happened to it`(
        _ index: Int, _ titles: [String]
    ) throws {
        let gone = Self.item.replacingOccurrences(of: #", "kind": "song""#, with: "")
        let body = #"{"page": 1, "total": 2, "items": [{\#(gone)}, {\#(Self.item)}]}"#
        var findings = try Self.findings([Self.interaction(body)])
        var subject = try #require(findings.first).subject
        (subject.model, subject.pointer) = ("Items", JSONPointer(["items", "\(index)", "note"]))
        findings.append(
            Finding(.valueRefused, about: subject, .found("nothing"), at: findings[0].location, next: ""))
        #expect(CauseFinder.causes(of: findings).map(\.title) == titles)
    }

    @Test func `what errors and other answers lack at the same path is one cause`() throws {
        func changes(_ edit: (String) -> String) -> [String] {
            let bodies = [(Self.items, 200), (Self.refusal, 401)].map { body, status in
                (#"{"meta": {"label": "a", "url": "/b"}, "data": \#(body)}"#, status)
            }
            let old = bodies.map { Self.interaction($0, $1) }
            let new = bodies.map { Self.interaction(edit($0), $1) }
            return CauseFinder.causes(of: Self.changes(old, new)).map(\.title)
        }
        let gone = changes { $0.replacingOccurrences(of: #""label": "a", "#, with: "") }
        #expect(gone == ["shop no longer sends 'label'"])
        let renamed = changes { $0.replacingOccurrences(of: "label", with: "label_text") }
        #expect(renamed == ["shop renamed 'label' to 'label_text'"])
    }

    @Test func `what is in all objects but the first moved with the others`() throws {
        func body(_ items: [String]) -> String {
            #"{"page": 1, "total": 2, "items": [\#(items.map { "{\($0)}" }.joined(separator: ", "))]}"#
        }
        let items = [Self.item, Self.item + #", "note": "a""#]
        let old = [Self.interaction(body(items))]
        let new = [Self.interaction(body(items.map { #""value": {\#($0)}"# }))]
        let causes = CauseFinder.causes(of: try Self.findings(new), history: Self.changes(old, new))
        #expect(
            causes.map(\.title) == [
                "shop moved 'id', 'first_name', 'last_name', 'kind' and 2 more into 'value'"
            ])
    }

    @Test func `the effect of an effect is part of the cause`() throws {
        let contract = Self.contract
            .replacingOccurrences(
                of: #""note": {"type": ["string", "null"]}"#,
                with: #""note": {"type": ["string", "null"]}}, "if": {"required": ["last_name"]}, "#
                    + #""then": {}, "else": {"required": ["note"]"#)
        let set = ContractSet([try Contract(parsing: Data(contract.utf8), file: "shop.json")])
        let song = "{\(Self.item)}"
        let play = song.replacingOccurrences(of: "song", with: "drama")
        let short = play.replacingOccurrences(of: #", "last_name": "Byron""#, with: "")
        let body = #"{"page": 1, "total": 3, "items": [\#(short), \#(play), \#(song)]}"#
        let others = (0..<3).map {
            Self.interaction(body.replacingOccurrences(of: short, with: play), entry: $0)
        }
        let findings = set.check([Self.interaction(body, entry: 9)] + others).findings
        #expect(findings.contains { $0.pointer?.tokens.last == "note" })
        #expect(
            CauseFinder.causes(of: findings).map(\.title) == ["shop has a new value of 'kind': \"drama\""])
    }

    @Test func `the number of properties is part of what an object lacks`() throws {
        let contract = Self.contract.replacingOccurrences(
            of: #""required": ["error", "hint"]"#, with: #""minProperties": 2"#)
        let set = ContractSet([try Contract(parsing: Data(contract.utf8), file: "shop.json")])
        let old = [Self.interaction(Self.refusal, 401)]
        let new = [Self.interaction(#"{"error": "no key"}"#, 401)]
        let findings = set.check(new).findings
        #expect(findings.map(\.rule.id) == ["response-property-length"])
        let causes = CauseFinder.causes(of: findings, history: Self.changes(old, new))
        #expect(causes.map(\.title) == ["shop no longer sends 'hint'"])
    }

    @Test func `what the contract allows is one line, whatever differs`() throws {
        let old = [Self.interaction(#"{"page": 1, "total": 1, "items": [{\#(Self.item), "note": "a"}]}"#)]
        let new = [Self.interaction(#"{"page": 2, "total": 7, "items": [{\#(Self.item), "note": null}]}"#)]
        let causes = CauseFinder.causes(of: try Self.findings(new), history: Self.changes(old, new))
        #expect(causes.map(\.title) == ["shop sends other data, which the contract allows: 'note' as null"])
        #expect(causes.map(\.severity) == [.info])
    }

    @Test func `the identity of a cause depends on no value and no order`() throws {
        let bodies = ["Ada", "Bob"].map {
            Self.items.replacingOccurrences(of: #""first_name": "Ada""#, with: #""title": "\#($0)""#)
        }
        let ids = try bodies.map {
            CauseFinder.causes(of: try Self.findings([Self.interaction($0)])).map(\.id)
        }
        #expect(ids[0] == ids[1])
        #expect(!ids[0].isEmpty)
    }
}
