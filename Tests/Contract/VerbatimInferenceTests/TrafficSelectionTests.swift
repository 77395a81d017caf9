import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

@Suite struct TrafficSelectionTests {
    private static let traffic =
        Traffic.responses(["{}"], to: "https://api.shop.test/v1/items")
        + Traffic.responses(["{}"], to: "https://api.shop.test/v2/items")
        + Traffic.responses(["<p>", "<p>", "<p>"], to: "https://www.shop.test/", type: "text/html")
        + Traffic.responses(["x"], to: "https://api.shop.test/logo", type: "image/png")
        + [Interaction(HTTPRequest("POST", "https://api.shop.test/v1/log"), .response(HTTPResponse(204)))]
        + Traffic.responses(["{}"], to: "http://localhost:8080/items")

    @Test(arguments: [
        (
            TrafficSelection(), ["/v1/items", "/v2/items", "/logo", "/v1/log"],
            ["www.shop.test 3", "localhost:8080 1"]
        ),
        (TrafficSelection(host: "WWW.shop.test"), ["/", "/", "/"], ["api.shop.test 4", "localhost:8080 1"]),
        (TrafficSelection(host: "localhost:8080"), ["/items"], ["api.shop.test 4", "www.shop.test 3"]),
        (
            TrafficSelection(onlyJSON: true), ["/v1/items", "/v2/items", "/v1/log"],
            ["www.shop.test 3", "localhost:8080 1"]
        ),
        (
            TrafficSelection(pathPrefix: "/v1/"), ["/v1/items", "/v1/log"],
            ["www.shop.test 3", "localhost:8080 1"]
        ),
        (
            TrafficSelection(host: "none.test"), [],
            ["api.shop.test 4", "www.shop.test 3", "localhost:8080 1"]
        ),
    ])
    func `one host is selected, and the others are counted`(
        _ selection: TrafficSelection, _ paths: [String], _ others: [String]
    ) {
        let result = selection.select(from: Self.traffic)
        #expect(result.selected.map { URL(string: $0.request.url)?.path } == paths)
        #expect(result.others.map { "\($0.host) \($0.count)" } == others)
    }

    @Test(arguments: [
        ("https://test.shop.test/v1/items", true), ("https://test.shop.test/v1/upload", false),
        ("https://test.shop.test/v1/items/7", true), ("https://test.shop.test/v2/items", false),
        ("https://api.other.test/v1/items", false),
        ("https://api.sandbox.shop.test/v2/items", true), ("https://dev-api.shop.test/upload", true),
        ("http://shop.test/v1/items", false), ("http://10.0.0.7/v1/items", false),
        ("https://app.shop.example/v1/items", true), ("https://app.shop.example/v1/upload", false),
    ])
    func `a host of the same domain with the same paths is another server`(_ url: String, _ isServer: Bool)
        throws
    {
        let traffic =
            Traffic.responses(["{}", "{}"], to: "https://api.shop.test/v1/items")
            + Traffic.responses(["{}"], to: url)
        let (selected, others) = TrafficSelection().select(from: traffic)
        #expect(selected.count == (isServer ? 3 : 2) && others.isEmpty == isServer)
        let contract = try ContractInference().contract(file: "shop.json", from: selected).contract
        #expect(contract.document.value["servers"]?.array?.count == (isServer ? 2 : 1))
        #expect(ContractSet([contract]).check(selected).findings.isEmpty)
        #expect(TrafficSelection(host: "api.shop.test").select(from: traffic).selected.count == 2)
    }

    @Test func `an API has a limited number of servers, those with the most requests`() {
        let hosts = (100..<200).map { "https://h\($0).shop.test/items" }
        let traffic = (hosts + hosts.suffix(9) + hosts.suffix(1)).flatMap {
            Traffic.responses(["{}"], to: $0)
        }
        let (selected, others) = TrafficSelection().select(from: traffic)
        #expect(others.count == 36 && others.allSatisfy { $0.count == 1 })
        #expect(selected.count == 64 + 9 + 1)
    }

    @Test func `what an export replaced in a host is a variable of the server`() throws {
        let traffic = Traffic.responses(["{}", "{}"], to: "https://<shop>.shops.test/items")
        let contract = try ContractInference().contract(file: "shop.json", from: traffic).contract
        let server = contract.document.value["servers"]?[0]
        #expect(server?["url"] == "https://{shop}.shops.test")
        #expect(server?["variables"]?["shop"]?["default"] == "<shop>")
        #expect(ContractSet([contract]).check(traffic).findings.isEmpty)
    }

    @Test func `ports of the machine itself with the same paths are servers of one API`() {
        let traffic = ["http://127.0.0.1:1234/items", "http://localhost:9002/items"].flatMap {
            Traffic.responses(["{}", "{}"], to: $0)
        }
        let other = Traffic.responses(["{}"], to: "http://localhost:8080/log")
        let result = TrafficSelection().select(from: traffic + other)
        #expect(result.selected.count == 4 && result.others.map(\.host) == ["localhost:8080"])
    }

    @Test(arguments: [("/v1/items", true), ("/items", false)])
    func `a host with one path of another after the version has its others too`(
        _ path: String, _ isServer: Bool
    ) {
        let traffic =
            Traffic.responses(["{}", "{}", "{}"], to: "https://app.shop.test" + path)
            + Traffic.responses(["{}"], to: "https://api.shop.test" + path)
            + Traffic.responses(["{}"], to: "https://api.shop.test/v1/contacts")
        #expect(TrafficSelection().select(from: traffic).others.isEmpty == isServer)
    }

    @Test func `requests that a browser sends on its own are left out, unless there are no others`() throws {
        let page = HTTPRequest("GET", "https://api.shop.test/", headers: ["Sec-Fetch-Dest": "document"])
        let preflight = HTTPRequest(
            "OPTIONS", "https://api.shop.test/v1/users", headers: ["Access-Control-Request-Method": "POST"])
        let options = HTTPRequest("OPTIONS", "https://api.shop.test/v1/log")
        let data = HTTPRequest("GET", "https://api.shop.test/v1/items", headers: ["Sec-Fetch-Dest": "empty"])
        let traffic = [page, preflight, options, data].map { Interaction($0, .response(HTTPResponse(204))) }
        let (selected, _) = TrafficSelection().select(from: traffic)
        #expect(selected.map(\.request) == [options, data])
        let onlyPages = TrafficSelection().select(from: Array(traffic.prefix(2))).selected
        #expect(onlyPages.count == 2)

        // The contract holds for the traffic that it was inferred from, and updates learn no pages.
        let inferred = try ContractInference().contract(file: "shop.json", from: selected)
        let contract = try Contract(parsing: Data(inferred.text.utf8), file: "shop.json", isStrict: true)
        #expect(ContractSet([contract]).check(traffic, api: "shop").findings.count == 0)
        #expect(traffic.map(contract.hasServer) == [false, false, true, true])
    }
}
