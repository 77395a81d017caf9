import Foundation

/// A search query: words, some of which must occur in a certain field.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
struct BookQuery {
    private let terms: [(field: String?, word: String)]

    init(_ text: String) {
        terms = text.split(separator: " ").map { term in
            let parts = term.split(separator: ":", maxSplits: 1).map(String.init)
            let hasField = parts.count == 2 && Self.fields.contains(parts[0].lowercased())
            return hasField ? (parts[0].lowercased(), parts[1]) : (nil, String(term))
        }
    }

    /// Returns whether a book contains all words.
    func matches(_ book: FakeBook) -> Bool {
        !terms.isEmpty && terms.allSatisfy { term in book.contains(term.word, in: term.field) }
    }

    private static let fields: Set = [
        "intitle", "inauthor", "inpublisher", "subject", "isbn", "oclc",
    ]
}

extension FakeBook {
    fileprivate func contains(_ word: String, in field: String?) -> Bool {
        let numbers = identifiers.map(\.identifier)
        let texts =
            switch field {
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
