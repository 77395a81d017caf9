/// The kinds of items that a search includes.
enum ITunesSearchScope {
    /// Returns the kinds that `media` and `entity` select, or nil if a value is unknown.
    ///
    /// Without `entity`, the default entity of the medium is searched; without either, everything is.
    ///
    /// https://performance-partners.apple.com/search-api, table 2-1
    static func kinds(media: String?, entity: String?) -> Set<FakeStoreItem.Kind>? {
        if let entity { return kindsByEntity[entity] }
        return kindsByMedia[media ?? "all"]
    }

    private static let kindsByEntity: [String: Set<FakeStoreItem.Kind>] = [
        "allArtist": [.artist], "allTrack": [.song, .musicVideo, .movie, .podcast], "album": [.album],
        "audiobook": [.audiobook], "ebook": [.ebook], "iPadSoftware": [.software],
        "macSoftware": [.macSoftware],
        "movie": [.movie], "musicArtist": [.artist], "musicTrack": [.song, .musicVideo],
        "musicVideo": [.musicVideo],
        "podcast": [.podcast], "podcastEpisode": [.podcastEpisode], "shortFilm": [],
        "software": [.software], "song": [.song], "tvEpisode": [],
        "tvSeason": [],
    ]

    private static let kindsByMedia: [String: Set<FakeStoreItem.Kind>] = [
        "all": Set(FakeStoreItem.Kind.allCases).subtracting([.artist, .podcastEpisode]),
        "audiobook": [.audiobook], "ebook": [.ebook],
        "movie": [.movie],
        "music": [.song, .musicVideo], "musicVideo": [.musicVideo], "podcast": [.podcast], "shortFilm": [],
        "software": [.software], "tvShow": [],
    ]
}
