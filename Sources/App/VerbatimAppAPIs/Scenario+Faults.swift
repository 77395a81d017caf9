import VerbatimAPI
import VerbatimAppClients

extension Scenario {
    /// Creates scenarios in which a provider fails, as only its fake does on request.
    ///
    /// - Parameters:
    ///   - faults: The names of the scenarios, each with the fault of the provider (`google-books=429`), the
    ///     status that it gives every response, and a summary.
    ///   - requests: Requests as the app sends them.
    private static func faults(
        _ faults: [(name: String, fault: String, status: Int, summary: String)], requests: [RESTRequest]
    ) -> [Scenario] {
        faults.map { name, fault, status, summary in
            Scenario(name, summary, fakeEnvironment: ["VERBATIM_FAKE": fault]) { context in
                let client = RESTClient(session: context.session)
                for request in requests {
                    let response = try await client.response(to: request)
                    try require(response.status == status, "status \(status); it is \(response.status)")
                }
            }
        }
    }

    /// Failures of Google Books.
    static let googleBooksFaults = faults(
        [
            ("refused-key", "google-books=400", 400, "sends an API key that Google never issued"),
            ("unknown-location", "google-books=403", 403, "asks from a place that Google cannot determine"),
            ("quota-exceeded", "google-books=429", 429, "asks after the quota is used up"),
            ("internal-error", "google-books=500", 500, "asks while a server fails"),
            ("unavailable", "google-books=503", 503, "asks while the service is unavailable"),
        ],
        requests: [
            RESTRequest(.get, "https://www.googleapis.com/books/v1/volumes?q=9780141439518"),
            RESTRequest(.get, "https://www.googleapis.com/books/v1/volumes/s1gVAAAAYAAJ"),
        ])

    /// Failures of the iTunes Store.
    static let iTunesFaults = faults(
        [
            ("throttled", "itunes=empty-403", 403, "asks too often in a short time"),
            ("not-found", "itunes=html-404", 404, "asks while there is nothing at the address"),
            ("too-many-requests", "itunes=429", 429, "asks too often, which the store says by status 429"),
            ("bad-gateway", "itunes=502", 502, "asks while a server before the store fails"),
            ("unavailable", "itunes=503", 503, "asks while the store is unavailable"),
        ],
        requests: [
            RESTRequest(.get, "https://itunes.apple.com/search?term=abba&entity=musicTrack&country=US"),
            RESTRequest(.get, "https://itunes.apple.com/lookup?id=1612774101&country=US"),
        ])

    /// Failures of Flickr, which the app reads in its lists.
    static let flickrFaults: [Scenario] = [
        ("oauth-incomplete", "flickr=400", 400, "sends an incomplete OAuth signature"),
        ("oauth-invalid", "flickr=401", 401, "sends an invalid OAuth signature"),
        ("too-many-requests", "flickr=429", 429, "asks too often in an hour"),
    ].map { name, fault, status, summary in
        Scenario(name, summary, fakeEnvironment: ["VERBATIM_FAKE": fault]) { context in
            let flickr = FlickrService(session: context.session, apiKey: ScenarioContext.placeholderKey)
            try await expectFlickrStatus(status) { () async throws(FlickrError) in
                try await flickr.recentPhotos()
            }
            try await expectFlickrStatus(status) { () async throws(FlickrError) in
                try await flickr.recentPhotos(as: .xml)
            }
            try await expectFlickrStatus(status) { () async throws(FlickrError) in
                try await flickr.interestingPhotos()
            }
            try await expectFlickrStatus(status) { () async throws(FlickrError) in
                var pages = flickr.photos(in: .matching("harbour")).makeAsyncIterator()
                return try await pages.next()?.items ?? []
            }
        }
    }

    private static func expectFlickrStatus(
        _ status: Int, from work: () async throws(FlickrError) -> [FlickrPhoto]
    ) async throws {
        try await expect("an error with status \(status)", from: work) { error in
            switch error {
            case .oauthProblem(_, status): true
            case .request(.clientError(let response)): response.status == status
            default: false
            }
        }
    }

    /// Failures of reqres.in.
    static let reqresFaults = faults(
        [("missing-key", "reqres=401", 401, "sends every request without an API key")],
        requests: [
            reqresRequest(.get, "users"), reqresRequest(.get, "users/2"),
            reqresRequest(.post, "users", sendsUser: true),
            reqresRequest(.put, "users/2", sendsUser: true),
            reqresRequest(.patch, "users/2", sendsUser: true),
            reqresRequest(.delete, "users/2"),
        ])

    private static func reqresRequest(
        _ method: RESTMethod, _ path: String, sendsUser: Bool = false
    ) -> RESTRequest {
        RESTRequest(
            method, "https://reqres.in/api/\(path)",
            headers: sendsUser ? ["Content-Type": "application/json"] : [:],
            body: sendsUser ? .parameters(["name": "morpheus", "job": "leader"]) : nil)
    }
}
