import VerbatimAPI
import VerbatimAppClients

extension Scenario {
    /// Creates a scenario in which the provider fails, as only its fake does on request.
    ///
    /// - Parameters:
    ///   - fault: The provider and its fault: `google-books=429`.
    ///   - requests: Requests of the app, each of which gets the status.
    static func fault(
        _ name: String, _ fault: String, status: Int, _ summary: String, requests: [RESTRequest]
    ) -> Scenario {
        Scenario(name, summary, fakeEnvironment: ["VERBATIM_FAKE": fault]) { context in
            let client = RESTClient(session: context.session)
            for request in requests {
                let response = try await client.response(to: request)
                try require(response.status == status, "status \(status); it is \(response.status)")
            }
        }
    }

    /// Creates scenarios in which the provider fails in several ways while the app sends the same requests.
    private static func faults(
        _ faults: [(name: String, fault: String, status: Int, summary: String)], requests: [RESTRequest]
    ) -> [Scenario] {
        faults.map { .fault($0.name, $0.fault, status: $0.status, $0.summary, requests: requests) }
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

    /// Failures of Flickr, for each list in each format that the app reads.
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

    /// Requests to reqres.in without a key.
    static let reqresFaults = [
        Scenario.fault(
            "missing-key", "reqres=401", status: 401, "sends every request without an API key",
            requests: {
                let users = "https://reqres.in/api/users"
                let json = ["Content-Type": "application/json"]
                let body = RESTBody.parameters(["name": .string("morpheus"), "job": .string("leader")])
                return [
                    RESTRequest(.get, users), RESTRequest(.get, "\(users)/2"),
                    RESTRequest(.post, users, headers: json, body: body),
                    RESTRequest(.put, "\(users)/2", headers: json, body: body),
                    RESTRequest(.patch, "\(users)/2", headers: json, body: body),
                    RESTRequest(.delete, "\(users)/2"),
                ]
            }())
    ]
}

// MARK: - Answers of other forms

extension Scenario {
    /// Volumes that few searches find: a magazine, one that is free without a link, a date such as `19??`.
    static let oddVolumes = Scenario("odd-volumes", "finds magazines and old books without a date") {
        context in
        let request = RESTRequest(.get, "https://www.googleapis.com/books/v1/volumes?q=intitle:lighthouse")
        let list: VolumeList = try await RESTClient(session: context.session).response(to: request)
            .successful().decoded(by: GoogleBooksService.makeDecoder())
        try require(!list.items.isEmpty && list.$items.isEmpty, "list of readable volumes")
    }

    /// Results that the app's categories leave out: episodes of podcasts, which have no artist, and artists.
    static let episodesAndArtists = Scenario(
        "episodes-and-artists", "searches episodes of podcasts, and artists"
    ) { context in
        for query in ["term=rounds&entity=podcastEpisode", "term=harbour&entity=musicArtist"] {
            let request = RESTRequest(.get, "https://itunes.apple.com/search?\(query)&limit=5&country=US")
            let found: ITunesSearchResponse = try await RESTClient(session: context.session)
                .response(to: request).successful().decoded(by: ITunesSearchService.makeDecoder())
            try require(!found.results.isEmpty && found.$results.isEmpty, "readable result")
        }
    }
}
