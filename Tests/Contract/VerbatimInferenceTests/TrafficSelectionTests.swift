import Foundation
import Testing
import VerbatimHAR

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
}
