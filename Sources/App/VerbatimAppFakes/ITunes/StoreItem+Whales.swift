extension StoreItem {
    /// What there is about the white whale, in every kind.
    static let whales = music + spoken + written + apps

    private static let music = [
        StoreItem(
            kind: .song, id: 1_440_800_112, name: "Moby Dick", artist: tidewrack, collection: whaleSongs,
            trackNumber: 3, milliseconds: 243_106, price: "1.29", released: "2018-10-19T07:00:00Z",
            genre: .folk),
        StoreItem(
            kind: .song, id: 1_440_800_115, name: "Loomings (Prologue to Moby Dick)", artist: tidewrack,
            collection: whaleSongs, trackNumber: 1, milliseconds: 61_440, price: "-1.00",
            released: "2018-10-19T07:00:00Z", genre: .folk),
        StoreItem(
            kind: .song, id: 1_502_331_870, name: "1851", artist: orchestra, collection: symphony,
            trackNumber: 4,
            milliseconds: 611_893, price: "0.99", released: "2020-03-06T08:00:00Z", genre: .classical,
            description: "Finale of the Moby Dick Symphony."),
        StoreItem(
            kind: .song, id: 1_611_920_443, name: "moby dick", artist: aika, collection: single,
            milliseconds: 154_000,
            price: "0.99", released: "2022-04-15T12:00:00Z", genre: .electronic),
        StoreItem(
            kind: .song, id: 1_377_204_951, name: "Alice's Theme", artist: orchestra, collection: tea,
            trackNumber: 2, milliseconds: 188_220, price: "1.29", released: "2017-11-03T07:00:00Z",
            genre: .classical),
        StoreItem(
            kind: .musicVideo, id: 1_445_120_660, name: "Moby Dick (Live from the Harbour)",
            artist: tidewrack,
            milliseconds: 262_007, price: "1.99", released: "2018-11-30T08:00:00Z", genre: .folk),
        StoreItem(
            kind: .album, id: whaleSongs.id, name: whaleSongs.name, artist: tidewrack, collection: whaleSongs,
            released: "2018-10-19T07:00:00Z", genre: .folk, description: "With the song Moby Dick."),
        StoreItem(
            kind: .album, id: symphony.id, name: symphony.name, artist: orchestra, collection: symphony,
            released: "2020-03-06T08:00:00Z", genre: .classical),
    ]

    private static let spoken = [
        StoreItem(
            kind: .movie, id: 1_288_455_013, name: "Moby Dick: The Long Chase",
            artist: Artist(id: 1_288_455_000, name: "Inge Solberg"), milliseconds: 6_840_512, price: "9.99",
            released: "2016-09-13T07:00:00Z", genre: .documentary,
            description: "A captain, a crew, and one white whale too many."),
        StoreItem(
            kind: .podcast, id: 1_490_222_018, name: "A Whale a Day: Reading Moby Dick",
            artist: Artist(id: 1_490_222_000, name: "Lantern & Oar"), price: "0.00",
            released: "2024-02-29T22:05:00Z", genre: .bookPodcasts),
        StoreItem(
            kind: .audiobook, id: 1_421_007_731, name: "Moby Dick (Unabridged)", artist: melville,
            collection: Collection(
                id: 1_421_007_731, name: "Moby Dick (Unabridged)", trackCount: 1, price: "19.95"),
            released: "2015-01-05T08:00:00Z", genre: .audiobooks,
            description: "Read by Tabitha Crane in <i>one hundred and thirty-five</i> chapters."),
        StoreItem(
            kind: .audiobook, id: 1_421_330_992, name: "Pride and Prejudice (Unabridged)",
            artist: Artist(id: 1_064_441, name: "Jane Austen"),
            collection: Collection(
                id: 1_421_330_992, name: "Pride and Prejudice (Unabridged)", trackCount: 1, price: "14.95"),
            released: "2014-07-01T07:00:00Z", genre: .audiobooks),
    ]

    private static let written = [
        StoreItem(
            kind: .ebook, id: 498_112_004, name: "Moby Dick", artist: melville, price: "0.00",
            released: "1851-10-18T07:00:00Z", genre: .fiction,
            description:
                "<p>FakeRequest it a book about a whale.<br/><br/>It is also a book about everything else.</p>",
            rating: ("4.0", 1287)),
        StoreItem(
            kind: .ebook, id: 1_033_871_220, name: "Moby Dick: A Reader’s Café Companion",
            artist: Artist(id: 1_033_871_000, name: "Élise Moreau"), price: "4.99",
            released: "2015-08-25T07:00:00Z", genre: .criticism,
            description: "<b>One cup per chapter.</b>"),
        StoreItem(
            kind: .ebook, id: 395_540_118, name: "Alice's Adventures in Wonderland",
            artist: Artist(id: 2_077_351, name: "Lewis Carroll"), price: "0.00",
            released: "1865-11-26T08:00:00Z",
            genre: .fiction, description: "<p>Down, down, down.</p>", rating: ("4.5", 902)),
    ]

    private static let apps = [
        StoreItem(
            kind: .software, id: 1_190_344_807, name: "Moby Dick Quest", artist: studio, price: "2.99",
            released: "2017-06-08T12:31:07Z", genre: .games,
            description: "Row, row, and hope.\n\u{2022} 135 levels\n\u{2022} no advertisements",
            rating: ("4.5", 3120),
            app: App(
                bundleID: "com.example.mobydickquest", version: "3.2.1", updated: "2024-01-18T09:14:22Z",
                minimumSystem: "15.0", bytes: 148_223_104)),
        StoreItem(
            kind: .software, id: 1_560_012_349, name: "Moby Dick Reader", artist: studio, price: "0.00",
            released: "2021-04-02T07:00:00Z", genre: .bookApps,
            description: "The whole book, and a dictionary of ropes.",
            app: App(
                bundleID: "com.example.mobydickreader", version: "7", updated: "2021-04-02T07:00:00Z",
                minimumSystem: "13.0", bytes: 20_118_528)),
        StoreItem(
            kind: .macSoftware, id: 1_499_005_120, name: "Moby Dick for Mac", artist: studio,
            released: "2020-02-11T08:00:00Z", genre: .games, description: "The quest, on a larger sea.",
            rating: ("4", 41),
            app: App(
                bundleID: "com.example.mobydick.mac", version: "1.0.4", updated: "2020-09-30T16:02:51Z",
                minimumSystem: "11.0", bytes: 310_400_000)),
    ]

    private static let tidewrack = Artist(id: 1_112_604_330, name: "Tidewrack")
    private static let orchestra = Artist(id: 980_442_107, name: "Harbour Board Philharmonic")
    private static let aika = Artist(id: 1_611_920_000, name: "Aïka")
    private static let melville = Artist(id: 2_122_610, name: "Herman Melville")
    private static let studio = Artist(id: 1_190_344_000, name: "Small Lighthouse Studio")

    private static let whaleSongs = Collection(
        id: 1_440_800_100, name: "Songs for a White Whale", trackCount: 9)
    private static let symphony = Collection(
        id: 1_502_331_800, name: "Grey: Moby Dick Symphony", trackCount: 4, price: "-1.00")
    private static let single = Collection(
        id: 1_611_920_440, name: "moby dick - Single", trackCount: 1, price: "0.99")
    private static let tea = Collection(id: 1_377_204_940, name: "Tea at Six", trackCount: 12, price: "11.99")
}
