/// What a search looks for.
enum ITunesScope {
    /// The kinds that `media` and `entity` ask for; nil for a value that does not exist.
    ///
    /// Without an entity, a medium means its default one; without either, everything is searched.
    ///
    /// https://performance-partners.apple.com/search-api, table 2-1
    static func kinds(media: String?, entity: String?) -> Set<StoreItem.Kind>? {
        if let entity { return kindsByEntity[entity] }
        return kindsByMedia[media ?? "all"]
    }

    private static let kindsByEntity: [String: Set<StoreItem.Kind>] = [
        "allArtist": [], "allTrack": [.song, .musicVideo, .movie, .podcast], "album": [.album],
        "audiobook": [.audiobook], "ebook": [.ebook], "iPadSoftware": [.software],
        "macSoftware": [.macSoftware],
        "movie": [.movie], "musicArtist": [], "musicTrack": [.song, .musicVideo], "musicVideo": [.musicVideo],
        "podcast": [.podcast], "shortFilm": [], "software": [.software], "song": [.song], "tvEpisode": [],
        "tvSeason": [],
    ]

    private static let kindsByMedia: [String: Set<StoreItem.Kind>] = [
        "all": Set(StoreItem.Kind.allCases), "audiobook": [.audiobook], "ebook": [.ebook], "movie": [.movie],
        "music": [.song, .musicVideo], "musicVideo": [.musicVideo], "podcast": [.podcast], "shortFilm": [],
        "software": [.software], "tvShow": [],
    ]
}
