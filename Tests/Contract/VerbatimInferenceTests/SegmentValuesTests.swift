import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Segments of paths that are values elsewhere in the traffic.
@Suite struct SegmentValuesTests {
    private typealias Exchange = (request: String, response: String, body: String)

    private func infer(_ exchanges: [Exchange]) throws -> InferredContract {
        let traffic = exchanges.map { exchange in
            let parts = exchange.request.split(separator: " ").map(String.init)
            return Interaction(
                HTTPRequest(
                    parts[0], "https://api.shop.test" + parts[1],
                    headers: exchange.body.isEmpty ? [:] : ["Content-Type": "application/json"],
                    body: exchange.body.isEmpty ? nil : Data(exchange.body.utf8)),
                .response(
                    HTTPResponse(
                        200, headers: ["Content-Type": "application/json"], body: .text(exchange.response))))
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(!ContractSet([inferred.contract]).check(traffic).isBroken)
        return inferred
    }

    private func paths(_ exchanges: [String: String]) throws -> [String] {
        let inferred = try infer(exchanges.sorted { $0.key < $1.key }.map { ($0.key, $0.value, "") })
        return inferred.contract.operations.map(\.path).sorted()
    }

    @Test(arguments: [
        // A slug of another response, a project of a query, a version of its collection.
        (
            [
                "POST /sets": #"{"id": "c1", "slug": "test-add-rows"}"#,
                "POST /sets/test-add-rows/rows": "{}",
                "GET /projects/lamp-box/account": "{}", "GET /bills?project=lamp-box": "{}",
                "POST /sets/publish": #"{"version": "v1"}"#, "GET /sets/versions/v1": "{}",
            ],
            [
                "/bills", "/projects/{project}/account", "/sets", "/sets/publish", "/sets/versions/{version}",
                "/sets/{setSlug}/rows",
            ]
        ),
        // Siblings of one kind, with an identifier and the same words after them.
        (
            [
                "GET /devices": #"[{"deviceType": "lamp", "deviceId": 7}]"#,
                "GET /devices/lamp/7/air/latest": "{}", "GET /devices/desk-two/8/air/latest": "{}",
                "GET /devices/chair/9/air/latest": "{}", "GET /devices/lamp/7/air/raw": "{}",
            ],
            [
                "/devices", "/devices/{deviceType}/{deviceId}/air/latest",
                "/devices/{deviceType}/{deviceId}/air/raw",
            ]
        ),
        // What responses name at other paths is a value at all, also with an extension after it.
        (
            [
                "GET /api/repos/ada-co/lamp-tests":
                    #"{"name": "lamp-tests", "full_name": "ada-co/lamp-tests", "owner": {"login": "ada-co"}}"#,
                "GET /ada-co/lamp-tests/pulls/119.patch": "{}",
            ],
            ["/api/repos/{owner}/{repoName}", "/{owner}/{name}/pulls/{pullId}.patch"]
        ),
        // A name of a person at the end of a path, and after `of`.
        (
            [
                "GET /profile": #"{"displayName": "mtamaz"}"#, "GET /sleep/daily/mtamaz": "{}",
                "GET /team/of/Ada": #"[{"leader": {"name": "Ada"}}]"#, "GET /team/all": "[]",
            ],
            ["/profile", "/sleep/daily/{displayName}", "/team/all", "/team/of/{name}"]
        ),
        // Verbs are no values, nor is a word that looks like a language.
        (
            [
                "PUT /groups/7/members/add": "{}", "PUT /groups/7/members/remove": "{}",
                "GET /sleep/hrv/2026-01-02": "{}", "GET /stats/weekly/2026-01-02/52": "{}",
                "GET /prefixes/10.5555/works": "{}", "GET /prefixes/10.5556/works": "{}",
            ],
            [
                "/groups/{groupId}/members/add", "/groups/{groupId}/members/remove",
                "/prefixes/{doiPrefix}/works", "/sleep/hrv/{date}", "/stats/weekly/{date}/{weeks}",
            ]
        ),
    ])
    func `segments are values if they are known as such`(
        _ exchanges: [String: String], _ expected: [String]
    ) throws {
        #expect(try paths(exchanges) == expected)
    }

    private static let uuid = "a81bc81b-dead-4e5d-abff-90865d1e13b1"

    @Test(arguments: [
        // The id of a thing that another response lists.
        (
            [
                "GET /shows/search/Lamp": #"{"shows": [{"id": "\#(uuid)"}]}"#,
                "GET /subtitles/get/\(uuid)": "{}",
            ],
            ["/shows/search/{query}", "/subtitles/get/{showId}"]
        ),
        (
            ["GET /downloads": #"[{"parts": [{"id": "\#(uuid)"}]}]"#, "GET /parts/\(uuid)/x": "{}"],
            ["/downloads", "/parts/{partId}/x"]
        ),
        // A key of the thing, what was done with it, and the parts of it.
        (
            ["GET /notes/note-118-77120": #"{"list": [{"group_key": "note-118-77120"}]}"#],
            ["/notes/{groupKey}"]
        ),
        (["DELETE /monitor/771204": #"{"deleted_monitor_id": 771204}"#], ["/monitor/{monitorId}"]),
        (
            ["GET /keys/7/segments/en/2": #"{"segment": {"language_iso": "en", "segment_number": 2}}"#],
            ["/keys/{keyId}/segments/{languageIso}/{segmentNumber}"]
        ),
        // The elements of a list have no id.
        (
            [
                "GET /hp": "[10, 20]", "GET /hp/10": #"{"name": "10"}"#, "GET /marks": #"["D"]"#,
                "GET /marks/D": "{}",
            ],
            ["/hp", "/hp/{hp}", "/marks", "/marks/{mark}"]
        ),
        // An adjective names nothing; a single letter has the name of its property.
        (
            [
                "PUT /crypto/manual/7286": "{}", "GET /b/lamp-7a6b5c4d": #"{"bucket": "lamp-7a6b5c4d"}"#,
                "GET /r/8a7b6c5d4e": "{}",
            ],
            ["/b/{bucket}", "/crypto/manual/{cryptoId}", "/r/{id}"]
        ),
        // A symbol after other values has the name of the property, too.
        (
            [
                "GET /records/www.shop.test": #"{"items": [{"rtype": "TXT"}]}"#,
                "DELETE /records/www.shop.test/TXT": "", "DELETE /records/a.shop.test/TXT": "",
            ],
            ["/records/{recordName}", "/records/{recordName}/{rtype}"]
        ),
        (
            [
                "GET /users": #"{"data": [{"username": "ada7a6b5c4d"}]}"#,
                "GET /users/ada7a6b5c4d/rights": "{}",
            ],
            ["/users", "/users/{username}/rights"]
        ),
    ])
    func `parameters are named by what has their values`(
        _ exchanges: [String: String], _ expected: [String]
    ) throws {
        #expect(try paths(exchanges) == expected)
    }

    @Test func `numbers that bodies have as text are text`() throws {
        let inferred = try infer([
            ("GET /accounts/117440810233042393", #"{"id": "117440810233042393"}"#, ""),
            ("GET /accounts/7/lists/8", #"{"id": 8, "account_id": "7"}"#, ""),
        ])
        let types = inferred.contract.document.value["paths"]?.object?.members.flatMap { path, item in
            (item["parameters"]?.array ?? []).map {
                "\($0["name"]?.string ?? "") \($0["schema"]?["type"]?.string ?? "")"
            }
        }
        #expect(types == ["accountId string", "accountId string", "listId integer"])
    }
}
