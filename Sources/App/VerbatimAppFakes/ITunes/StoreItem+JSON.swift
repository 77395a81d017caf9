import VerbatimJSON

extension StoreItem {
    /// The item as a result; every kind has members of its own, and calls the same things by other names.
    ///
    /// https://performance-partners.apple.com/search-api
    func json(in store: Storefront) -> JSONValue {
        switch kind {
        case .album: .object(album(in: store))
        case .audiobook: .object(audiobook(in: store))
        case .ebook: .object(ebook(in: store))
        case .software, .macSoftware: .object(appResult(in: store))
        case .song, .musicVideo, .movie, .podcast: .object(track(in: store))
        }
    }

    func appendPrice(to result: inout JSONObject, in store: Storefront) {
        guard let price else { return }
        result.append("formattedPrice", .string(store.text(price)))
        result.append("price", .decimal(price))
    }

    func appendRating(to result: inout JSONObject, _ average: String, _ count: String) {
        guard let rating else { return }
        result.append(average, .decimal(rating.average))
        result.append(count, .integer(rating.count))
    }
}

// MARK: - Collections and books

extension StoreItem {
    private func album(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["wrapperType": "collection", "collectionType": "Album"]
        appendCollection(to: &result, in: store)
        result.append("copyright", .string("℗ \(released.prefix(4)) \(artist.name)"))
        appendMarket(to: &result, in: store)
        return result
    }

    private func audiobook(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["wrapperType": "audiobook"]
        appendCollection(to: &result, in: store)
        result.append("copyright", .string("© \(released.prefix(4)) Lantern & Oar Audio"))
        appendMarket(to: &result, in: store)
        result.append("previewUrl", .string(previewURL))
        result.append("description", ifAny: description.map(JSONValue.string))
        return result
    }

    private func appendCollection(to result: inout JSONObject, in store: Storefront) {
        result.append("artistId", .integer(artist.id))
        result.append("collectionId", .integer(id))
        result.append("artistName", .string(artist.name))
        result.append("collectionName", .string(name))
        result.append("collectionCensoredName", .string(name))
        result.append("artistViewUrl", .string(artistViewURL(in: store)))
        result.append("collectionViewUrl", .string(viewURL(in: store)))
        for side in [60, 100] { result.append("artworkUrl\(side)", .string(artwork(side))) }
        result.append("collectionPrice", ifAny: (collection?.price).map(JSONValue.decimal))
        result.append("collectionExplicitness", "notExplicit")
        result.append("trackCount", .integer(collection?.trackCount ?? 1))
    }

    private func appendMarket(to result: inout JSONObject, in store: Storefront) {
        result.append("country", .string(store.country))
        result.append("currency", .string(store.currency))
        result.append("releaseDate", .string(released))
        result.append("primaryGenreName", .string(genre.name))
    }

    /// An electronic book has no `wrapperType`.
    private func ebook(in store: Storefront) -> JSONObject {
        var result: JSONObject = ["artistViewUrl": .string(artistViewURL(in: store)), "kind": "ebook"]
        for side in [60, 100] { result.append("artworkUrl\(side)", .string(artwork(side))) }
        result.append("trackCensoredName", .string(name))
        result.append("trackViewUrl", .string(viewURL(in: store)))
        appendPrice(to: &result, in: store)
        result.append("artistIds", .array([.integer(artist.id)]))
        result.append("genreIds", .strings(["\(genre.id)", "38"]))
        result.append("releaseDate", .string(released))
        result.append("currency", .string(store.currency))
        result.append("trackId", .integer(id))
        result.append("trackName", .string(name))
        result.append("artistId", .integer(artist.id))
        result.append("artistName", .string(artist.name))
        result.append("genres", .strings([genre.name, "Books"]))
        result.append("description", ifAny: description.map(JSONValue.string))
        appendRating(to: &result, "averageUserRating", "userRatingCount")
        return result
    }
}
