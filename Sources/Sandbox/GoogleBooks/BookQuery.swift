import Foundation

/// A search text: words, and words that must stand in a certain place.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
struct BookQuery {
    private let terms: [(place: String?, word: String)]

    init(_ text: String) {
        terms = text.split(separator: " ").map { term in
            let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
            let isPlace = parts.count == 2 && Self.places.contains(parts[0].lowercased())
            return isPlace ? (parts[0].lowercased(), parts[1]) : (nil, String(term))
        }
    }

    /// Whether everything that is asked for is in a volume; a number also in its other length.
    func matches(_ book: CatalogueBook) -> Bool {
        !terms.isEmpty && terms.allSatisfy { term in book.contains(term.word, in: term.place) }
    }

    private static let places: Set = ["intitle", "inauthor", "inpublisher", "subject", "isbn", "oclc"]
}

extension CatalogueBook {
    fileprivate func contains(_ word: String, in place: String?) -> Bool {
        let numbers = identifiers.map(\.parts.number)
        let texts =
            switch place {
            case "intitle": [title, subtitle ?? ""]
            case "inauthor": authors
            case "inpublisher": [publisher ?? ""]
            case "subject": categories
            case "isbn": numbers.filter { !$0.contains(":") }
            case "oclc": numbers.filter { $0.hasPrefix("OCLC:") }
            default:
                [title, subtitle ?? "", publisher ?? "", description ?? ""] + authors + categories + numbers
            }
        let wanted = word.filter { $0 != "\"" && $0 != "-" }
        return texts.contains { $0.filter { $0 != "-" }.localizedStandardContains(wanted) }
    }
}
