extension StoreItem {
    /// What there is about Jack Johnson, champion of the world in 1908: something of every kind.
    static let champions = [
        StoreItem(
            kind: .song, id: 1_530_221_004, name: "The Ballad of Jack Johnson", artist: harbourBlues,
            collection: reno,
            trackNumber: 1, milliseconds: 221_400, price: "1.29", released: "2020-09-04T07:00:00Z",
            genre: .blues),
        StoreItem(
            kind: .song, id: 1_530_221_009, name: "Fifteen Rounds (for Jack Johnson)", artist: harbourBlues,
            collection: reno, trackNumber: 6, milliseconds: 902_118, price: "-1.00",
            released: "2020-09-04T07:00:00Z", genre: .blues),
        StoreItem(
            kind: .album, id: reno.id, name: reno.name, artist: harbourBlues, collection: reno,
            released: "2020-09-04T07:00:00Z", genre: .blues, description: "With The Ballad of Jack Johnson."),
        StoreItem(
            kind: .musicVideo, id: 1_531_870_332, name: "The Ballad of Jack Johnson", artist: harbourBlues,
            milliseconds: 224_060, price: "1.99", released: "2020-10-02T07:00:00Z", genre: .blues),
        StoreItem(
            kind: .movie, id: 1_204_977_518, name: "Jack Johnson in Colour",
            artist: Artist(id: 1_204_977_000, name: "Dmitri Vale"), milliseconds: 4_920_000, price: "4.99",
            released: "2017-02-14T08:00:00Z", genre: .documentary,
            description: "Film of 1910, put in order and looked at again."),
        StoreItem(
            kind: .podcast, id: 1_477_090_215, name: "Rounds: Jack Johnson and the World of 1910",
            artist: Artist(id: 1_477_090_000, name: "Lantern & Oar"), price: "0.00",
            released: "2024-06-11T04:30:00Z", genre: .history),
        StoreItem(
            kind: .audiobook, id: 1_398_441_260, name: "The Life of Jack Johnson (Unabridged)", artist: clara,
            collection: Collection(
                id: 1_398_441_260, name: "The Life of Jack Johnson (Unabridged)", trackCount: 1,
                price: "17.95"),
            released: "2018-06-12T07:00:00Z", genre: .audiobooks),
        StoreItem(
            kind: .ebook, id: 1_398_440_777, name: "The Life of Jack Johnson", artist: clara, price: "8.99",
            released: "2018-06-12T07:00:00Z", genre: .biography,
            description: "<p>From Galveston to Sydney, and what he found there.</p>", rating: ("4.5", 63)),
        StoreItem(
            kind: .software, id: 1_466_102_530, name: "Jack Johnson Ringside", artist: ringside,
            price: "0.00",
            released: "2019-07-04T07:00:00Z", genre: .games,
            description: "Fifteen rounds.\n\u{2022} One thumb is enough", rating: ("3.5", 208),
            app: App(
                bundleID: "com.example.ringside", version: "1.9", updated: "2023-05-22T18:40:09Z",
                minimumSystem: "14.0", bytes: 88_604_672)),
    ]

    private static let harbourBlues = Artist(id: 1_530_220_871, name: "Harbour Blues Society")
    private static let clara = Artist(id: 1_398_440_000, name: "Clara Winter")
    private static let ringside = Artist(id: 1_466_102_000, name: "Fairbairn & Oakley")
    private static let reno = Collection(
        id: 1_530_221_000, name: "Reno, Fourth of July", trackCount: 8, price: "7.99")
}
