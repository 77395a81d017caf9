extension StoreItem {
    /// Apps for chess: free and not, rated and not, for the phone and for the Mac.
    static let boards = [
        StoreItem(
            kind: .software, id: 1_088_240_663, name: "Harbour Chess", artist: castell, price: "0.00",
            released: "2016-03-15T20:11:48Z", genre: .games,
            description: "Chess, with the sea in the background.\n\u{2022} Two players\n\u{2022} One board",
            rating: ("4.5", 15_230),
            app: App(
                bundleID: "com.example.harbourchess", version: "8.4.0", updated: "2024-05-02T11:03:27Z",
                minimumSystem: "16.0", bytes: 61_210_624)),
        StoreItem(
            kind: .software, id: 1_611_077_305, name: "Chess for Two Patient People", artist: castell,
            price: "3.99",
            released: "2022-02-28T08:00:00Z", genre: .games, description: "One move a day.",
            app: App(
                bundleID: "com.example.patientchess", version: "2", updated: "2022-02-28T08:00:00Z",
                minimumSystem: "15.0", bytes: 9_412_608)),
        StoreItem(
            kind: .software, id: 982_310_447, name: "Échecs: An Opening Book", artist: sandoval,
            price: "5.99",
            released: "2015-06-30T07:00:00Z", genre: .education,
            description: "Chess openings, with the reasons.", rating: ("4", 97),
            app: App(
                bundleID: "com.example.openings", version: "3.0.1", updated: "2023-11-14T09:00:00Z",
                minimumSystem: "13.4", bytes: 33_554_432)),
        StoreItem(
            kind: .macSoftware, id: 1_499_870_018, name: "Chess Correspondence", artist: sandoval,
            price: "9.99",
            released: "2020-04-20T07:00:00Z", genre: .games, description: "Chess by letter, for the Mac.",
            rating: ("5", 12),
            app: App(
                bundleID: "com.example.correspondence", version: "1.2", updated: "2021-01-19T10:20:30Z",
                minimumSystem: "11.0", bytes: 27_262_976)),
    ]

    private static let castell = Artist(id: 1_088_240_000, name: "Bruno Castell")
    private static let sandoval = Artist(id: 982_310_000, name: "Hugo Sandoval")
}
