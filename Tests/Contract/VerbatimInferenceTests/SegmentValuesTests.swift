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

    @Test(arguments: [10, 600])
    func `the responses of a few hundred numbers show what all numbers at a place are`(_ count: Int) throws {
        let exchanges = (0..<count).map { ("GET /rooms/\(10000 + $0)", #"{"lampId": "\#(10000 + $0)"}"#) }
        #expect(try paths(Dictionary(uniqueKeysWithValues: exchanges)) == ["/rooms/{lampId}"])
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
        // The words of a name in the response, the address of its thing, and words that no name has.
        (
            [
                "GET /plants/abies-alba": #"{"plant": 7, "name": "Abies alba"}"#,
                "GET /stations/E70039": #"{"items": {"@id": "https://a.test/stations/E70039"}}"#,
                "GET /lamps/most-used": #"{"title": "All lamps"}"#,
                "GET /shops/lamp-box": #"{"name": "Lamp box", "id": "lamp-box"}"#,
            ],
            ["/lamps/most-used", "/plants/{plantSlug}", "/shops/{shopId}", "/stations/{stationId}"]
        ),
        // Ends of addresses that one property has, but no words of an API, and none of what can be done.
        (
            [
                "GET /club/a": #"{"admin": ["https://a.test/player/ann", "/player/bo", "/player/cy"]}"#,
                "GET /player/ann/stats": "{}", "GET /player/search/all": "{}",
                "GET /genres": #"[{"url": "/channels/indie"}, {"url": "/channels/blog:7"}]"#,
                "GET /channels/media:mp3": "[]", "GET /channels/popular": "[]",
                "GET /desk": #"{"links": ["/desk/lid", "/desk/leg", "/desk/top"]}"#, "GET /desk/lid": "{}",
            ],
            [
                "/channels/popular", "/channels/{channelId}", "/club/a", "/desk", "/desk/lid", "/genres",
                "/player/search/all", "/player/{playerId}/stats",
            ]
        ),
        // What a thing has under the name of its identifier is another one.
        (
            [
                "GET /clubs/lamp-makers": #"{"id": "lamp-makers", "club_id": 57796}"#,
                "GET /users/userbyid/7": "{}", "GET /stories/lamps-painted-by-ann/publish": "{}",
            ],
            ["/clubs/{id}", "/stories/lamps-painted-by-ann/publish", "/users/userbyid/{id}"]
        ),
        // Variables for identifiers, what things are found by, and ids that others have under their name.
        (
            [
                "GET /ex/shop/PARAMS_CLOUD_ID/lamps": "{}", "GET /website/PARAMS_WEBSITE_ID/page": "{}",
                "PUT /secrets/API_KEY": "{}", "GET /desks/id:missing": "{}", "GET /desks/id:7": "{}",
                "POST /buildTypes/bt3/rules": "{}", "GET /runs/7": #"{"buildType": {"id": "bt3"}}"#,
            ],
            [
                "/buildTypes/{buildTypeId}/rules", "/desks/id:7", "/desks/id:missing",
                "/ex/shop/{cloudId}/lamps",
                "/runs/{runId}", "/secrets/{secretId}", "/website/{websiteId}/page",
            ]
        ),
        // What the word before a code says, as the response does, and the number of a thing.
        (
            [
                "GET /staff/role/POM": #"[{"id": 7, "role": "POM"}, {"id": 8, "role": "POM"}]"#,
                "GET /export/format/CSV": "{}", "GET /lamp-no/G0276VC": "{}", "GET /lamp-no/G0299VC": "{}",
            ],
            ["/export/format/CSV", "/lamp-no/{lampNo}", "/staff/role/{role}"]
        ),
        // A date after an identifier belongs to no owner.
        (
            [
                "GET /readings/E7050-rain-t-15_min-mm/2025-08-07T05-15-00Z": "{}",
                "GET /readings/E7039-tide-t-15_min-mm/2025-08-07T00-00-00Z": "{}",
            ],
            ["/readings/{readingId}/{date}"]
        ),
        // Siblings of one kind, with an identifier and the same words after them.
        (
            [
                "GET /devices/lamp/7/air/latest": "{}", "GET /devices/desk-two/8/air/latest": "{}",
                "GET /devices/chair/9/air/latest": "{}", "GET /devices/lamp/7/air/raw": "{}",
            ],
            [
                "/devices/{deviceOwner}/{deviceId}/air/latest", "/devices/{deviceOwner}/{deviceId}/air/raw",
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
        // A value after the same word in another path, which has one name, unless it says what is done.
        (
            [
                "GET /v1/projects/LAMP/repos/my-desk": #"{"slug": "my-desk", "project": {"key": "LAMP"}}"#,
                "GET /checks/v1/projects/LAMP/repos/my-desk/people": "[]",
                "GET /v1/boxes/7/tags": "[]", "GET /v1/boxes/red-one/tags": "[]",
                "GET /checks/v1/boxes/red-one/lids": "[]", "GET /checks/v1/colors/red-one/lids": "[]",
                "POST /plans/v1/boxes/red-one": "{}",
            ],
            [
                "/checks/v1/boxes/{boxId}/lids", "/checks/v1/colors/red-one/lids",
                "/checks/v1/projects/{projectKey}/repos/{repoSlug}/people", "/plans/v1/boxes/red-one",
                "/v1/boxes/{boxId}/tags", "/v1/projects/{projectKey}/repos/{repoSlug}",
            ]
        ),
        // Capital letters are a value after the same word anywhere, and a number may be so of what has texts.
        (
            [
                "GET /a/patient/ICN/7012": #"{"authority": "ICN", "uniqueId": 7012}"#,
                "PUT /b/site/patient/ICN/7012/cancel": "{}",
                "GET /lamps/88803": #"{"lamp": {"id": "c4aab", "number": 88803}}"#,
                "GET /v2/exports/getLampFiles/600118851": "[]",
            ],
            [
                "/a/patient/{authority}/{uniqueId}", "/b/site/patient/{authority}/{patientId}/cancel",
                "/lamps/{lampId}", "/v2/exports/getLampFiles/{id}",
            ]
        ),
        // A list of identifiers, the currency of a response, and what ends in the noun of its collection.
        (
            [
                "PUT /plans": #"{"planIds": ["_.plans.lamp", "search"]}"#,
                "GET /plans/_.plans.lamp": "{}", "GET /plans/search": "{}",
                "GET /forex/usd": #"{"from": "usd"}"#, "GET /forex/dash": #"{"state": "on"}"#,
                "GET /realms/test-realm/tokens": "[]", "GET /orders/create-order/lines": "[]",
                "GET /users/sample-user": "{}",
            ],
            [
                "/forex/dash", "/forex/{currency}", "/orders/create-order/lines", "/plans", "/plans/search",
                "/plans/{planId}", "/realms/{realmName}/tokens", "/users/sample-user",
            ]
        ),
        // A word that begins with an underscore, unless a response has it as an identifier.
        (
            [
                "GET /shops/7/lamps": "[]", "GET /shops/red-1/lamps": "[]", "GET /shops/_apis/lamps": "[]",
                "GET /desks/_mine": #"{"id": "_mine"}"#,
            ],
            ["/desks/{deskId}", "/shops/_apis/lamps", "/shops/{shopId}/lamps"]
        ),
        // What is before such a word at the start of a path is a name, unless other words follow it.
        (
            [
                "GET /glow/_search": "{}", "GET /glow/day-one/_doc/7": "{}", "GET /shop/_health": "{}",
                "GET /shop/lamps": "[]", "GET /desks/_search": "{}",
            ],
            [
                "/desks/_search", "/shop/_health", "/shop/lamps", "/{id}/_search",
                "/{id}/{id2}/_doc/{docId}",
            ]
        ),
        // A kind of things is no owner with a name.
        (
            ["GET /plans/Shop.Pets/cats/4b1tfm": #"{"type": "Shop.Pets/cats", "id": 7}"#],
            ["/plans/Shop.Pets/cats/{catId}"]
        ),
        // Verbs are no values, nor is a word that looks like a language.
        (
            [
                "PUT /groups/7/members/add": "{}", "PUT /groups/7/members/remove": "{}",
                "GET /sleep/hrv/2026-01-02": "{}",
                "GET /prefixes/10.5555/works": "{}", "GET /prefixes/10.5556/works": "{}",
            ],
            [
                "/groups/{groupId}/members/add", "/groups/{groupId}/members/remove",
                "/prefixes/{doiPrefix}/works", "/sleep/hrv/{date}",
            ]
        ),
        // What a collection lists by its id, and what is beside it with the same words.
        (
            [
                "GET /v2/orgs": #"{"data": [{"id": "lamp"}, {"id": "desk-two"}]}"#,
                "GET /v2/orgs/desk-two/members": "[]", "GET /v2/orgs/lamp/rights": "{}",
                "GET /v2/orgs/chair-9/rights": "{}", "GET /v2/orgs/admins/rights": "{}",
            ],
            ["/v2/orgs", "/v2/orgs/admins/rights", "/v2/orgs/{orgId}/members", "/v2/orgs/{orgId}/rights"]
        ),
        // What the response names is a value before an extension, too, as is what the list of its collection
        // has, which may be a plural.
        (
            [
                "GET /user/jl.json": #"{"id": "jl"}"#, "GET /about/jl.json": #"{"by": "jl"}"#,
                "GET /engines/lamp-shop.json": #"{"name": "lamp-shop", "slug": "lamp-shop"}"#,
                "GET /engines/lamp-shop/types.json": #"[{"slug": "videos"}, {"slug": "new"}]"#,
                "GET /engines/lamp-shop/types/videos/documents.json": "[]",
                "GET /engines/lamp-shop/types/new": "{}", "GET /engines/lamp-shop/kinds/videos": "{}",
            ],
            [
                "/about/jl.json", "/engines/{engineSlug}.json", "/engines/{engineSlug}/kinds/videos",
                "/engines/{engineSlug}/types.json", "/engines/{engineSlug}/types/new",
                "/engines/{engineSlug}/types/{typeSlug}/documents.json", "/user/{userId}.json",
            ]
        ),
        // What a path in the singular creates is a thing of it.
        (
            [
                "POST /tag": #"{"tag": {"name": "sdk_tag"}}"#, "PUT /tag/sdk_tag": "{}",
                "PUT /tag/servers": "{}", "PUT /shape/sdk_tag": "{}",
            ],
            ["/shape/sdk_tag", "/tag", "/tag/servers", "/tag/{tagName}"]
        ),
        // A word that a collection follows is one of the names beside it, not of the numbers.
        (
            [
                "GET /spaces/main/parts/7": "{}", "GET /spaces/test/lamps": "[]",
                "GET /teams/7/parts": "[]", "GET /teams/test/lamps": "[]",
            ],
            [
                "/spaces/{spaceId}/lamps", "/spaces/{spaceId}/parts/{partId}", "/teams/test/lamps",
                "/teams/{teamId}/parts",
            ]
        ),
        // A word beside identifiers is a word if other things are done there; so are verbs.
        (
            [
                "GET /files/\(uuid)": #"{"id": "\#(uuid)"}"#, "PUT /files/storage": #"{"result": []}"#,
                "DELETE /nodes/\(uuid)": "", "DELETE /nodes/lamp": "",
                "PUT /teams/7/groups/8/members/add": "{}", "PUT /teams/7/groups/8/members/remove": "{}",
            ],
            [
                "/files/storage", "/files/{fileId}", "/nodes/{nodeId}",
                "/teams/{teamId}/groups/{groupId}/members/add",
                "/teams/{teamId}/groups/{groupId}/members/remove",
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
                "GET /shows/search/7": #"{"shows": [{"id": "\#(uuid)"}]}"#,
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
        // The elements of a list have no id.
        (
            [
                "GET /hp": "[10, 20]", "GET /hp/10": #"{"name": "10"}"#, "GET /marks": #"["D"]"#,
                "GET /marks/D": "{}",
            ],
            ["/hp", "/hp/{hp}", "/marks", "/marks/{mark}"]
        ),
        // How much is said of a thing names nothing, and a key of the response says what it is.
        (
            [
                "GET /spot/info/L993": #"{"locId": "L993"}"#,
                "GET /orders/info/77": "{}",
                "GET /lines/list/78": "{}", "GET /projects/7/view/12": "{}",
            ],
            [
                "/lines/list/{listId}", "/orders/info/{orderId}", "/projects/{projectId}/view/{viewId}",
                "/spot/info/{locId}",
            ]
        ),
        (
            ["GET /logs/7/2026/03/24": "[]", "GET /sets/7/1776/03": "[]"],
            ["/logs/{logId}/{year}/{month}/{day}", "/sets/{setId}/{setId2}/{setId3}"]
        ),
        // An adjective names nothing, nor does a single letter.
        (
            ["PUT /crypto/manual/7286": "{}", "GET /r/8a7b6c5d4e": "{}"],
            ["/crypto/manual/{cryptoId}", "/r/{id}"]
        ),
        (
            [
                "GET /users": #"{"data": [{"username": "ada7a6b5c4d"}]}"#,
                "GET /users/ada7a6b5c4d/rights": "{}",
            ],
            ["/users", "/users/{username}/rights"]
        ),
        // The state of a thing has no identifier, and what it is found by has the name of that.
        (
            [
                "GET /jobs/status/7": "{}",
                "GET /plants/history/id/12392": #"{"name": "12392"}"#, "GET /v1/status/7": "{}",
            ],
            [
                "/jobs/status/{jobId}", "/plants/history/id/{id}", "/v1/status/{statusId}",
            ]
        ),
        // `id` may be the first part of a name.
        (
            [
                "GET /players/1000/games/51": #"{"idplayer": "1000", "idseason": "51", "games": []}"#,
                "GET /jobs/7/steps/88": #"{"idle": "88", "identifier": "88"}"#,
            ],
            ["/jobs/{jobId}/steps/{stepId}", "/players/{playerId}/games/{seasonId}"]
        ),
        // The only identifier of two collections is that of something else, unless one of them lists it.
        (
            [
                "GET /games/7/scores/52853": "[]", "GET /games/7/changes/52853": "[]",
                "GET /rooms/7/lamps": #"[{"id": 52854}]"#, "GET /rooms/7/lamps/52854": "{}",
                "GET /rooms/7/chairs/52854": "{}",
            ],
            [
                "/games/{gameId}/changes/{id}", "/games/{gameId}/scores/{id}",
                "/rooms/{roomId}/chairs/{chairId}", "/rooms/{roomId}/lamps", "/rooms/{roomId}/lamps/{lampId}",
            ]
        ),
        (
            [
                "POST /dns/list": #"{"lines": [{"id": "421658077"}]}"#, "POST /dns/edit/421658077": "{}",
                "POST /dns/edit/421658078": "{}",
            ],
            ["/dns/edit/{lineId}", "/dns/list"]
        ),
        // The own response says what a value is, and what is before it.
        (
            [
                "GET /v1/tracks/dhlx/92055901649173": #"""
                {"carrier": "dhlx", "tracking_number": "92055901649173", "state": "dhlx"}
                """#,
                "GET /v1/cards/gold/92055901649174": #"{"id": "92055901649174", "level": "gold"}"#,
                "GET /zips/48322": #"{"results": [{"state": "MI", "zip": "48322"}]}"#,
                "GET /forms/Flora-04": #"{"projectId": 2, "xmlFormId": "Flora-04"}"#,
                "GET /items/77": #"{"id": 77, "stock_number": 77}"#, "GET /lamps/78": #"{"lamp_code": 78}"#,
                "GET /boxes/7712": #"{"results": [{"boxID": 7712, "lampCount": 7712}]}"#,
            ],
            [
                "/boxes/{boxId}", "/forms/{xmlFormId}", "/items/{itemId}", "/lamps/{lampId}",
                "/v1/cards/gold/{goldId}", "/v1/tracks/{carrier}/{trackingNumber}", "/zips/{zip}",
            ]
        ),
        // Of two identifiers in a row, responses have one as that of another thing.
        (
            [
                "GET /rates/2756/1/parts": #"{"list": [{"groupId": 1, "n": 2}, {"groupId": 1, "n": 3}]}"#,
                "GET /plans/77120": #"{"sellerId": 2756}"#, "GET /steps/77121/1": "{}",
            ],
            ["/plans/{planId}", "/rates/{sellerId}/{groupId}/parts", "/steps/{stepId}/{stepId2}"]
        ),
        (
            [
                "POST /exports": #"{"result": {"progressId": "ES_bl7qjiQRTt9FBj"}}"#,
                "GET /exports/ES_bl7qjiQRTt9FBj": "{}",
            ],
            ["/exports", "/exports/{progressId}"]
        ),
        // A placeholder says what it replaces.
        (
            [
                "GET /v1/%3CTEST_USERNAME%3E/jobs": "[]",
                "GET /apps/YOUR_ACCOUNT_SID/parts": "[]", "GET /lamps/%3CTEST_LAMP_ID%3E": "{}",
                "GET /boxes/%3CREDACTED%3E": "{}",
            ],
            [
                "/apps/{accountSid}/parts", "/boxes/{boxId}", "/lamps/{lampId}", "/v1/{username}/jobs",
            ]
        ),
        // What a function finds by something.
        (
            [
                "GET /ContactNote/ByContact/33": "[]", "GET /Notes/ByYear/2024": "[]",
                "GET /teams/lamps/lamps": "[]", "DELETE /teams/desk_two/lamps/newlamp": "",
                "GET /teams/desk_two": "{}", "DELETE /teams/desk_two": "",
            ],
            [
                "/ContactNote/ByContact/{contact}", "/Notes/ByYear/{year}", "/teams/{teamId}",
                "/teams/{teamId}",
                "/teams/{teamId}/lamps", "/teams/{teamId}/lamps/{lampId}",
            ]
        ),
    ])
    func `parameters are named by what has their values`(
        _ exchanges: [String: String], _ expected: [String]
    ) throws {
        #expect(try paths(exchanges) == expected)
    }

    @Test func `numbers that bodies have as text are text, as are padded parts of dates`() throws {
        let inferred = try infer([
            ("GET /logs/2026/03/24", "[]", ""),
            ("GET /accounts/117440810233042393", #"{"id": "117440810233042393"}"#, ""),
            ("GET /zips/48322", #"{"zip": "48322"}"#, ""), ("GET /plans/48323", #"{"id": 48323}"#, ""),
            ("GET /accounts/7/lists/8", #"{"id": 8, "account_id": "7"}"#, ""),
            ("GET /lamps/117", #"{"Lamp": {"LampNumber": "117"}}"#, ""),
            ("GET /desks/118", #"{"Lamp": {"LampNumber": "118", "desk": {"code": "red"}}}"#, ""),
            ("GET /works/10.5555/119", "{}", ""), ("GET /boxes/1", #"{"id": "1"}"#, ""),
            ("GET /rooms/1", #"{"id": 1}"#, ""),
        ])
        let types = inferred.contract.document.value["paths"]?.object?.members.flatMap { path, item in
            (item["parameters"]?.array ?? []).map {
                "\($0["name"]?.string ?? "") \($0["schema"]?["type"]?.string ?? "")"
            }
        }
        #expect(
            types == [
                "accountId string", "accountId string", "listId integer", "boxId string", "deskId integer",
                "lampId string", "year integer", "month string", "day string", "planId integer",
                "roomId integer", "doiPrefix string", "doiSuffix string", "zip string",
            ])
    }
}
