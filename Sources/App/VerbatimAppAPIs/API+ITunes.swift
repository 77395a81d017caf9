import Foundation
public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// The iTunes Search API: items of every kind by term and by identifier, and their artwork.
    public static let iTunes = API(
        name: "itunes",
        // "Limited to approximately 20 calls per minute":
        // https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/Searching.html
        rate: .every(.seconds(3)),
        // The store refuses too many requests with an empty response.
        isBusy: { status, body in status == 403 && body.isEmpty },
        scenarios: [
            search("search-all", "jack johnson", .all, limit: 20),
            search("search-music", "abba", .music),
            search("search-software", "chess", .software),
            search("search-ebooks", "hemingway", .ebooks),
            Scenario("search-nothing", "searches for a term without results") { context in
                let items = try await ITunesSearchService(context).search("qxzvwkjh")
                try Scenario.require(items.isEmpty, "empty result for an unknown term")
            },
            Scenario("pages", "reads two pages of results") { context in
                let pages = ITunesSearchService(context, pageSize: 3).results(
                    for: "moby dick", category: .all)
                let read = try await pages.prefix(2).reduce(into: []) { $0.append($1) }
                try Scenario.require(read.count == 2, "second page")
            },
            Scenario("lookup", "looks up two songs by their identifiers") { context in
                let store = ITunesSearchService(context)
                let songs = try await store.search("abba", category: .music).prefix(2)
                let found = try await store.lookUp(songs.map(\.id))
                try Scenario.require(Set(found.map(\.id)) == Set(songs.map(\.id)), "song")
            },
            Scenario("lookup-app", "looks up an app by its bundle identifier") { context in
                let store = ITunesSearchService(context)
                let apps = try await store.search("chess", category: .software)
                let bundle = try Scenario.require(apps.first?.bundleID, "app with a bundle identifier")
                let app = try Scenario.require(try await store.lookUp(bundleID: bundle), "app")
                try Scenario.require(app.bundleID == bundle, "app with the bundle identifier")
            },
            refused("lookup-in-unknown-country", "looks up an item in the store of an unknown country") {
                (store) async throws(ITunesError) in try await store.lookUp([1])
            },
            Scenario(
                "missing-artwork", "loads an artwork that does not exist", refusals: [404],
                guess: "status 404 for an artwork that does not exist"
            ) { context in
                try await Scenario.expectStatus(
                    404, of: "https://is1-ssl.mzstatic.com/image/thumb/Music/none/100x100bb.jpg", in: context)
            },
            refused("unknown-country", "searches the store of an unknown country") {
                (store) async throws(ITunesError) in try await store.search("abba", category: .music)
            },
            // The app's categories leave out episodes of podcasts, which have no artist, and artists.
            Scenario("episodes-and-artists", "searches episodes of podcasts, and artists") { context in
                for query in ["term=rounds&entity=podcastEpisode", "term=harbour&entity=musicArtist"] {
                    let request = RESTRequest(
                        .get, "https://itunes.apple.com/search?\(query)&limit=5&country=US")
                    let found: ITunesSearchResponse = try await RESTClient(session: context.session)
                        .response(to: request).successful().decoded(by: ITunesSearchService.makeDecoder())
                    try Scenario.require(!found.results.isEmpty && found.$results.isEmpty, "readable result")
                }
            },
            Scenario("not-found", "asks at an address where nothing is", refusals: [404]) { context in
                let request = RESTRequest(
                    .get, "https://itunes.apple.com/searchLOL?term=abba&limit=200&entity=")
                let response = try await RESTClient(session: context.session).response(to: request)
                try Scenario.require(response.status == 404 && response.isHTML, "page with status 404")
            },
            Scenario(
                "resumed-artwork", "continues to download an artwork of which it has the beginning",
                guess: "ranges of an artwork, by a tag or a date of the file"
            ) {
                context in
                let item = try Scenario.require(
                    try await ITunesSearchService(context).search("abba", category: .music)
                        .first { $0.artworkURL != nil }, "result with artwork")
                try await resumeDownload(of: try Scenario.require(item.artworkURL, "artwork"), in: context)
            },
        ] + iTunesFaults,
        models: [
            ModelBinding("search", ITunesSearchResponse.self, decoder: ITunesSearchService.makeDecoder),
            ModelBinding(
                "search", statuses: 400...400, ITunesFailure.self, decoder: ITunesSearchService.makeDecoder),
            ModelBinding("lookup", ITunesSearchResponse.self, decoder: ITunesSearchService.makeDecoder),
            ModelBinding(
                "lookup", statuses: 400...400, ITunesFailure.self, decoder: ITunesSearchService.makeDecoder),
            .image("artwork.get"),
        ])

    /// Loads a file, keeps its first half, and loads the rest.
    private static func resumeDownload(of url: URL, in context: ScenarioContext) async throws {
        let client = RESTClient(session: context.session)
        let request = RESTRequest(.get, url.absoluteString)
        let files = [0, 1].map { _ in
            FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        }
        // The system empties the folder of temporary files if this fails.
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        let response = try await client.download(request, to: files[0])
        let whole = try Data(contentsOf: files[0])
        let validator = response.header("ETag") ?? response.header("Last-Modified")
        let part = PartialDownload(
            file: files[1], size: whole.count / 2,
            validator: try Scenario.require(validator, "header 'ETag' or 'Last-Modified'"))
        try whole.prefix(part.size).write(to: part.file)
        let rest = try await client.download(request, to: files[0], continuing: part)
        try Scenario.require(rest.status == 206, "status 206; it is \(rest.status)")
        try Scenario.require(try Data(contentsOf: files[0]) == whole, "the same file")
    }

    /// Failures that only the fake provider shows on request.
    private static let iTunesFaults = Scenario.failures(
        [
            ("throttled", "itunes=empty-403", 403, "asks too often in a short time"),
            ("too-many-requests", "itunes=429", 429, "asks too often, which the store says by status 429"),
            ("bad-gateway", "itunes=502", 502, "asks while a server before the store fails"),
            ("unavailable", "itunes=503", 503, "asks while the store is unavailable"),
        ],
        requests: [
            RESTRequest(.get, "https://itunes.apple.com/search?term=abba&entity=musicTrack&country=US"),
            RESTRequest(.get, "https://itunes.apple.com/lookup?id=1612774101&country=US"),
        ])

    /// A search that loads the artwork of the first result that has any.
    private static func search(_ name: String, _ term: String, _ category: ITunesCategory, limit: Int = 5)
        -> Scenario
    {
        Scenario(name, "searches \(category) for '\(term)' and loads an artwork") { context in
            let store = ITunesSearchService(context, searchLimit: limit)
            let items = try await store.search(term, category: category)
            let item = try Scenario.require(items.first { $0.artworkURL != nil }, "result with artwork")
            _ = try await store.artwork(of: item)
        }
    }

    /// A request for a country that does not exist, which the store refuses with an explanation.
    private static func refused(
        _ name: String, _ summary: String,
        _ request: @escaping @Sendable (ITunesSearchService) async throws(ITunesError) -> [ITunesItem]
    ) -> Scenario {
        Scenario(name, summary, refusals: [400], guess: "status 400 for the country UK") { context in
            let store = ITunesSearchService(
                session: context.session, region: UserRegion(country: "UK", language: "en"))
            try await Scenario.expect("an error with status 400") { () async throws(ITunesError) in
                try await request(store)
            } where: { error in
                if case .refused(_, status: 400) = error { true } else { false }
            }
        }
    }
}

extension ITunesSearchService {
    fileprivate convenience init(_ context: ScenarioContext, pageSize: Int = 50, searchLimit: Int = 5) {
        self.init(
            session: context.session, region: .unitedStates, pageSize: pageSize, searchLimit: searchLimit)
    }
}
