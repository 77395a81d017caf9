extension StoreItem {
    /// The host and the path of the artwork, up to the size.
    var artworkFolder: (host: String, path: String) {
        let seed = StableRandom("\(id)")
        let uuid = seed.uuid()
        let hosts = Provider.itunes.imageHosts
        let host = hosts[seed.number(in: 0...hosts.count - 1)]
        return (host, "/image/thumb/\(shelf.artwork)/v4/\(uuid.prefix(2))/\(uuid)/source/")
    }

    /// The address of the artwork in a square of some pixels.
    func artwork(_ side: Int) -> String {
        let folder = artworkFolder
        return "https://\(folder.host)\(folder.path)\(side)x\(side)bb.\(shelf.isApps ? "png" : "jpg")"
    }

    /// The page of the item in a country's store.
    func viewURL(in store: Storefront) -> String {
        guard kind == .song, let collection else {
            return "https://\(shelf.host)/\(store.code)/\(shelf.folder)/\(name.asSlug)/id\(id)?uo=4"
        }
        return "https://\(shelf.host)/\(store.code)/album/\(name.asSlug)/id\(collection.id)?i=\(id)&uo=4"
    }

    func collectionViewURL(in store: Storefront) -> String {
        guard kind == .song, let collection else { return viewURL(in: store) }
        return "https://\(shelf.host)/\(store.code)/album/\(collection.name.asSlug)/id\(collection.id)?uo=4"
    }

    func artistViewURL(in store: Storefront) -> String {
        let folder = shelf.isApps ? "developer" : "artist"
        return "https://\(shelf.host)/\(store.code)/\(folder)/\(artist.name.asSlug)/id\(artist.id)?uo=4"
    }

    var previewURL: String {
        "https://audio-ssl.itunes.apple.com/itunes-assets/\(shelf.artwork)/v4/\(StableRandom("\(id)").uuid())/preview.m4a"
    }

    /// Where in the shop an item stands: the host of its page, the folder there, and that of its artwork.
    private var shelf: (host: String, folder: String, artwork: String, isApps: Bool) {
        switch kind {
        case .song, .album: ("music.apple.com", "album", "Music125", false)
        case .musicVideo: ("music.apple.com", "music-video", "Video115", false)
        case .movie: ("itunes.apple.com", "movie", "Video116", false)
        case .podcast: ("podcasts.apple.com", "podcast", "Podcasts126", false)
        case .audiobook: ("books.apple.com", "audiobook", "Music118", false)
        case .ebook: ("books.apple.com", "book", "Publication116", false)
        case .software: ("apps.apple.com", "app", "Purple126", true)
        case .macSoftware: ("apps.apple.com", "app", "Purple116", true)
        }
    }
}

extension String {
    /// Lower-case words with hyphens between them.
    fileprivate var asSlug: String {
        let words = lowercased().replacing("'", with: "").split {
            !$0.isASCII || !$0.isLetter && !$0.isNumber
        }
        return words.joined(separator: "-")
    }
}
