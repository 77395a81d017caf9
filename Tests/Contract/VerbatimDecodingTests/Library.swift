import Foundation

/// A typical model, with every kind of property that synthesized conformances decode.
struct Library: Decodable {
    var items: [Volume]
    var total: Int
}

struct Volume: Decodable {
    struct Info: Decodable {
        var title: String
        var pageCount: Int?
        var kind: Kind?
        var authors: [String]?
        var site: URL?
        var published: Date?
        var year: Int8?
        var ratings: [String: Double]?
        var editions: [Int: Edition]?
        var price: Decimal?
        var cover: Data?
    }

    enum Kind: String, Decodable {
        case book, magazine
    }

    struct Edition: Decodable {
        var pages: Int
        var isBound: Bool
    }

    var id: UUID
    var info: Info
}
