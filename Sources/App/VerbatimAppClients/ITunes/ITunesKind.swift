/// What a search result is.
public enum ITunesKind: Sendable, Hashable {
    /// A song.
    case song
    /// A music video.
    case musicVideo
    /// A film.
    case movie
    /// An episode of a television series.
    case tvEpisode
    /// A podcast.
    case podcast
    /// An app for the phone, the tablet or the Mac.
    case software
    /// An electronic book.
    case ebook
    /// A spoken book.
    case audiobook
    /// A collection of tracks.
    case album
    /// A person or group; only looking up an artist finds one.
    case artist
    /// A kind of track the store added later, by its name.
    case other(String)
}

extension ITunesKind: Decodable {
    private enum CodingKeys: CodingKey {
        case wrapperType, kind
    }

    /// Decodes the kind from the members of a result.
    ///
    /// Electronic books have no `wrapperType`; audiobooks, albums and artists have nothing else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let kind = try container.decodeIfPresent(String.self, forKey: .kind) {
            self = Self.byKind[kind] ?? .other(kind)
        } else {
            let wrapperType = try container.decode(String.self, forKey: .wrapperType)
            guard let kind = Self.byWrapperType[wrapperType] else {
                throw DecodingError.dataCorruptedError(
                    forKey: .wrapperType, in: container,
                    debugDescription: "'\(wrapperType)' without a kind is not known")
            }
            self = kind
        }
    }

    private static let byKind: [String: ITunesKind] = [
        "song": .song, "music-video": .musicVideo, "feature-movie": .movie, "tv-episode": .tvEpisode,
        "podcast": .podcast, "software": .software, "mac-software": .software, "ebook": .ebook,
    ]

    private static let byWrapperType: [String: ITunesKind] = [
        "audiobook": .audiobook, "collection": .album, "artist": .artist,
    ]
}
