/// A volume of the catalogue.
///
/// Works are in the public domain or invented; so is what is said about them.
struct CatalogueBook {
    enum Identifier {
        case isbn10(String)
        case isbn13(String)
        case other(String)
    }

    enum Sale {
        case notForSale
        case free
        /// The price in US dollars, as the provider spells it.
        case forSale(String)
        case forSaleAndRental(String, rental: String)
    }

    enum Cover {
        case none
        case picture
        /// There is a link, and nothing behind it.
        case lost
    }

    let id: String
    let title: String
    var subtitle: String?
    var authors: [String] = []
    var publisher: String?
    var publishedDate: String?
    var description: String?
    var identifiers: [Identifier] = []
    var pageCount: Int?
    /// Subjects, as paths; lists show the beginning of the first.
    var categories: [String] = []
    var rating: (average: String, count: Int)?
    /// Old records say nothing about maturity.
    var maturityIsKnown = true
    var cover = Cover.picture
    var language = "en"
    var sale = Sale.notForSale
}

extension CatalogueBook.Identifier {
    /// The name of the kind, and the number.
    var parts: (type: String, number: String) {
        switch self {
        case .isbn10(let number): ("ISBN_10", number)
        case .isbn13(let number): ("ISBN_13", number)
        case .other(let number): ("OTHER", number)
        }
    }
}
