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
    /// A person or group, which comes first in a lookup of an artist.
    case artist
    /// A kind of track unknown to this app, by its name.
    case other(String)
}

extension ITunesKind: Codable {
    private enum CodingKeys: CodingKey { case wrapperType, kind }

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

    /// Encodes the properties of a result that determine its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if case .other(let kind) = self {
            try container.encode(kind, forKey: .kind)
        } else if let wrapperType = Self.byWrapperType.first(where: { $0.value == self })?.key {
            try container.encode(wrapperType, forKey: .wrapperType)
        } else {
            // Apps for the Mac have a kind of their own, which this app does not distinguish.
            let kind = Self.byKind.first { $0.value == self && $0.key != "mac-software" }?.key
            try container.encode(kind, forKey: .kind)
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
