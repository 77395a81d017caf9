/// The sources of the models in the examples of rules. A test has the same types.
enum ModelSource {
    static let titled = "struct Book: Decodable { let title: String }"
    static let bound = """
        struct Book: Decodable { let title: String }
        let binding = ModelBinding("books.search", Book.self) { JSONDecoder() }
        """
    static let maybeTitled = "struct Book: Decodable { let title: String? }"
    static let misspelled = "struct Book: Decodable { let titel: String? }"
    static let counted = "struct Book: Decodable { let pages: Int }"
    static let small = "struct Book: Decodable { let shelf: Int8 }"
    static let dated = "struct Book: Decodable { let updated: Date }"
    static let covered = "struct Book: Decodable { let cover: URL }"
    static let stored = "struct Book: Decodable { let scan: Data }"
    static let stated = """
        enum State: String, Decodable { case new, used }
        struct Book: Decodable { let state: State }
        """
    static let copies = "struct Book: Decodable { let copies: [Int: String] }"
    static let rated = """
        struct Rating: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let stars = try container.decode(Int.self)
                guard 1...5 ~= stars else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "a rating has 1 to 5 stars")
                }
            }
        }
        struct Book: Decodable { let rating: Rating }
        """
    static let shelf = """
        struct Book: Decodable { let title: String }
        struct Kept: Decodable {
            let book: Book?
            init(from decoder: any Decoder) throws {
                book = try? decoder.singleValueContainer().decode(Book.self)
            }
        }
        struct Shelf: Decodable { let books: [Kept] }
        """
}
