public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// The iTunes Search API: items of every kind, and their artwork.
    public static let iTunes = API(
        name: "itunes", title: "iTunes Search",
        scenarios: [
            search("search-all", "jack johnson", .all),
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
            Scenario("lookup-in-unknown-country", "looks up an item in the store of an unknown country") {
                context in
                let region = UserRegion(country: "UK", language: "en")
                let store = ITunesSearchService(session: context.session, region: region)
                try await Scenario.expect("an error with status 400") { () async throws(ITunesError) in
                    try await store.lookUp([1])
                } where: { error in
                    if case .refused(_, status: 400) = error { true } else { false }
                }
            },
            Scenario("missing-artwork", "loads an artwork that does not exist") { context in
                try await Scenario.expectStatus(
                    404, of: "https://is1-ssl.mzstatic.com/image/thumb/Music/none/100x100bb.jpg", in: context)
            },
            Scenario("unknown-country", "searches the store of an unknown country") { context in
                let region = UserRegion(country: "UK", language: "en")
                let store = ITunesSearchService(session: context.session, region: region)
                try await Scenario.expect("an error with status 400") { () async throws(ITunesError) in
                    try await store.search("abba", category: .music)
                } where: { error in
                    if case .refused(_, status: 400) = error { true } else { false }
                }
            },
            .episodesAndArtists,
        ] + Scenario.iTunesFaults,
        models: [
            ModelBinding("search", ITunesSearchResponse.self, decoder: ITunesSearchService.makeDecoder),
            ModelBinding(
                "search", statuses: 400...400, ITunesFailure.self, decoder: ITunesSearchService.makeDecoder),
            ModelBinding("lookup", ITunesSearchResponse.self, decoder: ITunesSearchService.makeDecoder),
            ModelBinding(
                "lookup", statuses: 400...400, ITunesFailure.self, decoder: ITunesSearchService.makeDecoder),
        ])

    /// A search that loads the artwork of the first result that has any.
    private static func search(_ name: String, _ term: String, _ category: ITunesCategory) -> Scenario {
        Scenario(name, "searches \(category) for '\(term)' and loads an artwork") { context in
            let store = ITunesSearchService(context)
            let items = try await store.search(term, category: category)
            let item = try Scenario.require(items.first { $0.artworkURL != nil }, "result with artwork")
            _ = try await store.artwork(of: item)
        }
    }
}

extension ITunesSearchService {
    fileprivate convenience init(_ context: ScenarioContext, pageSize: Int = 50) {
        self.init(session: context.session, region: .unitedStates, pageSize: pageSize)
    }
}
