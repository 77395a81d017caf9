import VerbatimJSON

extension FakeStoreItem {
    private typealias Members = [(String, JSONValue?)]

    /// Returns the item as a result; each kind has its own fields, and own names for the same information.
    ///
    /// https://performance-partners.apple.com/search-api
    func json(in store: Storefront) -> JSONValue {
        let members =
            switch kind {
            case .album: album(in: store)
            case .audiobook: audiobook(in: store)
            case .ebook: ebook(in: store)
            case .software, .macSoftware: app(in: store)
            case .song, .musicVideo, .movie, .podcast: track(in: store)
            case .podcastEpisode: episode(in: store)
            case .artist: artist(in: store)
            }
        return JSONValue(members: members)
    }

    private func prices(in store: Storefront) -> Members {
        [
            ("formattedPrice", price.map { .string(store.formatted($0)) }),
            ("price", price.map(JSONValue.decimal)),
        ]
    }

    private var release: Members { [("releaseDate", releaseDate.map(JSONValue.string))] }

    private func rating(_ average: String, _ count: String) -> Members {
        [
            (average, (rating?.average).map(JSONValue.decimal)),
            (count, (rating?.count).map(JSONValue.integer)),
        ]
    }

    private func artwork(_ sides: [Int]) -> Members {
        sides.map { ("artworkUrl\($0)", .string(artworkURL($0))) }
    }

    private var details: JSONValue? { description.map(JSONValue.string) }

    // MARK: Artists, collections and books

    private var year: String { String((releaseDate ?? "").prefix(4)) }

    private func artist(in store: Storefront) -> Members {
        [
            ("wrapperType", "artist"), ("artistType", "Artist"), ("artistName", .string(artist.name)),
            ("artistLinkUrl", .string(artistURL(in: store))), ("artistId", .integer(artist.id)),
            ("primaryGenreName", .string(genre.name)), ("primaryGenreId", .integer(genre.id)),
        ]
    }

    private func album(in store: Storefront) -> Members {
        [("wrapperType", "collection"), ("collectionType", "Album")]
            + collection(in: store, copyright: "℗ \(year) \(artist.name)")
    }

    private func audiobook(in store: Storefront) -> Members {
        [("wrapperType", "audiobook")]
            + collection(in: store, copyright: "© \(year) Lantern & Oar Audio")
            + [("previewUrl", .string(previewURL)), ("description", details)]
    }

    private func collection(in store: Storefront, copyright: String) -> Members {
        var members: Members = [
            ("artistId", .integer(artist.id)), ("collectionId", .integer(id)),
            ("artistName", .string(artist.name)), ("collectionName", .string(name)),
            ("collectionCensoredName", .string(name)), ("artistViewUrl", .string(artistURL(in: store))),
            ("collectionViewUrl", .string(pageURL(in: store))),
        ]
        members += artwork([60, 100])
        members += [
            ("collectionPrice", (collection?.price).map(JSONValue.decimal)),
            ("collectionExplicitness", "notExplicit"),
            ("trackCount", .integer(collection?.trackCount ?? 1)), ("copyright", .string(copyright)),
            ("country", .string(store.country)), ("currency", .string(store.currency)),
        ]
        return members + release + [("primaryGenreName", .string(genre.name))]
    }

    /// Returns an ebook, which has no `wrapperType`.
    private func ebook(in store: Storefront) -> Members {
        var members: Members = [("artistViewUrl", .string(artistURL(in: store))), ("kind", "ebook")]
        members += artwork([60, 100])
        members += [("trackCensoredName", .string(name)), ("trackViewUrl", .string(pageURL(in: store)))]
        members += prices(in: store)
        members += [
            ("artistIds", .array([.integer(artist.id)])), ("genreIds", .strings(["\(genre.id)", "38"])),
        ]
        members += release
        members += [
            ("currency", .string(store.currency)), ("trackId", .integer(id)), ("trackName", .string(name)),
            ("artistId", .integer(artist.id)), ("artistName", .string(artist.name)),
            ("genres", .strings([genre.name, "Books"])), ("description", details),
        ]
        return members + rating("averageUserRating", "userRatingCount")
    }

    // MARK: Apps

    private func app(in store: Storefront) -> Members {
        var members: Members = [("artistViewUrl", .string(artistURL(in: store)))]
        members += artwork([60, 100, 512]) + devices
        members += [
            ("advisories", []), ("isVppDeviceBasedLicensingEnabled", true),
            ("kind", .string(kind == .software ? "software" : "mac-software")),
            ("currency", .string(store.currency)),
        ]
        members += rating("averageUserRatingForCurrentVersion", "userRatingCountForCurrentVersion")
        members += rating("averageUserRating", "userRatingCount")
        members += [
            ("releaseNotes", "Small repairs below the waterline."), ("description", details ?? ""),
            ("trackId", .integer(id)), ("trackName", .string(name)),
        ]
        members += app.map(version) ?? []
        members += [
            ("genreIds", .strings(["\(genre.id)", "6016"])),
            ("genres", .strings([genre.name, "Entertainment"])), ("primaryGenreName", .string(genre.name)),
            ("primaryGenreId", .integer(genre.id)), ("artistId", .integer(artist.id)),
            ("artistName", .string(artist.name)), ("trackCensoredName", .string(name)),
            ("trackViewUrl", .string(pageURL(in: store))), ("contentAdvisoryRating", "4+"),
            ("trackContentRating", "4+"),
            ("languageCodesISO2A", .strings(app?.languages ?? ["EN", "DE", "NO"])),
        ]
        return members + prices(in: store) + [("wrapperType", "software")]
    }

    private var devices: Members {
        let folder = artworkFolder
        let screenshots: Members = [
            ("screenshotUrls", .strings(["https://\(folder.host)\(folder.path)392x696bb.png"]))
        ]
        guard kind == .software else { return screenshots }
        return screenshots + [
            ("ipadScreenshotUrls", []), ("appletvScreenshotUrls", []), ("features", ["iosUniversal"]),
            ("supportedDevices", ["iPhone5s-iPhone5s", "iPadAir-iPadAir", "iPhone15-iPhone15"]),
            ("isGameCenterEnabled", false),
        ]
    }

    private func version(of app: App) -> Members {
        // The provider writes the number of bytes as a string.
        let size: JSONValue? = price != nil || kind == .software ? "\(app.byteCount)" : nil
        return [("bundleId", .string(app.bundleID)), ("sellerName", .string(artist.name))] + release + [
            ("currentVersionReleaseDate", .string(app.updateDate)), ("version", .string(app.version)),
            ("minimumOsVersion", .string(app.minimumOSVersion)), ("fileSizeBytes", size),
        ]
    }

    // MARK: Songs, videos and podcasts

    private func track(in store: Storefront) -> Members {
        // The collection of a podcast's episodes has the podcast's identifier.
        let podcast = Collection(id: id, name: name, trackCount: 135, price: "0.00")
        let collection = collection ?? (kind == .podcast ? podcast : nil)
        let collectionName = collection.map { JSONValue.string($0.name) }
        let isPodcast = kind == .podcast
        var members: Members = [
            ("wrapperType", "track"), ("kind", .string(trackKind)), ("artistId", .integer(artist.id)),
            ("collectionId", collection.map { .integer($0.id) }), ("trackId", .integer(id)),
            ("artistName", .string(artist.name)), ("collectionName", collectionName),
            ("trackName", .string(name)), ("collectionCensoredName", collectionName),
            ("trackCensoredName", .string(name)), ("artistViewUrl", .string(artistURL(in: store))),
            ("collectionViewUrl", collection.map { _ in .string(collectionURL(in: store)) }),
            ("feedUrl", isPodcast ? "https://feeds.example.com/\(id).xml" : nil),
            ("trackViewUrl", .string(pageURL(in: store))),
            ("previewUrl", isPodcast ? nil : .string(previewURL)),
        ]
        members += artwork([30, 60, 100]) + trackPrices(collection) + release
        members += [
            ("collectionExplicitness", "notExplicit"), ("trackExplicitness", "notExplicit"),
            ("discCount", kind == .song ? 1 : nil), ("discNumber", kind == .song ? 1 : nil),
            ("trackCount", collection.map { .integer($0.trackCount) }),
            ("trackNumber", trackNumber.map(JSONValue.integer)),
            ("trackTimeMillis", milliseconds.map(JSONValue.integer)), ("country", .string(store.country)),
            ("currency", .string(store.currency)), ("primaryGenreName", .string(genre.name)),
        ]
        return members + trackRemainder
    }

    private var trackKind: String {
        switch kind {
        case .musicVideo: "music-video"
        case .movie: "feature-movie"
        case .podcast: "podcast"
        default: "song"
        }
    }

    private func trackPrices(_ collection: Collection?) -> Members {
        guard let price else { return [] }
        let prices: Members = [
            ("collectionPrice", .decimal(collection?.price ?? price)), ("trackPrice", .decimal(price)),
        ]
        guard kind == .podcast else { return prices }
        return prices + [
            ("trackRentalPrice", 0), ("collectionHdPrice", 0), ("trackHdPrice", 0), ("trackHdRentalPrice", 0),
        ]
    }

    private var trackRemainder: Members {
        switch kind {
        case .song: [("isStreamable", true)]
        case .movie: [("contentAdvisoryRating", "PG"), ("longDescription", details)]
        case .podcast:
            [("contentAdvisoryRating", "Clean")] + artwork([600]) + [
                ("genreIds", .strings(["\(genre.id)", "26", "1301"])),
                ("genres", .strings([genre.name, "Podcasts", "Arts"])),
            ]
        default: []
        }
    }

    /// Returns an episode of a podcast, which has no artist and whose genres are objects.
    private func episode(in store: Storefront) -> Members {
        let page = JSONValue.string(pageURL(in: store))
        let file = JSONValue.string("https://feeds.example.com/\(id).mp3")
        var members: Members = [
            ("wrapperType", "podcastEpisode"), ("kind", "podcast-episode"), ("artistIds", []),
            ("collectionId", collection.map { .integer($0.id) }),
            ("collectionName", collection.map { .string($0.name) }), ("collectionViewUrl", page),
            ("trackId", .integer(id)), ("trackName", .string(name)), ("trackViewUrl", page),
            ("trackTimeMillis", milliseconds.map(JSONValue.integer)),
        ]
        members += artwork([60, 160, 600]) + release
        members += [
            ("description", details ?? ""), ("shortDescription", ""),
            ("genres", [["name": .string(genre.name), "id": "\(genre.id)"]]),
            ("country", .string(store.country)),
            ("feedUrl", "https://feeds.example.com/\(collection?.id ?? id).xml"), ("episodeUrl", file),
            ("previewUrl", file), ("episodeGuid", "feeds.example.com/\(id)"),
            ("episodeContentType", "audio"), ("episodeFileExtension", "mp3"), ("closedCaptioning", "none"),
        ]
        return members
    }
}
