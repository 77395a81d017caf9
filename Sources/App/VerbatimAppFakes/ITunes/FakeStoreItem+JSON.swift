import VerbatimJSON

extension FakeStoreItem {
    /// Returns the item as a result; each kind has its own fields, and its own names for the same
    /// information.
    ///
    /// https://performance-partners.apple.com/search-api
    func json(in store: Storefront) -> JSONValue {
        switch kind {
        case .album: .object(album(in: store))
        case .audiobook: .object(audiobook(in: store))
        case .ebook: .object(ebook(in: store))
        case .software, .macSoftware: .object(app(in: store))
        case .song, .musicVideo, .movie, .podcast: .object(track(in: store))
        case .podcastEpisode: .object(episode(in: store))
        case .artist: .object(artist(in: store))
        }
    }

    func appendPrice(to result: inout JSONObject, in store: Storefront) {
        guard let price else { return }
        result.append("formattedPrice", .string(store.formatted(price)))
        result.append("price", .decimal(price))
    }

    func appendReleaseDate(to result: inout JSONObject) {
        result.append("releaseDate", ifPresent: releaseDate.map(JSONValue.string))
    }

    func appendRating(to result: inout JSONObject, _ average: String, _ count: String) {
        guard let rating else { return }
        result.append(average, .decimal(rating.average))
        result.append(count, .integer(rating.count))
    }
}

// MARK: - Collections and books

extension FakeStoreItem {
    private var year: String { String((releaseDate ?? "").prefix(4)) }

    private func artist(in store: Storefront) -> JSONObject {
        [
            "wrapperType": "artist", "artistType": "Artist", "artistName": .string(artist.name),
            "artistLinkUrl": .string(artistURL(in: store)), "artistId": .integer(artist.id),
            "primaryGenreName": .string(genre.name), "primaryGenreId": .integer(genre.id),
        ]
    }

    private func album(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["wrapperType": "collection", "collectionType": "Album"]
        appendCollection(to: &result, in: store)
        result.append("copyright", "℗ \(year) \(artist.name)")
        appendMarket(to: &result, in: store)
        return result
    }

    private func audiobook(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["wrapperType": "audiobook"]
        appendCollection(to: &result, in: store)
        result.append("copyright", "© \(year) Lantern & Oar Audio")
        appendMarket(to: &result, in: store)
        result.append("previewUrl", .string(previewURL))
        result.append("description", ifPresent: description.map(JSONValue.string))
        return result
    }

    private func appendCollection(to result: inout JSONObject, in store: Storefront) {
        result.append("artistId", .integer(artist.id))
        result.append("collectionId", .integer(id))
        result.append("artistName", .string(artist.name))
        result.append("collectionName", .string(name))
        result.append("collectionCensoredName", .string(name))
        result.append("artistViewUrl", .string(artistURL(in: store)))
        result.append("collectionViewUrl", .string(pageURL(in: store)))
        for side in [60, 100] { result.append("artworkUrl\(side)", .string(artworkURL(side))) }
        result.append("collectionPrice", ifPresent: (collection?.price).map(JSONValue.decimal))
        result.append("collectionExplicitness", "notExplicit")
        result.append("trackCount", .integer(collection?.trackCount ?? 1))
    }

    private func appendMarket(to result: inout JSONObject, in store: Storefront) {
        result.append("country", .string(store.country))
        result.append("currency", .string(store.currency))
        appendReleaseDate(to: &result)
        result.append("primaryGenreName", .string(genre.name))
    }

    /// Returns an ebook, which has no `wrapperType`.
    private func ebook(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["artistViewUrl": .string(artistURL(in: store)), "kind": "ebook"]
        for side in [60, 100] { result.append("artworkUrl\(side)", .string(artworkURL(side))) }
        result.append("trackCensoredName", .string(name))
        result.append("trackViewUrl", .string(pageURL(in: store)))
        appendPrice(to: &result, in: store)
        result.append("artistIds", .array([.integer(artist.id)]))
        result.append("genreIds", .strings(["\(genre.id)", "38"]))
        appendReleaseDate(to: &result)
        result.append("currency", .string(store.currency))
        result.append("trackId", .integer(id))
        result.append("trackName", .string(name))
        result.append("artistId", .integer(artist.id))
        result.append("artistName", .string(artist.name))
        result.append("genres", .strings([genre.name, "Books"]))
        result.append("description", ifPresent: description.map(JSONValue.string))
        appendRating(to: &result, "averageUserRating", "userRatingCount")
        return result
    }
}
