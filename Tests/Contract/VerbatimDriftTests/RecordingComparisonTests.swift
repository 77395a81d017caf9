import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimDrift

@Suite struct RecordingComparisonTests {
    /// Two bodies and the changes between them: `severity rule pointer: old -> new`.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let old: String
        let new: String
        let changes: [String]

        init(_ name: String, _ old: String, _ new: String, changes: String...) {
            self.name = name
            self.old = old
            self.new = new
            self.changes = changes
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("nothing", #"{"a":1}"#, #"{"a":1}"#),
        Case(
            "values that differ in every recording", #"{"at":"2026-01-01T00:00:00Z","n":1,"t":"one tale"}"#,
            #"{"at":"2026-11-21T10:05:56Z","n":2,"t":"another"}"#),
        Case(
            "a byte order mark", #"{"a":1}"#, "\u{feff}" + #"{"a":2}"#,
            changes: "warning drift-body-kind-changed the body: JSON -> JSON after a byte order mark"),
        Case("order", #"{"a":1,"b":2}"#, #"{"b":3,"a":4}"#),
        Case(
            "an added property", #"[{"a":1},{"a":2}]"#, #"[{"a":1,"b":2},{"a":2}]"#,
            changes: "info drift-property-added /*/b: in none of 2 -> in 1 of 2"),
        Case(
            "a removed property", #"[{"a":1,"b":2},{"a":2,"b":3}]"#, #"[{"a":1},{"a":2}]"#,
            changes: "breaking drift-property-removed /*/b: in 2 of 2 -> in none of 2"),
        Case(
            "a removed property that was optional", #"[{"a":1,"b":2},{"a":2}]"#, #"[{"a":1}]"#,
            changes: "info drift-property-removed /*/b: in 1 of 2 -> in none of 1"),
        Case(
            "a property that became optional", #"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#,
            changes: "warning drift-property-became-optional /*/a: in 2 of 2 -> in 1 of 2"),
        Case(
            "a property that became required", #"[{"a":1},{}]"#, #"[{"a":1},{"a":2}]"#,
            changes: "info drift-property-became-required /*/a: in 1 of 2 -> in 2 of 2"),
        Case(
            "an empty list, whose elements are unknown", #"{"l":[{"a":1},{}],"m":[]}"#,
            #"{"l":[],"m":[{"b":1}]}"#,
            changes: "warning drift-list-emptied /l: 2 elements -> 0 elements"),
        Case(
            "another type", #"{"a":1}"#, #"{"a":"1"}"#,
            changes: "breaking drift-type-added /a: integer -> string"),
        Case(
            "a fraction", #"{"a":[1,2]}"#, #"{"a":[1,2.5]}"#,
            changes: "breaking drift-type-added /a/*: integer -> integer or number"),
        Case(
            "null", #"{"a":"x"}"#, #"{"a":null}"#,
            changes: "warning drift-type-added /a: string -> null"),
        Case(
            "one type less", #"{"a":["x",1]}"#, #"{"a":["x"]}"#,
            changes: "info drift-type-removed /a/*: integer or string -> string"),
        Case(
            "another format", #"{"a":"https://a.test/"}"#, #"{"a":"/here"}"#,
            changes: "breaking drift-format-changed /a: a URL -> a plain string, \"/here\""),
        Case(
            "numbers in strings", #"["1","22","333"]"#, #"["1","x2"]"#,
            changes: "breaking drift-format-changed /*: a number in a string -> a plain string, \"x2\""),
        Case("a single title that looks like a number", #"{"title":"1984"}"#, #"{"title":"Emma"}"#),
        Case(
            "a fraction of a second", #"{"at":"2026-01-01T00:00:00Z"}"#,
            #"{"at":"2026-01-01T00:00:00.123Z"}"#,
            changes:
                "warning drift-date-format-changed /at: a date to the second, without a fraction, with the offset 'Z' -> "
                + "a date to the second, with a fraction of 3 digits, with the offset 'Z'"),
        Case(
            "a new value of a vocabulary", #"["b","s","b","s","b","b"]"#, #"["b","s","b","film","b","b"]"#,
            changes: "warning drift-vocabulary-added /*: \"b\", \"s\" -> \"b\", \"film\", \"s\""),
        Case(
            "one value of a vocabulary less", #"["b","s","b","s","b","b"]"#, #"["b","b","b","b"]"#,
            changes: "info drift-vocabulary-removed /*: \"b\", \"s\" -> \"b\""),
        Case("distinct strings, which are data", #"["ann","bob","cy","dee"]"#, #"["eve","fay","guy","hal"]"#),
        Case(
            "a dictionary, whose keys are data",
            #"{"k1":1,"k2":1,"k3":1,"k4":1,"k5":1,"k6":1,"k7":1,"k8":1}"#,
            #"{"l1":1,"l2":1,"l3":1,"l4":1,"l5":1,"l6":1,"l7":1,"l8":1}"#),
        Case(
            "a page instead of JSON", #"{"a":1}"#, "<!DOCTYPE html><html></html>",
            changes: "breaking drift-body-kind-changed the body: JSON -> HTML"),
    ]

    private func interaction(
        _ target: String = "/a?q=1", status: Int = 200, headers: HeaderFields = [:],
        type: String = "application/json", line: Int = 7, in archive: String, _ body: String = "{}"
    ) -> Interaction {
        var headers = headers
        headers["Content-Type"] = type
        return Interaction(
            HTTPRequest("GET", "https://a.test" + target),
            .response(HTTPResponse(status, headers: headers, body: .data(Data(body.utf8)))),
            location: .init(archive: "\(archive).har", entry: 0, line: line, body: "\(archive)/1.json"))
    }

    private func lines(_ changes: [Finding]) -> [String] {
        changes.map { change in
            guard case .change(_, let old, let new) = change.sides else { return change.message }
            let subject = change.pointer?.description ?? change.part ?? ""
            return "\(change.severity) \(change.rule.id) \(subject): \(old) -> \(new)"
        }
    }

    @Test(arguments: cases)
    func `compares the structure of bodies`(_ example: Case) {
        let changes = RecordingComparison(
            [interaction(in: "old", example.old)], [interaction(in: "new", example.new)], api: "a"
        ).changes()
        #expect(lines(changes) == example.changes)
    }

    @Test func `the events of streams are compared by their kinds`() {
        func stream(_ events: String..., in folder: String) -> [Interaction] {
            let text = events.map { $0 + "\n\n" }.joined()
            return [interaction(type: "text/event-stream", in: folder, text)]
        }
        let start = #"data: {"type": "start", "id": 1}"#
        let delta = #"data: {"type": "delta", "text": "a", "id": 2}"#
        let old = stream(start, delta, delta, "data: [DONE]", in: "old")
        func changes(_ new: [Interaction]) -> [String] {
            lines(RecordingComparison(old, new, api: "a").changes())
        }
        #expect(changes(stream(start, delta, delta, delta, "data: [DONE]", in: "new")) == [])
        let renamed = delta.replacing("id", with: "key")
        #expect(
            changes(stream(start, renamed, renamed, "data: [DONE]", in: "new")) == [
                "breaking drift-property-removed /delta/data/id: in 2 of 2 -> in none of 2",
                "info drift-property-added /delta/data/key: in none of 2 -> in 2 of 2",
            ])
        #expect(
            changes(stream(start, "data: [DONE]", in: "new")) == [
                "warning drift-property-removed /delta: in 2 of 3 -> in none of 1"
            ])
    }

    @Test func `the messages of WebSockets are compared in each direction`() throws {
        func socket(_ send: String, _ receive: String) throws -> [Interaction] {
            let har = """
                {"log": {"entries": [{"request": {"method": "GET", "url": "wss://a.test/"}, "response": {"status": 101},
                 "_webSocketMessages": [{"type": "send", "data": \(JSONValue.string(send).text())},
                 {"type": "receive", "data": \(JSONValue.string(receive).text())}]}]}}
                """
            let folder = URL(filePath: "/nowhere")
            return try Archive(parsing: Data(har.utf8), path: "a.har", folder: folder, isLenient: true)
                .interactions
        }
        let changes = RecordingComparison(
            try socket(#"{"a": 1}"#, #"{"type": "b", "c": 1}"#),
            try socket(#"{"a": "1"}"#, #"{"type": "b", "d": 1}"#), api: "a"
        ).changes()
        #expect(
            lines(changes) == [
                "breaking drift-type-added /*/a: integer -> string",
                "breaking drift-property-removed /b/c: in 1 of 1 -> in none of 1",
                "info drift-property-added /b/d: in none of 1 -> in 1 of 1",
            ])
        #expect(changes.map { $0.location?.description } == ["a.har:2:50", "a.har:3:30", "a.har:3:30"])
    }

    @Test func `calls at one URL are paired by their names, also in batches`() {
        func calls(_ calls: [(method: String, result: String)], isBatch: Bool = false, in folder: String)
            -> [Interaction]
        {
            let exchanges = calls.enumerated().map { id, call in
                (
                    #"{"jsonrpc": "2.0", "id": \#(id), "method": "\#(call.method)"}"#,
                    #"{"jsonrpc": "2.0", "id": \#(id), "result": \#(call.result)}"#
                )
            }
            let joined = exchanges.reduce(into: ("", "")) { texts, exchange in
                texts.0 += (texts.0.isEmpty ? "[" : ", ") + exchange.0
                texts.1 += (texts.1.isEmpty ? "[" : ", ") + exchange.1
            }
            return (isBatch ? [(joined.0 + "]", joined.1 + "]")] : exchanges).map { request, response in
                var interaction = interaction(in: folder, response)
                interaction.request = HTTPRequest("POST", "https://a.test/rpc", body: Data(request.utf8))
                return interaction
            }
        }
        let old = calls([("a", "1"), ("b", #""x""#)], in: "old")
        func changes(_ new: [Interaction]) -> [Finding] { RecordingComparison(old, new, api: "a").changes() }
        for isBatch in [false, true] {
            #expect(changes(calls([("b", #""x""#), ("a", "1")], isBatch: isBatch, in: "new")).isEmpty)
            let found = changes(calls([("b", "2"), ("a", "1")], isBatch: isBatch, in: "new"))
            #expect(lines(found) == ["breaking drift-type-added /result: string -> integer"])
            #expect(found.map(\.exchange) == ["POST /rpc#b -> 200"])
        }
    }

    @Test func `every rule about bodies has a case`() {
        let shown = Self.cases.flatMap(\.changes).compactMap { $0.split(separator: " ").dropFirst().first }
        let unshown = Rule.ofDrift.map(\.id).filter { !shown.contains($0[...]) }
        #expect(
            unshown == [
                "drift-interaction-added", "drift-interaction-removed", "drift-status-changed",
                "drift-header-added", "drift-header-removed", "drift-header-changed",
                "drift-media-type-changed", "drift-value-not-decoded",
            ])
    }

    @Test func `header fields can be left out`() {
        let old = [interaction(headers: ["X-Shard": "7", "X-Gateway-Node": "a", "X-Kind": "a"], in: "old")]
        let changes = RecordingComparison(
            old, [interaction(in: "new")], api: "a", ignoredHeaders: ["x-shard", "X-Gateway-*"]
        ).changes()
        #expect(lines(changes) == ["warning drift-header-removed header 'x-kind': a -> missing"])
    }

    @Test func `compares interactions, statuses and headers`() {
        let old = [
            interaction(
                headers: [
                    "Server": "a", "X-Since": "Sun, 06 Nov 1994 08:49:37 GMT", "Age": "7", "Date": "now",
                    "X-Amz-Id-2": "b", "Content-Length": "2",
                ], in: "old"),
            interaction("/gone", in: "old"), interaction("/b", in: "old"),
        ]
        let new = [
            interaction(
                headers: [
                    "Date": "1994-11-06", "X-Since": "1994-11-06", "X-New": "1", "Via": "proxy", "ETag": "c",
                ], type: "text/javascript; charset=utf-8", in: "new"),
            interaction("/b", status: 404, in: "new"), interaction("/come", in: "new"),
        ]
        #expect(
            lines(RecordingComparison(old, new, api: "a").changes()) == [
                "warning drift-media-type-changed header 'content-type': application/json -> text/javascript; charset=utf-8",
                "info drift-header-added header 'etag': missing -> c",
                "warning drift-header-removed header 'server': a -> missing",
                "info drift-header-added header 'x-new': missing -> 1",
                "warning drift-header-changed header 'x-since': Sun, 06 Nov 1994 08:49:37 GMT -> 1994-11-06",
                "breaking drift-status-changed the exchange: 200 -> 404",
                "info drift-interaction-added the exchange: missing -> GET https://a.test/come -> 200",
                "warning drift-interaction-removed the exchange: GET https://a.test/gone -> 200 -> missing",
            ])
    }

    @Test func `what the contract allows is information, and does not count as news`() {
        let old = [
            interaction(headers: ["X-Kind": "a", "X-Since": "b"], in: "old", #"{"a":1,"b":[1],"c":{"d":1}}"#)
        ]
        let new = [interaction(in: "new", #"{"b":["x"],"c":{"e":1}}"#)]
        let about = Finding.Subject(pointer: JSONPointer.root.appending("c").appending("e"))
        let contract = RecordingComparison.ContractView(operation: { _ in "list" }) { _ in
            [
                Finding(
                    .responseHeaderMissing, about: .init(part: "header 'X-Since'"), .expected("", found: ""),
                    next: ""
                ),
                Finding(.responsePropertyUndocumented, about: about, .expected("", found: ""), next: ""),
                Finding(
                    .requestParameterUndocumented, about: .init(part: "query item 'q'"),
                    .expected("", found: ""),
                    next: ""),
            ]
        }
        let changes = RecordingComparison(old, new, api: "a", contract: contract) { _ in [] }.changes()
        #expect(
            lines(changes.filter(\.isAllowed)) == [
                "info drift-header-removed header 'x-kind': a -> missing",
                "info drift-property-removed /a: in 1 of 1 -> in none of 1",
                "info drift-type-added /b/*: integer -> string",
                "info drift-property-removed /c/d: in 1 of 1 -> in none of 1",
            ])
        #expect(
            lines(changes.filter { !$0.isAllowed }) == [
                "warning drift-header-removed header 'x-since': b -> missing",
                "info drift-property-added /c/e: in none of 1 -> in 1 of 1",
            ])
    }

    @Test func `a contract and a model name the items of a stream by their numbers`() throws {
        func stream(_ name: String, in folder: String) -> [Interaction] {
            [
                interaction(
                    type: "text/event-stream", in: folder,
                    "event: a\ndata: {\"\(name)\": 1}\n\nevent: b\ndata: {}\n\n")
            ]
        }
        let pointer = try JSONPointer(parsing: "/0/data/id")
        let contract = RecordingComparison.ContractView(operation: { _ in "talk" }) { _ in
            [
                Finding(
                    .responsePropertyMissing, about: .init(pointer: pointer), .expected("", found: ""),
                    next: "")
            ]
        }
        let (old, new) = (stream("id", in: "old"), stream("key", in: "new"))
        let judged = RecordingComparison(old, new, api: "a", contract: contract).changes()
        #expect(
            lines(judged.filter { !$0.isAllowed }) == [
                "breaking drift-property-removed /a/data/id: in 1 of 1 -> in none of 1"
            ])
        let conflict = ModelConflict(
            pointer: pointer, location: nil,
            property: AffectedProperty(name: "A.id", location: nil, model: "A", reason: ""), isDropped: false)
        let graded = RecordingComparison(old, new, api: "a") {
            $0.location?.archive == "new.har" ? [conflict] : []
        }
        let broken = graded.changes().filter { !$0.affected.isEmpty }
        #expect(broken.map(\.pointer?.description) == ["/a/data/id"])
    }

    @Test func `a status that the contract declares is a warning`() {
        let contract = RecordingComparison.ContractView(operation: { _ in "list" }, violations: { _ in [] })
        let changes = RecordingComparison(
            [interaction(status: 404, in: "old")], [interaction(status: 503, in: "new")], api: "a",
            contract: contract
        ).changes()
        #expect(lines(changes) == ["warning drift-status-changed the exchange: 404 -> 503"])
        #expect(changes.allSatisfy { !$0.isAllowed })
    }

    @Test func `with a status that no one declared, nothing is allowed`() {
        let changes = { (findings: [Finding]) in
            RecordingComparison(
                [interaction(in: "old", #"{"a":1}"#)], [interaction(in: "new", #"{"a":null}"#)], api: "a",
                contract: .init(operation: { _ in "list" }, violations: { _ in findings })
            ).changes()
        }
        let undeclared = Finding(
            .responseStatusUndocumented, about: .init(part: "status"), .expected("", found: ""), next: "")
        #expect(changes([]).map(\.isAllowed) == [true])
        #expect(changes([undeclared]).map(\.isAllowed) == [false])
    }

    @Test func `compares what the same operation answers, whatever the URLs`() {
        let changes = RecordingComparison(
            [interaction("/covers/1", in: "old", #"{"a":1}"#), interaction("/covers/2", in: "old")],
            [interaction("/covers/2", in: "new"), interaction("/covers/3", in: "new", #"{"a":true}"#)],
            api: "a", contract: .init(operation: { _ in "cover" }, violations: { _ in [] })
        ).changes()
        #expect(lines(changes) == ["info drift-type-added /a: integer -> boolean"])
    }

    @Test func `pairs requests that differ in their query, with both locations`() throws {
        let old = [interaction("/a?t=1", in: "old", "{\n \"a\": 1}")]
        let new = [interaction("/a?t=2", in: "new", "{\n\n  \"a\": \"1\"}")]
        let change = try #require(RecordingComparison(old, new, api: "a").changes().first)
        #expect(change.oldLocation?.description == "old/1.json:2:7")
        #expect(change.location?.description == "new/1.json:3:8")
        #expect(change.exchange == "GET /a -> 200")
        #expect(change.next == "run `verbatim check a` to see whether the contract and the models still hold")
    }
}
