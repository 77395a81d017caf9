extension StoreItem {
    /// Everything there is, in the order a search lists it.
    ///
    /// Among it: what is sold with its collection only (-1.00), what costs nothing, an app without a price, a name of
    /// digits, accents, names that differ in case alone, and a video without a collection.
    static let all = champions + rhymes + boards + novelists + whales
}

extension StoreItem.Genre {
    static let folk = Self(id: 10, name: "Singer/Songwriter")
    static let classical = Self(id: 5, name: "Classical")
    static let electronic = Self(id: 7, name: "Electronic")
    static let pop = Self(id: 14, name: "Pop")
    static let blues = Self(id: 2, name: "Blues")
    static let documentary = Self(id: 4405, name: "Documentary")
    static let bookPodcasts = Self(id: 1482, name: "Books")
    static let history = Self(id: 1487, name: "History")
    static let audiobooks = Self(id: 50_000_024, name: "Audiobooks")
    static let fiction = Self(id: 9031, name: "Fiction & Literature")
    static let biography = Self(id: 9008, name: "Biographies & Memoirs")
    static let criticism = Self(id: 10_047, name: "Literary Criticism")
    static let games = Self(id: 6014, name: "Games")
    static let bookApps = Self(id: 6018, name: "Book")
    static let education = Self(id: 6017, name: "Education")
}
