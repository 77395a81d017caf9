/// An item of the iTunes Store.
///
/// Together, the items include one that is sold only with its collection (-1.00), free ones, an app without a
/// price, a song that can only be streamed, a podcast without an episode, a name of digits, accents, names
/// that differ only in case, and a video without a collection. Only a lookup finds an artist and an episode
/// of a podcast.
struct FakeStoreItem: Decodable {
    enum Kind: String, CaseIterable, Decodable {
        case song, musicVideo, album, movie, podcast, podcastEpisode, audiobook, ebook, software,
            macSoftware, artist
    }

    struct Artist: Hashable, Decodable {
        let id: Int
        let name: String
    }

    struct Collection: Hashable, Decodable {
        let id: Int
        let name: String
        let trackCount: Int
        /// The price in the store's spelling; -1.00 if the collection is not sold as a whole.
        let price: String
    }

    struct Genre: Hashable, Decodable {
        let id: Int
        let name: String
    }

    struct Rating: Decodable {
        /// The mean, in the store's spelling.
        let average: String
        let count: Int
    }

    /// The properties that only apps have.
    struct App: Decodable {
        let bundleID: String
        let version: String
        let updateDate: String
        let minimumOSVersion: String
        let byteCount: Int
        /// The languages as ISO 639-1 codes; nil for three.
        let languages: [String]?
    }

    let kind: Kind
    /// The identifier of the track; for albums and audiobooks, that of the collection.
    let id: Int
    let name: String
    let artist: Artist
    let collection: Collection?
    /// The position of a song in its collection.
    let trackNumber: Int?
    let milliseconds: Int?
    /// The price in the store's spelling; nil for an app that is not sold, and a song that is only streamed.
    let price: String?
    let releaseDate: String?
    let genre: Genre
    let description: String?
    let rating: Rating?
    let app: App?

    // MARK: Links

    /// The host of the artwork, and its path up to the size.
    var artworkFolder: (host: String, path: String) {
        let random = StableRandom("\(id)")
        let uuid = random.uuid()
        let hosts = FakeProvider.itunes.imageHosts
        let host = hosts[random.number(in: 0...hosts.count - 1)]
        return (host, "/image/thumb/\(urlParts.artwork)/v4/\(uuid.prefix(2))/\(uuid)/source/")
    }

    /// Returns the URL of the artwork, in a square of the given number of pixels.
    func artworkURL(_ side: Int) -> String {
        let folder = artworkFolder
        return "https://\(folder.host)\(folder.path)\(side)x\(side)bb.\(urlParts.isApp ? "png" : "jpg")"
    }

    func pageURL(in store: Storefront) -> String {
        guard kind == .song, let collection else {
            return "https://\(urlParts.host)/\(store.code)/\(urlParts.folder)/\(name.asSlug)/id\(id)?uo=4"
        }
        return "https://\(urlParts.host)/\(store.code)/album/\(name.asSlug)/id\(collection.id)?i=\(id)&uo=4"
    }

    func collectionURL(in store: Storefront) -> String {
        guard kind == .song, let collection else { return pageURL(in: store) }
        return
            "https://\(urlParts.host)/\(store.code)/album/\(collection.name.asSlug)/id\(collection.id)?uo=4"
    }

    func artistURL(in store: Storefront) -> String {
        let folder = urlParts.isApp ? "developer" : "artist"
        return "https://\(urlParts.host)/\(store.code)/\(folder)/\(artist.name.asSlug)/id\(artist.id)?uo=4"
    }

    var previewURL: String {
        "https://audio-ssl.itunes.apple.com/itunes-assets/\(urlParts.artwork)/v4/\(StableRandom("\(id)").uuid())/preview.m4a"
    }

    /// The parts of URLs that depend on the kind: the host and folder of the page, and the folder of artwork.
    private var urlParts: (host: String, folder: String, artwork: String, isApp: Bool) {
        switch kind {
        case .song, .album: ("music.apple.com", "album", "Music125", false)
        case .musicVideo: ("music.apple.com", "music-video", "Video115", false)
        case .movie: ("itunes.apple.com", "movie", "Video116", false)
        case .artist: ("music.apple.com", "artist", "Music125", false)
        case .podcast, .podcastEpisode: ("podcasts.apple.com", "podcast", "Podcasts126", false)
        case .audiobook: ("books.apple.com", "audiobook", "Music118", false)
        case .ebook: ("books.apple.com", "book", "Publication116", false)
        case .software: ("apps.apple.com", "app", "Purple126", true)
        case .macSoftware: ("apps.apple.com", "app", "Purple116", true)
        }
    }
}

extension String {
    /// The words in lowercase, joined by hyphens.
    fileprivate var asSlug: String {
        let words = lowercased().replacing("'", with: "").split {
            !$0.isASCII || !$0.isLetter && !$0.isNumber
        }
        return words.joined(separator: "-")
    }
}
