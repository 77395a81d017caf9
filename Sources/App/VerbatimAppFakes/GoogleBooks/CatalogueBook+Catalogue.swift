extension CatalogueBook {
    /// Every volume there is, in the order a search lists them.
    ///
    /// Among them: dates in all forms and none, no author, no cover and a lost one, no page count and 0, numbers in
    /// both orders, one of another kind and none, an empty subtitle, other scripts, and every way of being sold.
    static let all = novels + curiosities

    private static let novels = [
        // It quotes the number of another book, so a search for that number finds this one first.
        CatalogueBook(
            id: "vQ8sAAAAYAAJ", title: "Calling at Netherfield",
            subtitle: "Reading \"Pride and Prejudice\" visit by visit",
            authors: ["Tabitha Crane", "Elijah Ward"],
            publisher: "Lantern & Oar", publishedDate: "2011-03",
            description: """
                HTMLPage references follow the Penguin edition of Pride and Prejudice (ISBN 9780141439518). Each visit \
                has a note on who calls, who is out, and what is not said.
                """,
            identifiers: [.isbn13("9781402893469"), .isbn10("1402893469")], pageCount: 212,
            categories: ["Literary Criticism / European / English"], rating: ("4", 3),
            sale: .forSale("12.99")),
        CatalogueBook(
            id: "XV8XAAAAYAAJ", title: "Moby-Dick", subtitle: "Or, The Whale", authors: ["Herman Melville"],
            publisher: "Penguin", publishedDate: "2002-12-31",
            description: """
                A sailor with no money and a damp November in his soul signs on to a whaling ship, and finds that its \
                captain hunts one whale only.
                """,
            identifiers: [.isbn10("0142437247"), .isbn13("9780142437247")], pageCount: 720,
            categories: ["Fiction / Classics", "Fiction / Sea Stories"], rating: ("4.5", 211),
            sale: .forSale("9.99")),
        CatalogueBook(
            id: "s1gVAAAAYAAJ", title: "Pride and Prejudice", authors: ["Jane Austen"], publisher: "Penguin",
            publishedDate: "2003",
            description:
                "Five sisters, two proposals refused, and a letter that changes what everybody thought.",
            identifiers: [.isbn13("9780141439518"), .isbn10("0141439513")], pageCount: 480,
            categories: ["Fiction / Classics", "Fiction / Romance / General"], rating: ("4", 1038),
            sale: .forSaleAndRental("7.00", rental: "2.50")),
        CatalogueBook(
            id: "Y7sOAAAAIAAJ", title: "Frankenstein", subtitle: "", authors: ["Mary Shelley"],
            publisher: "Penguin", publishedDate: "2003-05",
            description: "A student makes a man, and does not stay to see what he has made.",
            identifiers: [.isbn13("9780141439471"), .isbn10("0141439475")], pageCount: 0,
            categories: ["Fiction"], cover: .lost, sale: .forSale("6.49")),
        CatalogueBook(
            id: "zAhLAQAAMAAJ", title: "Alice's Adventures in Wonderland", authors: ["Lewis Carroll"],
            publisher: "Macmillan", publishedDate: "1898",
            description: "A girl follows a rabbit with a watch, and grows, and shrinks, and is put on trial.",
            identifiers: [.other("OCLC:300119217")], pageCount: 192, categories: ["Juvenile Fiction"],
            rating: ("5", 2), maturityIsKnown: false, sale: .free),
        CatalogueBook(
            id: "mHk7AAAAcAAJ", title: "The Time Machine", subtitle: "An Invention", authors: ["H. G. Wells"],
            publishedDate: "1895", identifiers: [.other("UOM:39015005310209")], pageCount: 216,
            maturityIsKnown: false, cover: .none, sale: .free),
    ]

    private static let curiosities = [
        CatalogueBook(
            id: "Kf0mDwAAQBAJ", title: "Beowulf", publisher: "Hall of the Ring",
            publishedDate: "2018-05-09T00:00:00Z",
            description: "The old poem in plain English prose.",
            identifiers: [.isbn13("9781402894626"), .isbn10("1402894627")], pageCount: 131,
            categories: ["Poetry / Medieval"], sale: .forSale("3.99")),
        CatalogueBook(
            id: "pD2yDwAAQBAJ", title: "Die Verwandlung", subtitle: "Erzählung", authors: ["Franz Kafka"],
            publisher: "Verlag am Fluß", publishedDate: "2019-10-03T00:00:00+02:00",
            description:
                "Gregor Samsa erwacht, und nichts passt mehr: nicht das Bett, nicht die Tür, nicht die Familie.",
            identifiers: [.isbn13("9783161484100"), .isbn10("316148410X")], pageCount: 96,
            categories: ["Fiction"],
            language: "de", sale: .forSale("4.99")),
        CatalogueBook(
            id: "h6cREAAAQBAJ", title: "紅樓夢", authors: ["曹雪芹"], publishedDate: "2020-11-10",
            identifiers: [.isbn13("9781402895777")], pageCount: 1260, language: "zh-TW",
            sale: .forSale("0.99")),
        CatalogueBook(
            id: "T9xNAAAAMAAJ", title: "Proceedings of the Harbour Board", publisher: "The Board",
            publishedDate: "1911", identifiers: [.other("STANFORD:36105033381174")], categories: ["Harbors"],
            maturityIsKnown: false, cover: .none),
        CatalogueBook(
            id: "w3_jAgAAQBAJ", title: "Notes from a Small Lighthouse", authors: ["Ossian Grey"],
            description: "Forty years of weather, written down by the man who had to.", pageCount: 88,
            rating: ("3.5", 8)),
        CatalogueBook(
            id: "B-4dCgAAQBAJ", title: "Whales of the North", subtitle: "A field guide",
            authors: ["Inge Solberg"],
            publisher: "Lantern & Oar", publishedDate: "2015-06-01",
            identifiers: [.isbn10("1402896034"), .isbn13("9781402896033")],
            categories: ["Nature / Animals / Marine Life"],
            sale: .forSale("18.00")),
    ]
}
