extension StoreItem {
    /// Books by Ernest Hemingway that are in the public domain, and invented ones about him.
    static let novelists = [
        StoreItem(
            kind: .ebook, id: 1_603_918_220, name: "The Sun Also Rises", artist: hemingway, price: "0.00",
            released: "1926-10-22T08:00:00Z", genre: .fiction,
            description: "<p>Paris, a fiesta, and a long way home.</p>", rating: ("4.0", 754)),
        StoreItem(
            kind: .ebook, id: 1_603_918_415, name: "Men Without Women", artist: hemingway, price: "1.99",
            released: "1927-10-14T08:00:00Z", genre: .fiction,
            description: "<p>Fourteen stories.<br/>Few adjectives.</p>"),
        StoreItem(
            kind: .ebook, id: 1_140_662_904, name: "Hemingway’s Ferry Timetable",
            artist: Artist(id: 1_140_662_000, name: "Jonas Reed"), price: "6.49",
            released: "2016-08-02T07:00:00Z",
            genre: .criticism, description: "<b>Who crossed when, and with whom.</b>", rating: ("3.5", 9)),
        StoreItem(
            kind: .audiobook, id: 1_603_990_118, name: "The Sun Also Rises (Unabridged)", artist: hemingway,
            collection: Collection(
                id: 1_603_990_118, name: "The Sun Also Rises (Unabridged)", trackCount: 1, price: "12.95"),
            released: "2022-01-04T08:00:00Z", genre: .audiobooks, description: "Read by <i>Felix Morrow</i>."),
    ]

    private static let hemingway = Artist(id: 2_122_513, name: "Ernest Hemingway")
}
