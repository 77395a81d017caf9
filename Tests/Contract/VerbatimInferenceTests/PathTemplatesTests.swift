import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReports

@testable import VerbatimInference

/// Paths of requests that become paths with parameters.
@Suite struct PathTemplatesTests {
    /// A request with its status: `GET /items/7 200`.
    private func interactions(_ requests: [String], body: (String) -> String) -> [Interaction] {
        requests.map { request in
            let parts = request.split(separator: " ").map(String.init)
            let status = parts.count > 2 ? Int(parts[2]) ?? 200 : 200
            return Interaction(
                HTTPRequest(parts[0], "https://api.shop.test" + parts[1]),
                .response(
                    HTTPResponse(
                        status, headers: ["Content-Type": "application/json"],
                        body: .text(status == 204 ? "" : body(parts[1])))))
        }
    }

    private func infer(
        _ requests: [String], isLiteral: Bool = false, body: (String) -> String = { _ in "{}" }
    ) throws -> InferredContract {
        let traffic = interactions(requests, body: body)
        let inferred = try ContractInference(keepsLiteralPaths: isLiteral)
            .contract(file: Traffic.file, from: traffic)
        #expect(!ContractSet([inferred.contract]).check(traffic).isBroken)
        return inferred
    }

    private func paths(_ inferred: InferredContract) -> [String] {
        inferred.contract.operations.map { "\($0.method) \($0.path)" }
    }

    @Test(arguments: [
        (["GET /orgs/7/items/08a3dbc5"], ["GET /orgs/{orgId}/items/{itemId}"]),
        (["GET /v2/items/7", "GET /v3/items/8"], ["GET /v2/items/{itemId}", "GET /v3/items/{itemId}"]),
        (["GET /items", "GET /items/7"], ["GET /items", "GET /items/{itemId}"]),
        (["GET /days/2026-11-21"], ["GET /days/{date}"]),
        // What has versions is an API.
        (
            ["GET /apis/shop.test/v1alpha3/lamps", "GET /hosts/shop.test/lamps"],
            ["GET /apis/shop.test/v1alpha3/lamps", "GET /hosts/{hostName}/lamps"]
        ),
        (
            [
                "GET /items/7/", "GET /items/8/", "GET /items/", "POST /items", "GET /boxes/",
                "GET /docs/7.json/",
            ],
            [
                "GET /boxes/", "GET /docs/{docId}.json/", "GET /items", "POST /items", "GET /items/{itemId}/",
            ]
        ),
        (["GET /days/2026-11-21/2026-11-22/a"], ["GET /days/{startDate}/{endDate}/a"]),
        (
            ["GET /titles/7/eng", "GET /titles/pt-BR/all"],
            ["GET /titles/{titleId}/all", "GET /titles/{titleId}/{language}"]
        ),
        (
            [
                "GET /shows/search/7", "GET /shows/search/blue%20lamp", "GET /search/shows",
                "GET /parts/search/lamp", "GET /parts/search/recent",
            ],
            [
                "GET /parts/search/recent", "GET /parts/search/{query}", "GET /search/shows",
                "GET /shows/search/{query}",
            ]
        ),
        (["GET /rates/BTC_EUR", "GET /rates/EUR_BTC"], ["GET /rates/{currencyPair}"]),
        (
            ["GET /shops/-/lamps", "GET /shops/7/lamps", "GET /user/-/lamps"],
            ["GET /shops/{shopId}/lamps", "GET /user/-/lamps"]
        ),
        (
            ["POST /api/auth.test", "POST /api/rooms.info", "GET /api/hosts/rooms.info"],
            ["POST /api/auth.test", "GET /api/hosts/{hostName}", "POST /api/rooms.info"]
        ),
        (
            ["GET /prices/BTCUSD", "POST /order/BTCUSD/buy"],
            ["POST /order/{currencyPair}/buy", "GET /prices/{currencyPair}"]
        ),
        (["GET /near/point/-1.77/54.22"], ["GET /near/point/{coordinate1}/{coordinate2}"]),
        (
            ["GET /users/1/items", "GET /users/1/ping"],
            ["GET /users/{userId}/items", "GET /users/{userId}/ping"]
        ),
        (["GET /links/1/2/3"], ["GET /links/{linkId}/{linkId2}/{linkId3}"]),
        (
            ["a", "b", "c", "7"].map { "GET /models/\($0)/status" } + ["GET /models/latest"],
            ["GET /models/latest", "GET /models/{modelId}/status"]
        ),
        (["POST /botREDACTED-key-1/getMe"], ["POST /{key}/getMe"]),
        (["GET /bots/%3Credacted%3E"], ["GET /bots/{botId}"]),
        (["GET /api/v1/7"], ["GET /api/v1/{id}"]),
        // An API may be versioned by dates.
        (
            ["GET /2015-03-31/functions", "GET /2019-09-25/functions/7"],
            ["GET /2015-03-31/functions", "GET /2019-09-25/functions/{functionId}"]
        ),
        // In a collection, a version is a thing.
        (
            ["GET /releases/v1.2.0", "GET /v1.2/items", "GET /specs/1.0"],
            ["GET /releases/{releaseId}", "GET /specs/1.0", "GET /v1.2/items"]
        ),
        (["GET /species/7"], ["GET /species/{speciesId}"]),
        // Repeated slashes are one, except in a URL.
        (
            ["GET /v1//items/7", "GET //v1/items/8", "GET /works/https://doi.example//lamp"],
            ["GET /v1/items/{itemId}", "GET /works/https://doi.example/lamp"]
        ),
        // A host is a thing, as is what a function finds by something.
        (
            ["GET /zone/shop.test/records", "GET /example.com/a", "GET /tagsByName/ann", "GET /a/b.html"],
            [
                "GET /a/b.html", "GET /tagsByName/{name}", "GET /zone/{zoneName}/records",
                "GET /example.com/a",
            ].sorted()
        ),
        // An extension is no part of what is identified.
        (
            ["GET /items/7.json", "GET /items/7/parts.json", "GET /api/pages/1.0/8.xml"],
            [
                "GET /api/pages/1.0/{pageId}.xml", "GET /items/{itemId}.json",
                "GET /items/{itemId}/parts.json",
            ]
        ),
        // What a word before it says is its name, needs no other.
        (
            ["GET /symbol/7", "GET /tagsByRankID/7", "GET /promo-code/a1b2c3d4e5"],
            [
                "GET /promo-code/{promoCode}", "GET /symbol/{symbol}", "GET /tagsByRankID/{rankID}",
            ]
        ),
        // Capital letters in a collection are symbols, names of domains may be absolute.
        (
            [
                "PUT /sets/TXT/_acme.shop.test.", "PUT /sets/TXT/_acme.shop", "GET /stocks/ACME/prices",
                "GET /api/REST/ABC", "POST /dns/edit/shop.test/7", "GET /zones/shop.shop/at",
                "GET /hosts/7/sets/b1e2d3c4a5/A", "GET /hosts/7/sets/b1e2d3c4a5/TXT",
                "GET /hosts/8/sets/www/A", "PUT /sets/TXT/www", "GET /zones/shop.shop/A",
            ],
            [
                "GET /api/REST/ABC", "POST /dns/edit/{domain}/{dnsId}",
                "GET /hosts/{hostId}/sets/{setId}/{setId2}",
                "PUT /sets/{setId}/{setName}", "GET /stocks/{stockId}/prices", "GET /zones/{zoneName}/at",
                "GET /zones/{zoneName}/{zoneId}",
            ]
        ),
        // What is searched for is in the query or in the path.
        (
            ["GET /find/show?q=a", "GET /search/lamp"], ["GET /find/show", "GET /search/{query}"]
        ),
        // What begins with a reversed domain is an app, and several words before a part may be a thing.
        (
            ["GET /apps/com.example.shop/teams", "GET /xrpc/com.example.shop.getItem"],
            ["GET /apps/{appId}/teams", "GET /xrpc/com.example.shop.getItem"]
        ),
        (
            ["GET /shows/7/ratings", "GET /shows/one-piece/next", "GET /shows/new-ones/next"],
            ["GET /shows/new-ones/next", "GET /shows/{showId}/next", "GET /shows/{showId}/ratings"]
        ),
        // What has the same parts as things is one of them.
        (
            ["PUT /vaults/7/access-policy", "GET /vaults/example-vault/access-policy", "GET /vaults/8"],
            [
                "GET /vaults/{vaultId}", "GET /vaults/{vaultId}/access-policy",
                "PUT /vaults/{vaultId}/access-policy",
            ]
        ),
        // What follows `api` is called, however alike the responses are.
        (
            ["a", "b", "c", "d", "e", "f"].map { "POST /api/users.\($0)" },
            ["a", "b", "c", "d", "e", "f"].map { "POST /api/users.\($0)" }
        ),
        (["GET /userId/7"], ["GET /userId/{userId}"]),
        // What comes before a value may be its whole name.
        (
            [
                "GET /boards/boardid/7/fromdate/2026-03-24/todate/2026-03-25/page/2", "GET /grid/7",
                "GET /pages/2", "GET /login/pass/a1b2c3d4e5", "GET /dates/2026-03-24",
            ],
            [
                "GET /boards/boardid/{boardid}/fromdate/{fromdate}/todate/{todate}/page/{page}",
                "GET /dates/{date}", "GET /grid/{gridId}", "GET /login/pass/{password}",
                "GET /pages/{pageId}",
            ]
        ),
        // So may what comes before what is searched, and APIs have versions by dates.
        (
            [
                "GET /ioc/search/ip/198.51.100.7", "GET /ioc/search/term/lamp", "GET /search/users/advanced",
                "GET /files/md5/86845ea1079ea26ecac6115ba6f4a66e", "GET /admin/api/2026-10/lamps",
                "GET /targets/39mgytnmJhaw/findings", "GET /files/3dModels/new",
            ],
            [
                "GET /admin/api/2026-10/lamps", "GET /files/3dModels/new", "GET /files/md5/{md5}",
                "GET /ioc/search/ip/{ip}",
                "GET /ioc/search/term/{term}", "GET /search/users/advanced",
                "GET /targets/{targetId}/findings",
            ]
        ),
        (["GET /<SHOP_TEST_ACCOUNT>/items"], ["GET /{account}/items"]),
        (
            ["GET /files/local/lamp.gcode", "GET /files/local.json", "GET /lamps/lamp.gcode"],
            ["GET /files/local.json", "GET /files/local/{fileId}", "GET /lamps/lamp.gcode"]
        ),
        (["GET /7/items"], ["GET /7/items"]),
        (["GET /items/{sku}/x"], ["GET /items/{sku}/x"]),
        (
            [
                "POST /models/swift-flash:generate", "POST /models/swift-pro:countTokens",
                "POST /items:batchGet",
            ],
            ["POST /items:batchGet", "POST /models/{modelId}:countTokens", "POST /models/{modelId}:generate"]
        ),
        (
            ["GET /times/12:30", "GET /users/:id"],
            ["GET /times/{timeId}", "GET /users/:id"]
        ),
        (
            ["GET /categories/7", "GET /movies/8", "GET /boxes/9", "GET /sizes/9"],
            [
                "GET /boxes/{boxId}", "GET /categories/{categoryId}", "GET /movies/{movieId}",
                "GET /sizes/{sizeId}",
            ]
        ),
    ])
    func `identifiers are parameters, named after their resource`(
        _ requests: [String], _ expected: [String]
    ) throws {
        #expect(try paths(infer(requests)) == expected)
    }

    @Test func `a segment beside a parameter is a value of it if its requests fail alike`() throws {
        let inferred = try infer([
            "GET /items/7", "DELETE /items/8 204", "GET /items/no-such-item 404", "DELETE /items/bad 400",
            "POST /items/search", "GET /items/count/all",
        ])
        #expect(
            paths(inferred) == [
                "GET /items/count/all", "POST /items/search", "DELETE /items/{itemId}", "GET /items/{itemId}",
            ])
        #expect(
            InferenceText().text(of: inferred, api: "shop").contains(
                """
                decided: '/items/{itemId}' has a parameter in place of 4 path segments, such as '7'
                  evidence: 2 numbers and 2 that behave like the others
                  next: add `--literal-paths` to keep paths as they are, or edit the contract
                """))
    }

    @Test(arguments: [
        (#"{"error": "Person with id ann-b2 could not be found."}"#, "/people/{personId}"),
        ("No person 'ann-b2'", "/people/{personId}"), ("No ann-b", "/people/ann-b2"),
        (#"{"error": "There is no /people/ann-b2"}"#, "/people/ann-b2"),
        (#"{"error": "The path ann-b2 does not exist"}"#, "/people/ann-b2"),
    ])
    func `a segment is a value if its response says that there is no such thing`(
        _ body: String, _ path: String
    ) throws {
        let inferred = try infer(["GET /people/ann-b2 404", "GET /lamps/7", "GET /lamps/7/ann-b2 404"]) {
            $0.hasSuffix("ann-b2") ? body : "{}"
        }
        #expect(
            paths(inferred) == ["GET /lamps/{lampId}", "GET /lamps/{lampId}/ann-b2", "GET \(path)"])
    }

    @Test(arguments: [
        (#"{"error": "No lamp 'green'"}"#, "{lampId}"), (#"{"error": "Lamp \"green\" is gone"}"#, "{lampId}"),
        ("Lamp [green] not found", "{lampId}"), (#"{"error": "The lamp is not green"}"#, "green"),
        (#"{"missing": "green"}"#, "green"),
    ])
    func `a usual word is a value if the response quotes it as missing`(
        _ body: String, _ segment: String
    ) throws {
        let inferred = try infer(["GET /lamp/green/size 404"]) { _ in body }
        #expect(paths(inferred) == ["GET /lamp/\(segment)/size"])
    }

    @Test func `a segment that is sent as the key of the user is no word`() throws {
        #expect(
            try paths(infer(["GET /keys/gandhi?api_key=gandhi", "GET /keys/usage?api_key=gandhi"]))
                == ["GET /keys/usage", "GET /keys/{keyId}"])
    }

    @Test(arguments: [
        (["GET /favicon.ico 404", "GET /v1/bogus 405", "GET /2 404", "GET /items"], ["GET /items"]),
        // What is searched for may be missing, and so may a thing or a part of one.
        (
            [
                "GET /search?q=a 404", "GET /items", "GET /items/7 404", "GET /boxes/list 404",
                "GET /logs 500",
            ],
            ["GET /boxes/list", "GET /items", "GET /items/{itemId}", "GET /logs", "GET /search"]
        ),
        // Nothing else is known of the API.
        (["GET /bogus 404"], ["GET /bogus"]),
    ])
    func `what a server only says not to have is no operation`(
        _ requests: [String], _ expected: [String]
    ) throws {
        let inferred = try infer(requests)
        #expect(paths(inferred) == expected)
        #expect(inferred.unresolved.count == requests.count - expected.count)
        #expect(inferred.unresolved.allSatisfy { $0.severity == .warning })
    }

    @Test func `what says by what a thing is found is no value`() throws {
        let inferred = try infer(["GET /users/by-name/ann", "GET /users/7"]) { path in
            path == "/users/7" ? #"{"id": 7}"# : #"{"ann": {"id": 7, "name": "ann"}}"#
        }
        #expect(paths(inferred) == ["GET /users/by-name/{name}", "GET /users/{userId}"])
        let found = inferred.contract.document.value["paths"]?["/users/by-name/{name}"]?.text(.compact)
        #expect(found?.contains("additionalProperties") == true)
    }

    @Test func `a collection to which access is denied is no thing`() throws {
        let requests = ["GET /parcels/124320972", "GET /parcels/statuses 401", "GET /parcels/none 401"]
        #expect(try paths(infer(requests)) == ["GET /parcels/statuses", "GET /parcels/{parcelId}"])
    }

    @Test func `what is not found has no name of another thing`() throws {
        let inferred = try infer(["GET /notes/716530", "GET /tasks/716530 404"]) { path in
            path.hasPrefix("/notes") ? #"{"note": {"id": 716530}}"# : #"{"error": "not found"}"#
        }
        #expect(paths(inferred) == ["GET /notes/{noteId}", "GET /tasks/{taskId}"])
    }

    @Test func `a word that answers is not a value of a parameter`() throws {
        #expect(
            try paths(infer(["GET /users/7", "GET /users/me"])) == ["GET /users/me", "GET /users/{userId}"])
    }

    @Test func `segments are values if things are changed alike there`() throws {
        let requests = ["GET /hosts/web", "DELETE /hosts/web", "DELETE /hosts/mail", "GET /hosts/none 404"]
        #expect(try paths(infer(requests)) == ["DELETE /hosts/{hostId}", "GET /hosts/{hostId}"])
        let actions = ["PUT /items/7/state", "PUT /items/7/owner"]
        #expect(try paths(infer(actions)) == ["PUT /items/{itemId}/owner", "PUT /items/{itemId}/state"])
        let collections = ["POST /aws", "POST /gcp", "DELETE /aws", "DELETE /gcp"].map {
            $0.replacing(" /", with: " /accounts/")
        }
        #expect(try paths(infer(collections)).count == 4)
    }

    @Test(arguments: [
        (
            ["GET /repos/octocat/hello": #"{"name": "hello", "full_name": "octocat/hello"}"#],
            ["GET /repos/{owner}/{repoName}"]
        ),
        (
            [
                "GET /repos/ann/site": #"{"name": "site", "author": {"login": "ann"}}"#,
                "GET /repos/bob/requests/issues": "[]",
            ],
            ["GET /repos/{author}/{repoName}", "GET /repos/{author}/{repoName}/issues"]
        ),
        (["GET /user/ann/about": #"{"data": {"name": "ann"}}"#], ["GET /user/{userName}/about"]),
        // Who hosts repositories has them of owners.
        (["GET /repos/ann/big-lamps/builds": "[]"], ["GET /repos/{owner}/{repoName}/builds"]),
        (["GET /repos/site/branches/main": "{}"], ["GET /repos/site/branches/{branchId}"]),
        (
            [
                "GET /environments/main/entries": #"{"items": [{"sys": {"environment": {"id": "main"}}}]}"#,
                "GET /environments/main/sync": "{}", "GET /environments/test/locales": "[]",
            ],
            [
                "GET /environments/{environmentId}/entries", "GET /environments/{environmentId}/locales",
                "GET /environments/{environmentId}/sync",
            ]
        ),
        (
            ["GET /events": #"[{"actor": {"login": "ann"}}]"#, "PUT /teams/7/members/ann": ""],
            ["GET /events", "PUT /teams/{teamId}/members/{login}"]
        ),
        (
            ["GET /events": #"[{"actor": {"login": "ann"}}]"#].merging(
                (1...5).map { ("GET /repos/ann/r-\("abcde".prefix($0))/pages", "[]") },
                uniquingKeysWith: { $1 }),
            ["GET /events", "GET /repos/{owner}/{repoName}/pages"]
        ),
        // A property has the name of the segment before it.
        (
            ["GET /category/VU": #"{"category": "VU"}"#, "GET /users/name/ann": #"{"name": "ann"}"#],
            ["GET /category/{category}", "GET /users/name/{name}"]
        ),
        // A number is no id if the response has another one.
        (
            [
                "GET /tv/7/season/2": #"{"id": 900, "season_number": 2}"#,
                "GET /issues/5": #"{"id": 90, "number": 5}"#,
            ],
            ["GET /issues/{issueNumber}", "GET /tv/{tvId}/season/{seasonNumber}"]
        ),
        (["GET /issues/5": #"{"id": 5, "number": 5}"#], ["GET /issues/{issueId}"]),
        // The version of an API is not one of its things.
        (
            ["PUT /tasks/v1/users/me/lists/abc/tasks/xyz": "{}"],
            ["PUT /tasks/v1/users/me/lists/{listId}/tasks/{taskId}"]
        ),
        (["PUT /logs/test-log": #"{"name": "new-test-log"}"#], ["PUT /logs/{logName}"]),
        (
            [
                "GET /search/artists": #"{"artists": [{"name": "artists"}]}"#,
                "GET /search/albums": #"{"albums": [], "name": "a"}"#,
                "GET /v1/status": #"{"name": "status"}"#, "GET /users/7/settings": #"{"theme": "dark"}"#,
            ],
            [
                "GET /search/albums", "GET /search/artists", "GET /users/{userId}/settings", "GET /v1/status",
            ]
        ),
        // The path of a file in the response is that of the request.
        (
            ["GET /contents/docs/intro.md": #"{"path": "docs/intro.md"}"#],
            ["GET /contents/{contentPath}/{contentPath2}"]
        ),
        // The address of a page names no file.
        (
            ["GET /shops/7/thing": #"{"meta": {"path": "https://api.shop.test/shops/7/thing"}}"#],
            ["GET /shops/{shopId}/thing"]
        ),
        // What a number after a version is, other things say.
        (
            ["GET /v2/1010/zones": #"{"data": [{"id": 1, "account_id": 1010}]}"#],
            ["GET /v2/{accountId}/zones"]
        ),
        // Three collections follow each other, each with one of its things.
        (
            [
                "GET /v1/projects/alpha/locations/global/keys/main/roles": "{}",
                "GET /v1/users/me/reports/latest/pages/first": "{}", "GET /v1/users/ann/reports/x": "{}",
            ],
            [
                "GET /v1/projects/{projectId}/locations/{locationId}/keys/{keyId}/roles",
                "GET /v1/users/ann/reports/x", "GET /v1/users/me/reports/latest/pages/{pageId}",
            ]
        ),
    ])
    func `segments are names of things if responses have them as values`(
        _ bodies: [String: String], _ expected: [String]
    ) throws {
        let inferred = try infer(bodies.keys.sorted()) { path in
            bodies.first { $0.key.hasSuffix(" " + path) }?.value ?? "{}"
        }
        #expect(paths(inferred).sorted() == expected)
    }

    @Test(arguments: [
        ("/uploads/7/0", #"{"offset": "0", "parts": [0]}"#, "/uploads/{uploadId}/{offset}"),
        ("/uploads/7/0", #"{"offset": 0, "count": 0}"#, "/uploads/{uploadId}/{uploadId2}"),
    ])
    func `values are named by the requests that have them in their bodies`(
        _ path: String, _ body: String, _ expected: String
    ) throws {
        let request = HTTPRequest(
            "PUT", "https://api.shop.test" + path, headers: ["Content-Type": "application/json"],
            body: Data(body.utf8))
        let traffic = [Interaction(request, .response(HTTPResponse(204)))]
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(paths(inferred) == ["PUT " + expected])
    }

    @Test func `what is deleted from a collection is a thing`() throws {
        let requests = [
            "DELETE /friends/ann 204", "DELETE /sessions/current 204", "DELETE /account/photo 204",
            "GET /users/user-022/grants", "GET /comments/4b1tfm", "PUT /secrets/API_KEY",
        ]
        #expect(
            try paths(infer(requests)).sorted() == [
                "DELETE /account/photo", "DELETE /friends/{friendId}", "DELETE /sessions/current",
                "GET /comments/{commentId}", "GET /users/{userId}/grants", "PUT /secrets/{secretId}",
            ])
    }

    @Test(arguments: [
        // What is only sent to the things of collections is no thing, and no segment is missing at the start.
        (
            ["POST /shops/ann/lamps/lit/views/owner", "GET //shops/ann/lamps/lit/views/7 400"],
            [
                "GET /shops/{shopId}/lamps/{lampId}/views/{viewId}",
                "POST /shops/{shopId}/lamps/{lampId}/views/owner",
            ]
        ),
        // Its name is made of that of the collection.
        (["GET /media_boxes/my-media-box-id/lids"], ["GET /media_boxes/{mediaBoxId}/lids"]),
        (["DELETE /logging/ftp/test-ftp 204"], ["DELETE /logging/ftp/{ftpId}"]),
        (["DELETE /logs/splunks/new-splunks 204"], ["DELETE /logs/splunks/{splunkId}"]),
        // Settings of one thing are no things of a kind.
        (
            ["DELETE /profile/avatar", "DELETE /profile/header"],
            ["DELETE /profile/avatar", "DELETE /profile/header"]
        ),
        // What there is not.
        (
            [
                "PATCH /packs/fake-id 404", "GET /stores/invalid-uuid/items 400", "GET /jobs/unknown",
                "GET /ports/this-is-not-the-right-one 404", "GET /ways/do-not-enter 404",
            ],
            [
                "GET /jobs/unknown", "GET /ports/{portId}", "GET /stores/{storeId}/items",
                "GET /ways/do-not-enter", "PATCH /packs/{packId}",
            ]
        ),
        // Branches, unless responses name them.
        (
            ["GET /repos/7/branches/main/protection", "GET /git/refs/heads/master", "GET /pages/7/main"],
            [
                "GET /git/refs/heads/{headId}", "GET /pages/{pageId}/main",
                "GET /repos/{repoId}/branches/{branchId}/protection",
            ]
        ),
        (
            ["GET /configs/aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"], ["GET /configs/{configId}"]
        ),
    ])
    func `words are values by what is done with them`(_ requests: [String], _ expected: [String]) throws {
        #expect(try paths(infer(requests)).sorted() == expected)
    }

    @Test func `two segments identify a thing if most at their places are identifiers`() throws {
        let requests = [
            "DELETE /repos/3fa85f64aa/1234567", "DELETE /repos/3fa85f64aa/7654321",
            "PUT /repos/ann/site/topics",
            "GET /repos/3fa85f64aa/rails/commits/8",
        ]
        #expect(
            try paths(infer(requests)).sorted() == [
                "DELETE /repos/{repoOwner}/{repoId}", "GET /repos/{repoOwner}/{repoId}/commits/{commitId}",
                "PUT /repos/{repoOwner}/{repoId}/topics",
            ])
    }

    @Test func `segments are values if they answer alike`() throws {
        let user = #"{"login": "a", "id": 1, "plan": {"name": "b", "seats": 2}}"#
        let names = ["GET /users/ann", "GET /users/bob", "GET /users/eve"]
        #expect(try paths(infer(names) { _ in user }) == ["GET /users/{userId}"])
        #expect(try paths(infer(Array(names.prefix(2))) { _ in user }).count == 2)
        let others = try infer(names) { path in
            path.hasSuffix("eve") ? #"{"a": 1, "b": 2, "c": 3, "d": 4}"# : user
        }
        #expect(paths(others).count == 3)
    }

    @Test func `segments are values if the same words follow them`() throws {
        let names = ["ann", "bob", "eve"]
        let requests =
            names.map { "GET /users/\($0)/orders" } + ["GET /users/bob/cart", "GET /users/new/form"]
        #expect(
            try paths(infer(requests)) == [
                "GET /users/new/form", "GET /users/{userId}/cart", "GET /users/{userId}/orders",
            ])
        #expect(try paths(infer(Array(requests.prefix(2)))).count == 2)
    }

    @Test func `paths are kept as they are if that is asked for`() throws {
        let requests = ["GET /items/7", "GET /items/8", "GET /users/{id}"]
        let inferred = try infer(requests, isLiteral: true)
        #expect(paths(inferred) == ["GET /items/7", "GET /items/8", "GET /users/{id}"])
    }

    @Test func `the responses to all spellings of a path count for its properties`() throws {
        let requests = (1...10).map { "GET /items/\($0)" }
        let inferred = try infer(requests) { #"{"id": \#($0.dropFirst(7)), "note": null}"# }
        #expect(inferred.text.contains(#""required": ["#))
        #expect(
            inferred.contract.document.value[
                try JSONPointer(parsing: "/paths/~1items~1{itemId}/parameters")]?.text(.compact)
                == #"[{"name":"itemId","in":"path","required":true,"schema":{"type":"integer"}}]"#)
    }

    @Test func `a custom method is a part of its operation, also in an update`() throws {
        let first = try infer(["POST /models/swift-flash:generate"])
        #expect(
            first.contract.document.value["paths"]?["/models/{modelId}:generate"]?["post"]?["operationId"]
                == "postModelGenerate")
        let traffic = interactions(
            ["POST /models/swift-lite:generate", "POST /models/swift-lite:countTokens"]) { _ in "{}" }
        let later = try ContractInference().update(first.contract, with: traffic)
        #expect(
            paths(later) == ["POST /models/{modelId}:generate", "POST /models/{modelId}:countTokens"])
        #expect(ContractSet([later.contract]).check(traffic).findings.isEmpty)
    }

    @Test func `the paths of a contract are honored`() throws {
        let first = try infer(["GET /users/7", "GET /items/42"], isLiteral: true)
        let text = first.text.replacing(
            "/users/7\": {",
            with: """
                /users/{login}": {
                  "parameters": [{"name": "login", "in": "path", "required": true, "schema": {"type": "string"}}],
                """)
        let contract = try Contract(parsing: Data(text.utf8), file: Traffic.file)
        let traffic = interactions(
            ["DELETE /users/8", "GET /users/8/posts/9", "POST /items/42", "GET /items/43"]) { _ in "{}" }
        let inferred = try ContractInference().update(contract, with: traffic)
        #expect(
            Set(paths(inferred)) == [
                "GET /users/{login}", "DELETE /users/{login}", "GET /users/{login}/posts/{postId}",
                "GET /items/42", "POST /items/42", "GET /items/{itemId}",
            ])
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
    }

    @Test(arguments: shown)
    func `responses show which segments are values, and name them`(
        _ bodies: [(path: String, body: String)], _ expected: [String]
    ) throws {
        let requests = bodies.map { "GET " + $0.path }
        let inferred = try infer(requests) { path in bodies.first { $0.path == path }?.body ?? "{}" }
        #expect(inferred.contract.operations.map(\.path).sorted() == expected)
    }

    private typealias Shown = (bodies: [(path: String, body: String)], paths: [String])
    private static let shown: [Shown] = [
        // A value of two words is the two segments, those of a collection excepted.
        (
            [
                ("/models/ada/tiny-chat/runs", #"{"model": "ada/tiny-chat"}"#),
                ("/models/bo/sharp/tags", "{}"),
                ("/models/ada/tiny-chat", #"{"owner": "ada", "name": "tiny-chat"}"#),
            ],
            [
                "/models/{owner}/{modelName}", "/models/{owner}/{modelName}/runs",
                "/models/{owner}/{modelName}/tags",
            ]
        ),
        ([("/v1/models/tiny", #"{"name": "models/tiny"}"#)], ["/v1/models/{modelId}"]),
        ([("/v1/start/models/tiny", #"{"name": "models/tiny"}"#)], ["/v1/start/models/{modelId}"]),
        (
            [("/works/10.5555/abc.7", #"{"message": {"DOI": "10.5555/abc.7"}}"#)],
            ["/works/{doiPrefix}/{doiSuffix}"]
        ),
        // A result may hold the thing under the name of its collection.
        (
            [("/parcels/3SKAAG5995399", #"{"data": {"parcel": {"trackingNumber": "3SKAAG5995399"}}}"#)],
            ["/parcels/{trackingNumber}"]
        ),
        (
            [
                ("/kinds", #"{"message": {"items": [{"id": "glass"}]}}"#),
                ("/kinds/glass", #"{"message": {"id": "glass", "label": "Glass"}}"#),
            ],
            ["/kinds", "/kinds/{kindId}"]
        ),
        // What a part of a thing is called, the thing is not.
        (
            [("/lamps/7c1f0a2b/answer", #"{"name": "answer", "result": 42}"#)],
            ["/lamps/{lampId}/{name}"]
        ),
        // Values that follow each other are those of one object.
        (
            [
                (
                    "/leagues/37/201/0/6",
                    #"{"key": {"league_id": 6, "season_id": 37, "id": 0, "queue_id": 201}}"#
                )
            ],
            ["/leagues/{leagueId}/{leagueId2}/{id}/{leagueId3}"]
        ),
        (
            [
                (
                    "/leagues/37/201/0/6",
                    #"{"key": {"league_id": 6, "season_id": 37, "team": 0, "queue_id": 201}}"#
                )
            ],
            ["/leagues/{seasonId}/{queueId}/{team}/{leagueId}"]
        ),
        (
            [
                ("/replay/30/mix", #"{"replay": {"days": 30, "theme": "mix"}, "key": "mix"}"#),
                ("/lamps/30/state", #"{"id": 30, "text": "state"}"#),
                ("/rooms/30/open", #"{"number": 30, "state": "open"}"#),
                ("/rates/LAMP/DESK", #"{"result": {"base": "LAMP", "quote": "DESK", "name": "LAMP/DESK"}}"#),
            ],
            [
                "/lamps/{lampId}/state", "/rates/{base}/{quote}", "/replay/{days}/{theme}",
                "/rooms/{roomNumber}/open",
            ]
        ),
        // A list of keys is one of things.
        (
            [
                ("/users", #"{"data": {"keys": ["lamplighter"]}}"#), ("/users/lamplighter", "{}"),
                ("/boxes/7/lid", #"{"parts": ["lid"]}"#),
            ],
            ["/boxes/{boxId}/lid", "/users", "/users/{user}"]
        ),
        // Things have numbers and names.
        (
            [
                ("/taxon/545439", #"[{"taxonID": 545439}]"#),
                ("/taxon/Mola%20mola", #"[{"scientificName": "Mola mola"}]"#),
            ],
            ["/taxon/{taxon}"]
        ),
        // Another identifier has the name that the one in the path would have.
        ([("/lamps/7/state", #"{"id": 7, "lamp_id": 12}"#)], ["/lamps/{id}/state"]),
        ([("/lamps/7/state", #"{"id": 7, "lamp_id": 7}"#)], ["/lamps/{lampId}/state"]),
        // What is in several collections is a thing of one.
        (
            [
                ("/parcels/7a6b5c4d/again", #"{"parcel": {"id": "7a6b5c4d"}}"#),
                ("/notes/7a6b5c4d", #"{"emails": []}"#), ("/last_stop/7a6b5c4d", #"{"id": "7a6b5c4d"}"#),
            ],
            ["/last_stop/{parcelId}", "/notes/{parcelId}", "/parcels/{parcelId}/again"]
        ),
        // What is listed has the folder as the beginning of its path.
        (
            [
                ("/repos/ada/lamp/contents/docs/new", #"[{"path": "docs/new/intro.md"}]"#),
                ("/repos/ada/lamp", #"{"full_name": "ada/lamp"}"#),
            ],
            ["/repos/{owner}/{repoName}", "/repos/{owner}/{repoName}/contents/{contentPath}/{contentPath2}"]
        ),
        // A response may say what its path refers to.
        (
            [("/queries/\(uuid)", #"{"ref": {"jobId": "\#(uuid)"}}"#)],
            ["/queries/{jobId}"]
        ),
        ([("/jobs/\(uuid)", #"{"id": "\#(uuid)", "batch_id": "\#(uuid)"}"#)], ["/jobs/{jobId}"]),
        // What all that is listed has in its names or as a value is no word, nor is the name of one thing.
        ([("/codecs/mp3", #"[{"name": "MP3"}, {"name": "MP3,H.264"}]"#)], ["/codecs/{codecName}"]),
        ([("/codecs/mp3", #"[{"name": "MP3"}, {"name": "AAC"}]"#)], ["/codecs/mp3"]),
        ([("/codecs/top", #"[{"name": "Top"}]"#)], ["/codecs/top"]),
        (
            [("/states/Brazil/Paran%C3%A1", #"[{"name": "Londrina", "country": "Brazil"}]"#)],
            ["/states/{country}/{state}"]
        ),
        ([("/types/dog", #"{"type": {"name": "Dog"}}"#)], ["/types/{typeSlug}"]),
        ([("/linecount/51/title", #"[{"title": "a", "linecount": 51}]"#)], ["/linecount/{linecount}/title"]),
        (
            [("/names/by-user/64878685", #"{"userId": 64878685, "name": "a"}"#)],
            ["/names/by-user/{userId}"]
        ),
        // A text is no identifier.
        (
            [
                ("/author/Ada%20Lamp/title", #"[{"author": "Ada Lamp"}]"#),
                ("/lines/under%20a%20lamp/title", #"[{"author": "Ada Lamp"}]"#),
            ],
            ["/author/{author}/title", "/lines/{line}/title"]
        ),
        // An identifier may begin with what it is of.
        (
            [("/card/cus_7a6b5c4d", #"{"id": "card_5c4d7a6b", "customer": "cus_7a6b5c4d"}"#)],
            ["/card/{customerId}"]
        ),
        // Who wrote something is a user, and what has an identifier is more than one of its names.
        ([("/users/\(uuid)/posts", #"{"id": "a", "authorId": "\#(uuid)"}"#)], ["/users/{userId}/posts"]),
        (
            [
                ("/accounts/BTC", #"{"id": "\#(uuid)", "currency": "BTC"}"#),
                ("/accounts/\(uuid)", #"{"id": "\#(uuid)", "currency": "BTC"}"#),
            ], ["/accounts/{accountId}"]
        ),
        ([("/orgs/acme/repos", #"{"owner": {"username": "acme"}}"#)], ["/orgs/{orgName}/repos"]),
        ([("/releases/0.1.0", #"{"tag_name": "0.1.0"}"#)], ["/releases/{tagName}"]),
        // Symbols may be before an extension, and before a collection.
        (
            [
                ("/charts/daily/LAMP.json", #"{"symbol": "LAMP"}"#),
                ("/charts/daily/_DESK.json", #"{"symbol": "_DESK"}"#), ("/charts/daily/all.json", "{}"),
            ],
            ["/charts/daily/all.json", "/charts/daily/{symbol}.json"]
        ),
        ([("/tick/LAMP/prices", "[]"), ("/tick/all", "[]")], ["/tick/all", "/tick/{symbol}/prices"]),
        // A DOI has two parts, and a word with a meaning may be before it.
        (
            [("/v2/10.5555/abc.7", "{}"), ("/v2/10.5555/12-34", "{}"), ("/v2/search", "{}")],
            ["/v2/search", "/v2/{doiPrefix}/{doiSuffix}"]
        ),
        ([("/paper/DOI:10.5555/abc.7", "{}")], ["/paper/{doiPrefix}/{doiSuffix}"]),
        // Languages have the same words after them.
        (
            [("/v2/en/cards", "[]"), ("/v2/en/sets", "[]"), ("/v2/fr/cards", "[]")],
            ["/v2/{language}/cards", "/v2/{language}/sets"]
        ),
        ([("/v2/en/cards", "[]"), ("/v2/it/hosts", "[]")], ["/v2/en/cards", "/v2/it/hosts"]),
        ([("/functions/hash/a1b2c3d4e5f60718", "{}")], ["/functions/hash/{hash}"]),
        (
            [("/works/https://doi.test/10.5555%2Fab", "{}"), ("/works/https://doi.test/10.5555%2Fcd", "{}")],
            ["/works/https://doi.test/{doi}"]
        ),
        ([("/dex-ids/25", "{}")], ["/dex-ids/{dexId}"]),
        // What has a word of its siblings after it is one of them, also with another end, unless it is a word
        // itself.
        (
            [
                ("/lines/my-line", #"{"slug": "my-line"}"#), ("/lines/other/runs/1/jobs/\(uuid)/logs", "[]"),
                ("/lines/shop-branches/runs/2/logs", "[]"),
            ],
            [
                "/lines/{lineSlug}", "/lines/{lineSlug}/runs/{runId}/jobs/{jobId}/logs",
                "/lines/{lineSlug}/runs/{runId}/logs",
            ]
        ),
        (
            [
                ("/lines/my-line/runs/1/jobs/\(uuid)/logs", #"{"line": {"slug": "my-line"}}"#),
                ("/lines/trunks/runs/3/logs", "[]"), ("/lines/archived/runs/4/logs", "[]"),
            ],
            [
                "/lines/archived/runs/{runId}/logs", "/lines/trunks/runs/{runId}/logs",
                "/lines/{lineSlug}/runs/{runId}/jobs/{jobId}/logs",
            ]
        ),
        (
            [("/cells/7/status", "{}"), ("/cells/file/status/8", "{}"), ("/cells/my-cell/status", "{}")],
            ["/cells/file/status/{fileId}", "/cells/{cellId}/status"]
        ),
        ([("/api/forms/v1", #"{"tag": "v1"}"#)], ["/api/forms/v1"]),
        // What no collection is before has the name of what it is.
        ([("/v3/mail.shop.test/forms", "[]")], ["/v3/{domain}/forms"]),
        ([("/v3/ann@shop.test/forms", "[]")], ["/v3/{email}/forms"]),
        ([("/v3/lists/ann@shop.test", "{}")], ["/v3/lists/{listId}"]),
        // The version of a function is nothing that it finds.
        ([("/shop/GetLampByLampID/V001", "{}")], ["/shop/GetLampByLampID/V001"]),
        // A thing has its name, or its own address, unless the word says which thing is meant.
        ([("/specs/lamp5", #"{"shortname": "lamp5"}"#)], ["/specs/{shortname}"]),
        (
            [("/v1/users/shopper", #"{"data": {"url": "https://shop.test/shopper/", "id": "7"}}"#)],
            ["/v1/users/{userId}"]
        ),
        (
            ["crew", "me", "random"].map { ("/users/" + $0, #"{"uri": "/users/152"}"#) },
            ["/users/me", "/users/random", "/users/{userId}"]
        ),
        (
            [("/orders/lately", #"{"_links": {"self": {"href": "/orders/lately"}}}"#)],
            ["/orders/lately"]
        ),
        // A collection is no file, though the response has its path.
        (
            ["lamps", "desks"].map { ("/shop/3/" + $0, #"{"metadata": {"path": "/shop/\#($0)"}}"#) },
            ["/shop/{shopId}/desks", "/shop/{shopId}/lamps"]
        ),
        // A reference that has its kind beside it names nothing, nor does a message about a thing.
        (
            [("/forms/175221/join", #"{"ask": {"joinable_id": 175221, "joinable_type": "form"}}"#)],
            ["/forms/{formId}/join"]
        ),
        (
            [("/lamp/7/part/897494196", #"{"messages": [{"message": {"id": "897494196"}}]}"#)],
            ["/lamp/{lampId}/part/{partId}"]
        ),
    ]

    private static let uuid = "a81bc81b-dead-4e5d-abff-90865d1e13b1"

    @Test func `hosts are never merged`() throws {
        let traffic = ["https://a.test/items/7", "https://b.test/items/x"].flatMap {
            Traffic.responses(["{}"], to: $0)
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(paths(inferred) == ["GET /items/x", "GET /items/{itemId}"])
        #expect(inferred.text.contains("https://b.test"))
    }
}
