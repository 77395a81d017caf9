extension StoreItem {
    /// Songs about the rhyme scheme ABBA, by people who write sonnets.
    static let rhymes = [
        StoreItem(
            kind: .song, id: 1_612_774_101, name: "ABBA, CDDC", artist: octave, collection: envelope,
            trackNumber: 1,
            milliseconds: 198_307, price: "1.29", released: "2022-03-11T12:00:00Z", genre: .pop),
        StoreItem(
            kind: .song, id: 1_612_774_102, name: "Äbba", artist: octave, collection: envelope,
            trackNumber: 2,
            milliseconds: 174_950, price: "1.29", released: "2022-03-11T12:00:00Z", genre: .pop),
        StoreItem(
            kind: .song, id: 1_612_774_105, name: "abba (reprise)", artist: octave, collection: envelope,
            trackNumber: 5, milliseconds: 42_000, price: "-1.00", released: "2022-03-11T12:00:00Z",
            genre: .pop),
        StoreItem(
            kind: .song, id: 1_377_205_310, name: "Sonnet No. 14: ABBA ABBA", artist: quartet,
            collection: sonnets,
            trackNumber: 14, milliseconds: 263_120, price: "0.99", released: "2009-11-03T08:00:00Z",
            genre: .classical),
        StoreItem(
            kind: .musicVideo, id: 1_613_002_290, name: "ABBA, CDDC (Lyric Video)", artist: octave,
            milliseconds: 199_000, price: "1.99", released: "2022-04-01T07:00:00Z", genre: .pop),
        StoreItem(
            kind: .album, id: envelope.id, name: envelope.name, artist: octave, collection: envelope,
            released: "2022-03-11T08:00:00Z", genre: .pop),
    ]

    private static let octave = Artist(id: 1_612_773_902, name: "Octave & Sestet")
    private static let quartet = Artist(id: 310_442_771, name: "Small Lighthouse Quartet")
    private static let envelope = Collection(
        id: 1_612_774_100, name: "ABBA: Songs in Envelope Rhyme", trackCount: 5, price: "-1.00")
    private static let sonnets = Collection(
        id: 1_377_205_296, name: "Grey: Twenty Sonnets", trackCount: 20, price: "11.99")
}
