import Foundation

/// A search text: words, and words that must stand in a certain location.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
struct BookQuery {
    private let terms: [(location: String?, word: String)]

    init(_ text: String) {
        terms = text.split(separator: " ").map { term in
            let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
            let isLocation = parts.count == 2 && Self.locations.contains(parts[0].lowercased())
            return isLocation ? (parts[0].lowercased(), parts[1]) : (nil, String(term))
        }
    }

    /// Whether everything that is asked for is in a volume; a number also in its other length.
    func matches(_ book: CatalogueBook) -> Bool {
        !terms.isEmpty && terms.allSatisfy { term in book.contains(term.word, in: term.location) }
    }

    private static let locations: Set = ["intitle", "inauthor", "inpublisher", "subject", "isbn", "oclc"]
}

extension CatalogueBook {
    fileprivate func contains(_ word: String, in location: String?) -> Bool {
        let numbers = identifiers.map(\.parts.number)
        let texts =
            switch location {
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
