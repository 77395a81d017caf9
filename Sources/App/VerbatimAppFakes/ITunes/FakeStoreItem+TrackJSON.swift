import VerbatimJSON

extension FakeStoreItem {
    /// Returns a song, a video or a podcast as a result.
    func track(in store: Storefront) -> JSONObject {
        let collection = collection ?? podcastCollection
        var result: JSONObject = ["wrapperType": "track", "kind": .string(trackKind)]
        appendNames(to: &result, collection)
        appendLinks(to: &result, collection, in: store)
        appendPrices(to: &result, collection)
        appendReleaseDate(to: &result)
        result.append("collectionExplicitness", "notExplicit")
        result.append("trackExplicitness", "notExplicit")
        appendPosition(to: &result, collection)
        result.append("country", .string(store.country))
        result.append("currency", .string(store.currency))
        result.append("primaryGenreName", .string(genre.name))
        appendRemainder(to: &result)
        return result
    }

    private var trackKind: String {
        switch kind {
        case .musicVideo: "music-video"
        case .movie: "feature-movie"
        case .podcast: "podcast"
        default: "song"
        }
    }

    /// The collection of a podcast's episodes, which has the podcast's identifier.
    private var podcastCollection: Collection? {
        kind == .podcast ? Collection(id: id, name: name, trackCount: 135, price: "0.00") : nil
    }

    private func appendNames(to result: inout JSONObject, _ collection: Collection?) {
        result.append("artistId", .integer(artist.id))
        result.append("collectionId", ifPresent: collection.map { .integer($0.id) })
        result.append("trackId", .integer(id))
        result.append("artistName", .string(artist.name))
        result.append("collectionName", ifPresent: collection.map { .string($0.name) })
        result.append("trackName", .string(name))
        result.append("collectionCensoredName", ifPresent: collection.map { .string($0.name) })
        result.append("trackCensoredName", .string(name))
    }

    private func appendLinks(to result: inout JSONObject, _ collection: Collection?, in store: Storefront) {
        result.append("artistViewUrl", .string(artistURL(in: store)))
        if collection != nil { result.append("collectionViewUrl", .string(collectionURL(in: store))) }
        if kind == .podcast { result.append("feedUrl", "https://feeds.example.com/\(id).xml") }
        result.append("trackViewUrl", .string(pageURL(in: store)))
        if kind != .podcast { result.append("previewUrl", .string(previewURL)) }
        for side in [30, 60, 100] { result.append("artworkUrl\(side)", .string(artworkURL(side))) }
    }

    private func appendPrices(to result: inout JSONObject, _ collection: Collection?) {
        guard let price else { return }
        result.append("collectionPrice", .decimal(collection?.price ?? price))
        result.append("trackPrice", .decimal(price))
        guard kind == .podcast else { return }
        for name in ["trackRentalPrice", "collectionHdPrice", "trackHdPrice", "trackHdRentalPrice"] {
            result.append(name, 0)
        }
    }

    private func appendPosition(to result: inout JSONObject, _ collection: Collection?) {
        if kind == .song {
            result.append("discCount", 1)
            result.append("discNumber", 1)
        }
        result.append("trackCount", ifPresent: collection.map { .integer($0.trackCount) })
        result.append("trackNumber", ifPresent: trackNumber.map(JSONValue.integer))
        result.append("trackTimeMillis", ifPresent: milliseconds.map(JSONValue.integer))
    }

    private func appendRemainder(to result: inout JSONObject) {
        switch kind {
        case .song: result.append("isStreamable", true)
        case .movie:
            result.append("contentAdvisoryRating", "PG")
            result.append("longDescription", ifPresent: description.map(JSONValue.string))
        case .podcast:
            result.append("contentAdvisoryRating", "Clean")
            result.append("artworkUrl600", .string(artworkURL(600)))
            result.append("genreIds", .strings(["\(genre.id)", "26", "1301"]))
            result.append("genres", .strings([genre.name, "Podcasts", "Arts"]))
        default: break
        }
    }
}

// MARK: - Episodes of podcasts

extension FakeStoreItem {
    /// Returns an episode of a podcast as a result, which has no artist and whose genres are objects.
    func episode(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["wrapperType": "podcastEpisode", "kind": "podcast-episode"]
        result.append("artistIds", [])
        result.append("collectionId", ifPresent: collection.map { .integer($0.id) })
        result.append("collectionName", ifPresent: collection.map { .string($0.name) })
        result.append("collectionViewUrl", .string(pageURL(in: store)))
        result.append("trackId", .integer(id))
        result.append("trackName", .string(name))
        result.append("trackViewUrl", .string(pageURL(in: store)))
        result.append("trackTimeMillis", ifPresent: milliseconds.map(JSONValue.integer))
        for side in [60, 160, 600] { result.append("artworkUrl\(side)", .string(artworkURL(side))) }
        appendReleaseDate(to: &result)
        result.append("description", .string(description ?? ""))
        result.append("shortDescription", "")
        result.append("genres", [["name": .string(genre.name), "id": "\(genre.id)"]])
        result.append("country", .string(store.country))
        appendFile(to: &result)
        return result
    }

    private func appendFile(to result: inout JSONObject) {
        let file = JSONValue.string("https://feeds.example.com/\(id).mp3")
        result.append("feedUrl", "https://feeds.example.com/\(collection?.id ?? id).xml")
        result.append("episodeUrl", file)
        result.append("previewUrl", file)
        result.append("episodeGuid", "feeds.example.com/\(id)")
        result.append("episodeContentType", "audio")
        result.append("episodeFileExtension", "mp3")
        result.append("closedCaptioning", "none")
    }
}
