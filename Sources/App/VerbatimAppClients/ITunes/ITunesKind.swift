/// The kind of an item in the iTunes Store.
public enum ITunesKind: Sendable, Hashable {
    /// A song.
    case song
    /// A music video.
    case musicVideo
    /// A movie.
    case movie
    /// An episode of a television series.
    case tvEpisode
    /// A podcast.
    case podcast
    /// An episode of a podcast, which has no artist.
    case podcastEpisode
    /// An app for iPhone, iPad or Mac.
    case software
    /// An ebook.
    case ebook
    /// An audiobook.
    case audiobook
    /// A collection of tracks.
    case album
    /// A person or group, which only a lookup returns.
    case artist
    /// A kind of track unknown to this app, by its name.
    case other(String)
}

extension ITunesKind: Decodable {
    private enum CodingKeys: CodingKey {
        case wrapperType, kind
    }

    /// Decodes the kind from the properties of a result.
    ///
    /// Ebooks have a `kind` and no `wrapperType`; audiobooks, albums and artists have only a `wrapperType`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let kind = try container.decodeIfPresent(String.self, forKey: .kind) {
            self = Self.byKind[kind] ?? .other(kind)
        } else {
            let wrapperType = try container.decode(String.self, forKey: .wrapperType)
            guard let kind = Self.byWrapperType[wrapperType] else {
                throw DecodingError.dataCorruptedError(
                    forKey: .wrapperType, in: container,
                    debugDescription: "unknown type '\(wrapperType)', and no 'kind'")
            }
            self = kind
        }
    }

    private static let byKind: [String: ITunesKind] = [
        "song": .song, "music-video": .musicVideo, "feature-movie": .movie, "tv-episode": .tvEpisode,
        "podcast": .podcast, "podcast-episode": .podcastEpisode, "software": .software,
        "mac-software": .software, "ebook": .ebook,
    ]

    private static let byWrapperType: [String: ITunesKind] = [
        "audiobook": .audiobook, "collection": .album, "artist": .artist,
    ]
}
