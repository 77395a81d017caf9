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
                let items = try await ITunesSearchService(session: context.session).search("qxzvwkjh")
                try Scenario.require(items.isEmpty, "empty result for an unknown term")
            },
            Scenario("unknown-country", "searches the store of an unknown country") { context in
                let store = ITunesSearchService(session: context.session)
                try await Scenario.expect("an error with status 400") { () async throws(ITunesError) in
                    try await store.search("abba", category: .music, country: "UK", language: "en_us")
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
            let store = ITunesSearchService(session: context.session)
            let items = try await store.search(term, category: category)
            let item = try Scenario.require(items.first { $0.artworkURL != nil }, "result with artwork")
            _ = try await store.artwork(of: item)
        }
    }
}
