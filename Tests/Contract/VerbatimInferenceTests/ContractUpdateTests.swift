import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReports

@testable import VerbatimInference

/// Updates of a handwritten contract with traffic that contradicts it.
@Suite struct ContractUpdateTests {
    private func update(
        _ bodies: [String], headers: HeaderFields = ["ETag": "\"1\""],
        to url: String = "https://api.shop.test/items",
        status: Int = 200
    ) throws -> InferredContract {
        let interactions = Traffic.responses(bodies, to: url, status: status).map { interaction in
            var interaction = interaction
            if case .response(var response) = interaction.outcome {
                for field in headers { response.headers.append(field.name, field.value) }
                interaction.outcome = .response(response)
            }
            return interaction
        }
        let contract = try Contract(parsing: Data(ShopContract.text.utf8), file: Traffic.file)
        let inferred = try ContractInference().update(contract, with: interactions)
        #expect(!ContractSet([inferred.contract]).check(interactions).isBroken)
        return inferred
    }

    /// The removed and inserted lines.
    private func difference(_ inferred: InferredContract) -> String {
        let old = ShopContract.text.split(separator: "\n", omittingEmptySubsequences: false)
        let new = inferred.text.split(separator: "\n", omittingEmptySubsequences: false)
        var lines: [(Int, Int, String)] = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, let line, _): lines.append((offset, 0, "- \(line.drop { $0 == " " })"))
            case .insert(let offset, let line, _): lines.append((offset, 1, "+ \(line.drop { $0 == " " })"))
            }
        }
        return lines.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2).joined(separator: "\n")
    }

    @Test func `valid traffic changes nothing`() throws {
        let inferred = try update([#"{"name": "Lamp", "id": 7, "state": "new", "kept": {"a": true}}"#])
        #expect(!inferred.isChanged && inferred.text == ShopContract.text)
        #expect(
            InferenceText().text(of: inferred, api: "shop")
                == "shop: 1 interaction, the contract is unchanged\n")
    }

    @Test func `a slash at the end is that of a declared path without it, and belongs to a new one`() throws {
        let body = #"{"name": "Lamp", "id": 7, "state": "new", "kept": {"a": true}}"#
        #expect(try update([body], to: "https://api.shop.test/items/").text == ShopContract.text)
        let inferred = try update(["{}"], to: "https://api.shop.test/items/7/parts/")
        #expect(inferred.contract.operations.map(\.path).sorted() == ["/items", "/items/{itemId}/parts/"])
        // What is redirected to the path with a slash does not have another one.
        let redirected =
            Traffic.responses(["{}"], to: "https://api.shop.test/parts", status: 301)
            + Traffic.responses(["{}"], to: "https://api.shop.test/parts/")
            + Traffic.responses(["{}"], to: "https://api.shop.test/lids", status: 302)
        let paths = try ContractInference().contract(file: "shop.json", from: redirected).contract.operations
        #expect(paths.map(\.path).sorted() == ["/lids", "/parts/"])
    }

    @Test(arguments: [
        (
            #"{"name": "Lamp", "id": null}"#, #"/components/schemas/Item/properties/id/type"#,
            #"was "integer", is now ["integer","null"]"#, "null"
        ),
        (
            #"{"name": "Lamp", "id": 7.5}"#, "/components/schemas/Item/properties/id/type",
            #"was "integer", is now "number""#, "the number 7.5"
        ),
        (
            #"{"name": "Lamp"}"#, "/components/schemas/Item/required",
            #"was ["name","id"], is now without "id""#, "missing"
        ),
        (
            #"{"name": "Lamp", "id": 0}"#, "/components/schemas/Item/properties/id/minimum",
            "was 1, is now 0",
            "the number 0"
        ),
        (
            #"{"name": "Lamp", "id": 100}"#, "/components/schemas/Item/properties/id/exclusiveMaximum",
            "was 100, is now 100 as 'maximum'", "the number 100"
        ),
        (
            #"{"name": "é", "id": 1}"#, "/components/schemas/Item/properties/name/minLength",
            "was 3, is now 1",
            "1 character"
        ),
        (
            #"{"name": "Lamp", "id": 1, "state": "lost"}"#, "/components/schemas/Item/properties/state/enum",
            #"was ["new","old"], is now ["new","old","lost"]"#, #"the string "lost""#
        ),
        (
            #"{"name": "Lamp", "id": 1, "unit": "in"}"#, "/components/schemas/Item/properties/unit/const",
            #"was "cm", is now ["cm","in"] as 'enum'"#, #"the string "in""#
        ),
        (
            #"{"name": "Lamp", "id": 1, "code": "a1"}"#, "/components/schemas/Item/properties/code/pattern",
            #"was "^[A-Z]+$", is removed"#, #"the string "a1""#
        ),
        (
            #"{"name": "Lamp", "id": 1, "made": "2024"}"#,
            "/components/schemas/Item/properties/made/x-date-formats",
            #"was ["yyyy-MM-dd"], is now ["yyyy-MM-dd","yyyy"]"#, #"the string "2024""#
        ),
        (
            #"{"name": "Lamp", "id": 1, "made": "soon"}"#,
            "/components/schemas/Item/properties/made/x-date-formats",
            #"was ["yyyy-MM-dd"], is removed"#, #"the string "soon""#
        ),
        (
            #"{"name": "Lamp", "id": 1, "sizes": [1, 2, 3]}"#,
            "/components/schemas/Item/properties/sizes/maxItems",
            "was 2, is now 3", "3 elements"
        ),
        (
            #"{"name": "Lamp", "id": 1, "kept": {"b": 1}}"#,
            "/components/schemas/Item/properties/kept/additionalProperties", "was false, is now {}",
            "the number 1"
        ),
    ])
    func `a value that violates a keyword widens only that keyword`(
        _ body: String, _ pointer: String, _ summary: String, _ value: String
    ) throws {
        let inferred = try update([body])
        let edit = try #require(inferred.edits.first)
        #expect(edit.kind == .widened)
        #expect(edit.pointer.description == pointer)
        #expect(edit.summary == summary)
        #expect(edit.value == value)
        #expect(inferred.edits.dropFirst().allSatisfy { $0.kind == .added })
    }

    @Test func `handwritten text is kept, and additions and widened keywords are reported`() throws {
        let inferred = try update([
            #"{"name": "Lamp", "id": 7, "colour": "blue", "weight": 1.5}"#,
            "{\n  \"name\": null,\n  \"id\": 8,\n  \"weight\": null\n}",
        ])
        #expect(
            difference(inferred) == """
                - "type": "string",
                - "red"
                + "type": [
                + "string",
                + "null"
                + ],
                + "red",
                + "blue"
                + },
                + "weight": {
                + "type": [
                + "number",
                + "null"
                + ]
                """)
        #expect(
            InferenceText().text(of: inferred, api: "shop") == """
                widened: 'components.schemas.Item.properties.name.type' was "string", is now ["string","null"]
                  evidence: Recordings/shop/items/2.json:2:11 is null
                added: 'components.schemas.Item.properties.weight' is a property, {"type":["number","null"]}
                  evidence: Recordings/shop/items/1.json:1:55
                  and 1 more like it
                added: 'components.schemas.Item.properties.colour.x-known-values' is a known value, "blue"
                  evidence: Recordings/shop/items/1.json:1:37
                shop: 2 interactions, 1 widened, 2 added

                """)
    }

    @Test func `a missing header is no longer required`() throws {
        let inferred = try update([#"{"name": "Lamp", "id": 7}"#], headers: [:])
        #expect(difference(inferred) == #"- "required": true,"#)
    }

    @Test func `a new status and a new operation are added with their responses`() throws {
        let body = #"{"error": "no such item"}"#
        #expect(
            try update([body], status: 404).edits.map(\.pointer.description) == [
                "/paths/~1items/get/responses/404"
            ])
        let other = try update([body], to: "https://api.shop.test/rest/?method=items.find&q=lamp")
        #expect(other.edits.map(\.pointer.description) == ["/paths/~1rest~1#items.find/get"])
    }

    @Test func `a finding that no edit can resolve is reported`() throws {
        let contract = try Contract(parsing: Data(ShopContract.text.utf8), file: Traffic.file)
        let inferred = try ContractInference().update(
            contract, with: Traffic.responses(["<html>captive portal</html>"]))
        #expect(inferred.unresolved.map(\.rule) == [.responseBodyKind])
        #expect(inferred.edits.map(\.summary) == ["was true, is removed"])
    }

    @Test func `a word that may be a value is proposed once, and a person may take it for one`() throws {
        let urls = [
            "/users/spotify/playlists", "/users/spotify/tags", "/users/me/avatar", "/users/search/recent",
            "/users/find-all/deep", "/lamps/large", "/desk/box/ring", "/rest/services/box/ring",
        ]
        let traffic = urls.flatMap { Traffic.responses(["{}"], to: "https://api.shop.test" + $0) }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.proposals.map(\.subject) == [.value(path: "/users/spotify")])
        #expect(
            InferenceText().text(of: inferred, api: "shop").contains(
                """
                proposed: the last word of '/users/spotify' may be a value
                  next: write `{userId}` in its place, with a path parameter, if it is one

                """))
        var document = inferred.contract.document.value
        for path in ["/users/spotify/playlists", "/users/spotify/tags"] {
            let item = document["paths"]?[path]
            document.edit(JSONPointer(["paths", path])) { _ in nil }
            document.edit(JSONPointer(["paths", path.replacingOccurrences(of: "spotify", with: "{userId}")]))
            {
                _ in item
            }
        }
        let edited = try Contract(parsing: Data(document.text(.pretty).utf8), file: Traffic.file)
        let other = Traffic.responses(["{}"], to: "https://api.shop.test/users/ann/tags")
        let later = try ContractInference().update(edited, with: traffic + other)
        #expect(later.proposals.isEmpty)
        #expect(later.contract.operations.map(\.path).count == inferred.contract.operations.count)
    }

    @Test(arguments: [
        (["/v1/red_shop/meta/users", "/v1/blue/meta/users"], ["/v1/blue", "/v1/red_shop"]),
        (["/v1/red/meta/users", "/v2/red/meta/users"], []), (["/v1/red/users", "/v1/blue/users"], []),
        (["/v1/newOrder/json/web", "/v1/oldOrder/json/web"], []),
        (["/teams/all/of/it", "/users/all/of/it"], []),
        (["/v1/public/meta/users", "/v1/private/meta/users"], []),
    ])
    func `words that the same words follow may be values`(
        _ paths: [String], _ expected: [String]
    ) throws {
        let traffic = paths.flatMap { Traffic.responses(["{}"], to: "https://api.shop.test" + $0) }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.proposals.map(\.subject) == expected.map { .value(path: $0) })
    }

    @Test func `an object becomes a dictionary only if the contract says so`() throws {
        let bodies = (10..<30).map {
            #"{"name": "Lamp", "id": 7, "stock": {"in\#($0)": "a \#($0)", "out\#($0)": "b \#($0)"}}"#
        }
        let first = try update(bodies)
        #expect(
            InferenceText().text(of: first, api: "shop").contains(
                """
                proposed: 'components.schemas.Item.properties.stock' may be a dictionary: 40 names in 20 objects, such as 'in10', 'out10'
                """))
        let marked = first.text.replacing("\"stock\": {", with: "\"stock\": {\n\"x-map\": true,")
        let contract = try Contract(parsing: Data(marked.utf8), file: Traffic.file)
        let second = try ContractInference().update(
            contract,
            with: Traffic.responses(bodies + [#"{"name": "Lamp", "id": 7, "stock": {"in9": null}}"#]))
        let dictionary = #"a dictionary of {"type":["string","null"]}"#
        #expect(second.edits.contains { $0.summary == dictionary })
        #expect(second.proposals.isEmpty)
    }

    @Test func `absent, null and empty values are counted separately`() throws {
        let inferred = try update([
            #"{"name": "Lamp", "id": 7, "sizes": [], "code": "A"}"#,
            #"{"name": "Table", "id": null, "sizes": [1]}"#,
        ])
        #expect(
            ObservedResponseText().text(of: inferred.responses) == """
                GET /items -> 200: 2 responses
                  /id: null in 1
                  /sizes: empty in 1
                  /code: present in 1 of 2

                """)
    }
}
