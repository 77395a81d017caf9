import VerbatimJSON

extension StoreItem {
    /// A song, a video or a podcast as a result.
    func track(in store: Storefront) -> JSONObject {
        let set = collection ?? ownCollection
        var result: JSONObject = ["wrapperType": "track", "kind": .string(trackKind)]
        appendNames(to: &result, set)
        appendLinks(to: &result, set, in: store)
        appendPrices(to: &result, set)
        result.append("releaseDate", .string(released))
        result.append("collectionExplicitness", "notExplicit")
        result.append("trackExplicitness", "notExplicit")
        appendPosition(to: &result, set)
        result.append("country", .string(store.country))
        result.append("currency", .string(store.currency))
        result.append("primaryGenreName", .string(genre.name))
        appendLast(to: &result)
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

    /// A podcast is the collection of its episodes.
    private var ownCollection: Collection? {
        kind == .podcast ? Collection(id: id, name: name, trackCount: 135, price: "0.00") : nil
    }

    private func appendNames(to result: inout JSONObject, _ set: Collection?) {
        result.append("artistId", .integer(artist.id))
        result.append("collectionId", ifAny: set.map { .integer($0.id) })
        result.append("trackId", .integer(id))
        result.append("artistName", .string(artist.name))
        result.append("collectionName", ifAny: set.map { .string($0.name) })
        result.append("trackName", .string(name))
        result.append("collectionCensoredName", ifAny: set.map { .string($0.name) })
        result.append("trackCensoredName", .string(name))
    }

    private func appendLinks(to result: inout JSONObject, _ set: Collection?, in store: Storefront) {
        result.append("artistViewUrl", .string(artistViewURL(in: store)))
        if set != nil { result.append("collectionViewUrl", .string(collectionViewURL(in: store))) }
        if kind == .podcast { result.append("feedUrl", .string("https://feeds.example.com/\(id).xml")) }
        result.append("trackViewUrl", .string(viewURL(in: store)))
        if kind != .podcast { result.append("previewUrl", .string(previewURL)) }
        for side in [30, 60, 100] { result.append("artworkUrl\(side)", .string(artwork(side))) }
    }

    private func appendPrices(to result: inout JSONObject, _ set: Collection?) {
        result.append("collectionPrice", ifAny: (set?.price ?? price).map(JSONValue.decimal))
        result.append("trackPrice", ifAny: price.map(JSONValue.decimal))
        guard kind == .podcast else { return }
        for name in ["trackRentalPrice", "collectionHdPrice", "trackHdPrice", "trackHdRentalPrice"] {
            result.append(name, 0)
        }
    }

    private func appendPosition(to result: inout JSONObject, _ set: Collection?) {
        if kind == .song {
            result.append("discCount", 1)
            result.append("discNumber", 1)
        }
        result.append("trackCount", ifAny: set.map { .integer($0.trackCount) })
        if kind == .song { result.append("trackNumber", .integer(trackNumber)) }
        if milliseconds > 0 { result.append("trackTimeMillis", .integer(milliseconds)) }
    }

    private func appendLast(to result: inout JSONObject) {
        switch kind {
        case .song: result.append("isStreamable", true)
        case .movie:
            result.append("contentAdvisoryRating", "PG")
            result.append("longDescription", ifAny: description.map(JSONValue.string))
        case .podcast:
            result.append("contentAdvisoryRating", "Clean")
            result.append("artworkUrl600", .string(artwork(600)))
            result.append("genreIds", .strings(["\(genre.id)", "26", "1301"]))
            result.append("genres", .strings([genre.name, "Podcasts", "Arts"]))
        default: break
        }
    }
}
