import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimInference

@Suite struct OperationNameTests {
    private func names(_ traffic: [String], in document: JSONValue = [:]) throws -> [String] {
        let interactions = traffic.flatMap { Traffic.responses(["{}"], to: "https://api.shop.test" + $0) }
        let inferred = try ContractInference().contract(file: Traffic.file, from: interactions)
        return inferred.contract.operations.map(\.id)
    }

    @Test(arguments: [
        ("/orgs/7/items/8", "getOrgItem"), ("/orgs/7/items", "getOrgItems"), ("/", "getRoot"),
        ("/api/v2/user_invitations/7", "getUserInvitation"), ("/api/rest/v1.2/SMS/latest", "getSMSLatest"),
        ("/rest/?method=shop.items.find&q=lamp", "shop.items.find"), ("/img/logo.png", "getImgLogoPng"),
        ("/services", "getServices"), ("/api/v2/services", "getServices"),
        ("/rest/api/3/myself", "getMyself"), ("/instance/v1/ips/7", "getInstanceIp"),
        ("/api2/projects/7/keys", "getProjectKeys"), ("/dns/get-zone-info.json", "getZoneInfo"),
        ("/zones/7:listRecords", "listRecords"), ("/shop/add-ons", "getShopAddOns"),
        ("/api/search/1.0.json", "getSearch"), ("/items/7.json", "getItem"),
        ("/TAGIDByName/7", "getTAGIDByName"), ("/address", "getAddress"), ("/api2x/keys", "getApi2xKeys"),
        ("/api2/json/pools/7", "getPool"),
        ("/20180115/zones/7/records", "getZoneRecords"), ("/ws2.0/ref/region", "getRefRegion"),
        ("/species/history/id/7", "getSpeciesHistoryById"),
        ("/orgs/7/org-memberships", "getOrgMemberships"), ("/orgs/7/organs", "getOrgOrgans"),
        ("/calendar/v3/calendars/7", "getCalendar"), ("/offers/current_offer", "getCurrentOffer"),
        ("/functions/hash/7a6b5c4d3e", "getFunctionByHash"), ("/data_objects/1.0/7.json", "getDataObject"),
        ("/customs/items/7/", "getCustomsItem"), ("/USPS/7", "getUSPS"), ("/boxes/", "getBoxes"),
        ("/works/https://doi.example/10.5555/lamp", "getWork"),
    ])
    func `an operation is named after its method and its resources`(_ path: String, _ name: String) throws {
        #expect(try names([path]) == [name])
    }

    @Test func `what is done with a resource is in the path only if the path has several`() throws {
        func operations(_ values: [String]) throws -> [String] {
            let traffic = values.flatMap {
                Traffic.responses(["{}"], to: "https://api.shop.test/orgs/7/bill?operation=" + $0)
            }
            let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
            #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
            return inferred.contract.operations.map { "\($0.id) \($0.path)" }
        }
        #expect(try operations(["delete"]) == ["deleteOrgBill /orgs/{orgId}/bill"])
        #expect(try operations(["getBill"]) == ["getBill /orgs/{orgId}/bill#getBill"])
        #expect(
            try operations(["archive", "delete"]) == [
                "archiveOrgBill /orgs/{orgId}/bill#archive", "deleteOrgBill /orgs/{orgId}/bill#delete",
            ])
    }

    @Test func `a thing and its collection have different names`() throws {
        #expect(try names(["/user", "/user/7"]) == ["getUser", "getUserById"])
        #expect(try names(["/users", "/users/7"]) == ["getUsers", "getUser"])
    }

    @Test func `what has no other name is named after its parameters`() throws {
        #expect(
            try names(["/zones/7", "/zones/7/2026-11-21", "/links/1/2", "/links/1"])
                == ["getLink", "getLinkById", "getZone", "getZoneByDate"])
        #expect(try names(["/v3/me/list", "/v3/me/list/7"]) == ["getMeList", "getMeListById"])
        #expect(try names(["/items/7", "/items/7.json"]) == ["getItem", "getItemJSON"])
    }

    @Test func `what a thing is found by is in the name`() throws {
        let traffic = Traffic.responses(
            [#"{"id": "7", "identifier": "medium"}"#], to: "https://api.shop.test/plans/identifier/medium")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.contract.operations.map(\.id) == ["getPlanByIdentifier"])
    }

    @Test(arguments: [
        (["ability", "pokemon"], ["getAbilities", "getPokemons"]), (["ability"], ["getAbility"]),
        (["ability", "pokemon", "search"], ["getAbilities", "getPokemons", "getSearch"]),
    ])
    func `several pages of things are named by plurals`(_ words: [String], _ names: [String]) throws {
        let page = #"{"count": 9, "next": null, "previous": null, "results": [{"label": "a"}]}"#
        let traffic = words.flatMap { Traffic.responses([page], to: "https://api.shop.test/v2/" + $0) }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.contract.operations.map(\.id).sorted() == names)
    }

    @Test func `the first letter of a parameter is no name of a thing`() throws {
        let traffic = ["/b", "/b/lamp-7a6b5c4d"].flatMap {
            Traffic.responses([#"{"bucket_key": "lamp-7a6b5c4d"}"#], to: "https://api.shop.test" + $0)
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.contract.operations.map(\.id) == ["getB", "getBByBucketKey"])
    }

    @Test func `what returns a list is in the plural, and distinguished by its parameters`() throws {
        let list = "[{}, {}]"
        let traffic = ["/zones/7/records", "/zones/7/records/TXT", "/statuses/11b37d9155"].flatMap {
            Traffic.responses([list], to: "https://api.shop.test" + $0)
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(
            inferred.contract.operations.map(\.id) == ["getStatuses", "getZoneRecords", "getZoneRecordsById"])
    }

    @Test func `a collection in the singular is in the plural if it is a list of things`() throws {
        let traffic =
            Traffic.responses(["[{}, {}]"], to: "https://api.shop.test/purchase_order")
            + Traffic.responses(["{}"], to: "https://api.shop.test/purchase_order/7")
            + Traffic.responses(["[{}]"], to: "https://api.shop.test/teams/7")
            + Traffic.responses(["[{}]"], to: "https://api.shop.test/node")
            + Traffic.responses(["{}"], to: "https://api.shop.test/node/7")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(
            inferred.contract.operations.map(\.id) == [
                "getNodes", "getNode", "getPurchaseOrders", "getPurchaseOrder", "getTeam",
            ])
    }

    @Test(
        arguments: [
            (
                [
                    ("/order", "[{}, {}]"), ("/order/7", "{}"), ("/ring_box", #"{"data": [{}, {}]}"#),
                    ("/note?limit=2", #"{"data": []}"#), ("/search?limit=2", #"{"data": [{}, {}]}"#),
                    ("/profile", #"{"id": 7}"#), ("/shop/ring", "[{}, {}]"),
                ],
                [
                    "getNotes", "getOrders", "getOrder", "getProfile", "getRingBoxes", "getSearch",
                    "getShopRing",
                ]
            ),
            (
                [
                    ("/Category.json?limit=2", #"{"count": 0}"#), ("/Category/7.json", #"{"name": "a"}"#),
                    ("/PriceLevel.json", #"{"count": 2, "PriceLevel": [{}, {}]}"#), ("/Me.json", "{}"),
                ], ["getCategories", "getCategory", "getMe", "getPriceLevels"]
            ),
            ([("/user?page=2", #"{"id": 7}"#), ("/user/7", "{}")], ["getUser", "getUserById"]),
            (
                [("/project", #"[{"id": 1}, {"id": 2}]"#), ("/search", #"[{"id": 1}, {"id": 2}]"#)],
                ["getProjects", "getSearch"]
            ),
            (
                [("/v1/7", "{}"), ("/v2/7", "{}"), ("/v2/7/boxes", "{}")],
                ["getById", "getV2ById", "getBoxes"]
            ),
            // Two lists show that those of an API are in the singular.
            (
                [
                    ("/a/lamp/?page=1", #"{"count": 2, "lamp": [{}, {}]}"#),
                    ("/b/desk/?page=1", #"{"count": 2, "desk": [{}, {}]}"#),
                    ("/c/box/?page=1", #"{"count": 1, "results": [{}]}"#),
                ], ["getALamps", "getBDesks", "getCBoxes"]
            ),
        ] as [([(String, String)], [String])])
    func `lists beside one in the singular, and pages of things, are in the plural`(
        _ responses: [(String, String)], _ names: [String]
    ) throws {
        let traffic = responses.flatMap {
            Traffic.responses([$0.1], to: "https://api.shop.test" + $0.0)
        }
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.contract.operations.map(\.id) == names)
    }

    @Test(arguments: [
        ("/product", #"{"count": 9, "product": [{}], "limit": 1}"#, "getProducts"),
        ("/product", #"{"product": [{}], "id": 7}"#, "getProduct"),
        ("/search", #"{"count": 9, "items": [{}, {}]}"#, "getSearch"),
        ("/players/7/games/8", #"{"idplayer": "7", "games": [{}, {}]}"#, "getPlayerGames"),
        ("/categories/7", #"{"id": 7, "categories": [{}, {}]}"#, "getCategory"),
        ("/common_names/lamp%20red", #"{"name": "lamp red", "result": [{}, {}]}"#, "getCommonNames"),
        ("/Tag", #"{"list": [{"id": 7, "tagName": "a"}], "total": 9}"#, "getTags"),
        ("/tags/7.json", #"{"list": [{"tagId": 7}], "total": 1}"#, "getTag"),
        ("/Order", #"{"list": [{"id": 7, "part": "a"}], "total": 9}"#, "getOrder"),
        ("/router", #"{"routers": {"router": [{}, {}]}}"#, "getRouters"),
    ])
    func `what holds a list of the last word is in the plural`(
        _ path: String, _ body: String, _ name: String
    ) throws {
        let traffic = Traffic.responses([body], to: "https://api.shop.test" + path)
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.contract.operations.map(\.id) == [name])
    }

    @Test func `what is found by a code is distinguished by it`() throws {
        let traffic =
            Traffic.responses(["[{}]"], to: "https://api.shop.test/postcodes?q=a")
            + Traffic.responses(
                [#"[{"postcode": "ID1 1QD"}, {"postcode": "ID1 1QD"}]"#],
                to: "https://api.shop.test/postcodes/ID1%201QD")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(
            inferred.contract.operations.map(\.id) == ["getPostcodes", "getPostcodesByPostcode"])
    }

    @Test func `versions distinguish operations that are otherwise the same`() throws {
        #expect(try names(["/v1/crawl/77777777", "/v2/crawl/77777777"]) == ["getCrawl", "getV2Crawl"])
        #expect(
            try names(["/user/followers", "/users/7/followers"])
                == ["getUserFollowers", "getUserFollowersByUserId"])
    }

    @Test func `what comes before the API in all paths is no part of names`() throws {
        #expect(try names(["/shop-web/api/v1/items", "/shop-web/api/v2/bins"]) == ["getItems", "getBins"])
        #expect(try names(["/shop-web/api/v1/items", "/bins"]) == ["getBins", "getShopWebApiItems"])
    }

    @Test func `names are unique`() throws {
        #expect(
            try names(["/v1/items", "/v2/items", "/items", "/api/items"])
                == ["getItems", "getItems2", "getV1Items", "getV2Items"])
        #expect(try names(["/items", "/Items"]) == ["getItems", "getItems2"])
        #expect(try names(["/shop/v1/items", "/shop/v2/items"]) == ["getShopItems", "getShopV2Items"])
    }
}
