extension FakeStoreItem {
    /// The host of the artwork, and its path up to the size.
    var artworkFolder: (host: String, path: String) {
        let random = StableRandom("\(id)")
        let uuid = random.uuid()
        let hosts = Provider.itunes.imageHosts
        let host = hosts[random.number(in: 0...hosts.count - 1)]
        return (host, "/image/thumb/\(urlParts.artwork)/v4/\(uuid.prefix(2))/\(uuid)/source/")
    }

    /// Returns the URL of the artwork, in a square of the given number of pixels.
    func artworkURL(_ side: Int) -> String {
        let folder = artworkFolder
        return "https://\(folder.host)\(folder.path)\(side)x\(side)bb.\(urlParts.isApp ? "png" : "jpg")"
    }

    /// Returns the URL of the item's page.
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

    /// The parts of URLs that depend on the kind: the host and the folder of the page, and the folder of the
    /// artwork.
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
