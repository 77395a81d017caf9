import Foundation
import VerbatimJSON

extension FakeBook {
    /// The kind of response that contains a volume; lists contain less of it.
    enum Presentation {
        case listed(query: String, position: Int)
        case single

        fileprivate var isSingle: Bool {
            if case .single = self { true } else { false }
        }
    }

    /// Returns the volume as the provider writes it.
    ///
    /// https://developers.google.com/books/docs/v1/reference/volumes
    func json(_ presentation: Presentation) -> JSONValue {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let snippet = description.map { ["textSnippet": .string($0.asSnippet)] as JSONValue }
        return JSONValue(members: [
            ("kind", "books#volume"), ("id", .string(id)),
            ("etag", .string(StableRandom(id).characters(11, from: letters))),
            ("selfLink", "https://www.googleapis.com/books/v1/volumes/\(id)"),
            ("volumeInfo", volumeInfo(presentation)),
            (
                "layerInfo",
                presentation.isSingle
                    ? ["layers": [["layerId": "geo", "volumeAnnotationsVersion": "2"]]] : nil
            ),
            ("saleInfo", saleInfo), ("accessInfo", accessInfo),
            ("searchInfo", presentation.isSingle ? nil : snippet),
        ])
    }

    // MARK: Bibliographic data

    private func volumeInfo(_ presentation: Presentation) -> JSONValue {
        let isSingle = presentation.isSingle
        let summary = description.map { JSONValue.string(isSingle ? "<p>\($0)</p>" : $0) }
        let members: [(String, JSONValue?)] = [
            ("title", .string(title)), ("subtitle", subtitle.map(JSONValue.string)),
            ("authors", authors.isEmpty ? nil : .strings(authors)),
            ("publisher", publisher.map(JSONValue.string)),
            ("publishedDate", publishedDate.map(JSONValue.string)), ("description", summary),
            ("industryIdentifiers", identifiers.isEmpty ? nil : .array(identifiers.map(\.json))),
            ("readingModes", ["text": .bool(isSold), "image": true]),
            ("pageCount", pageCount.map(JSONValue.integer)),
            ("printedPageCount", isSingle ? pageCount.map { .integer($0 + 12) } : nil),
            ("printType", .string(printType ?? "BOOK")), ("categories", shownCategories(presentation)),
            ("averageRating", (rating?.average).map(JSONValue.decimal)),
            ("ratingsCount", (rating?.count).map(JSONValue.integer)),
            ("maturityRating", hasMaturityRating ? "NOT_MATURE" : nil),
            ("allowAnonLogging", hasMaturityRating ? .bool(isSold) : nil),
            ("contentVersion", .string(isSold ? "1.2.2.0.preview.3" : "0.1.0.0.preview.0")),
            ("panelizationSummary", ["containsEpubBubbles": false, "containsImageBubbles": false]),
            ("imageLinks", imageLinks(presentation)), ("language", .string(language)),
        ]
        return JSONValue(members: members + links(presentation))
    }

    private func shownCategories(_ presentation: Presentation) -> JSONValue? {
        guard let first = categories.first else { return nil }
        return .strings(presentation.isSingle ? categories : [first.components(separatedBy: " / ")[0]])
    }

    /// Returns links to covers with `http`, as the provider does.
    private func imageLinks(_ presentation: Presentation) -> JSONValue? {
        guard cover != .none else { return nil }
        var sizes = [("smallThumbnail", 5), ("thumbnail", 1)]
        if presentation.isSingle { sizes += [("small", 2), ("medium", 3), ("large", 4), ("extraLarge", 6)] }
        return JSONValue(
            members: sizes.map { name, zoom in
                let query = "id=\(id)&printsec=frontcover&img=1&zoom=\(zoom)&edge=curl&source=gbs_api"
                return (name, .string("http://books.google.com/books/content?" + query))
            })
    }

    private func links(_ presentation: Presentation) -> [(String, JSONValue?)] {
        let books = "http://books.google.com/books?id=\(id)"
        let store = "https://play.google.com/store/books/details?id=\(id)"
        let about = "https://books.google.com/books/about/\(title.asPathComponent).html?hl=&id=\(id)"
        let (previewQuery, infoQuery) =
            switch presentation {
            case .single: ("&hl=", "&hl=")
            case .listed(let query, let position):
                ("&pg=PA1&dq=\(query.asQueryValue)&hl=&cd=\(position)", "&dq=\(query.asQueryValue)&hl=")
            }
        return [
            ("previewLink", "\(books)\(previewQuery)&source=gbs_api"),
            ("infoLink", .string((isSold ? store : books + infoQuery) + "&source=gbs_api")),
            ("canonicalVolumeLink", .string(isSold ? store : about)),
        ]
    }

    // MARK: Sale and access

    private var isSold: Bool { sale.kind != .notForSale }
    private var isFree: Bool { sale.kind == .free }

    private var saleInfo: JSONValue {
        let link =
            "https://play.google.com/store/books/details?id=\(id)&rdid=book-\(id)&rdot=1&source=gbs_api"
        let price = sale.price.map {
            ["amount": .decimal($0.withoutTrailingZeros), "currencyCode": "USD"] as JSONValue
        }
        return JSONValue(members: [
            ("country", "US"), ("saleability", .string(sale.kind.rawValue)), ("isEbook", .bool(isSold)),
            ("listPrice", price), ("retailPrice", price),
            ("buyLink", isSold && sale.hasLink ?? true ? .string(link) : nil),
            ("offers", sale.offers.map(JSONValue.array)),
        ])
    }

    /// The permissions to read and download.
    private var accessInfo: JSONValue {
        let download = "http://books.google.com/books/download/\(title.asPathComponent)"
        let sample = "\(download)-sample-epub.acsm?id=\(id)&format=epub&source=gbs_api"
        let whole = "\(download).epub?id=\(id)&output=epub&source=gbs_api"
        let epub = JSONValue(members: [
            ("isAvailable", .bool(isSold)), ("acsTokenLink", isSold && !isFree ? .string(sample) : nil),
            ("downloadLink", isFree ? .string(whole) : nil),
        ])
        return [
            "country": "US", "viewability": .string(isFree ? "ALL_PAGES" : isSold ? "PARTIAL" : "NO_PAGES"),
            "embeddable": .bool(isSold), "publicDomain": .bool(isFree),
            "textToSpeechPermission": "ALLOWED", "epub": epub, "pdf": ["isAvailable": .bool(isFree)],
            "webReaderLink": "http://play.google.com/books/reader?id=\(id)&hl=&source=gbs_api",
            "accessViewStatus": .string(isFree ? "FULL_PUBLIC_DOMAIN" : isSold ? "SAMPLE" : "NONE"),
            "quoteSharingAllowed": false,
        ]
    }
}

extension FakeBook.Sale {
    /// The offers, one for sale and one for rental.
    fileprivate var offers: [JSONValue]? {
        guard let price else { return nil }
        let rental = rentalPrice.map { offer(3, $0, "rentalDuration", ["unit": "DAY", "count": 90]) }
        return [offer(1, price, "giftable", true)] + (rental.map { [$0] } ?? [])
    }

    private func offer(_ type: Int, _ price: String, _ lastName: String, _ lastValue: JSONValue) -> JSONValue
    {
        let money: JSONValue = ["amountInMicros": .decimal(price.inMicros), "currencyCode": "USD"]
        return [
            "finskyOfferType": .integer(type), "listPrice": money, "retailPrice": money, lastName: lastValue,
        ]
    }
}

extension FakeBook.Identifier {
    fileprivate var json: JSONValue { ["type": .string(type), "identifier": .string(identifier)] }
}

extension String {
    private static let plainCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:")

    /// The beginning, with entities and tags as the provider inserts them.
    fileprivate var asSnippet: String {
        let start = prefix(120).replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
        return start.replacing("whale", with: "<b>whale</b>") + (utf8.count > 120 ? " ..." : "")
    }

    fileprivate var asQueryValue: String {
        (addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? "").replacing("%20", with: "+")
    }

    /// The text as the provider writes it in paths.
    fileprivate var asPathComponent: String {
        let words = replacing(" ", with: "_")
        return words.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? words
    }

    /// `7` for `7.00`, and `2.5` for `2.50`, as the provider writes prices.
    fileprivate var withoutTrailingZeros: String {
        guard contains(".") else { return self }
        let digits = String(reversed().drop { $0 == "0" }.reversed())
        return digits.hasSuffix(".") ? String(digits.dropLast()) : digits
    }

    /// `9990000` for `9.99`.
    fileprivate var inMicros: String { replacing(".", with: "").drop { $0 == "0" } + "0000" }
}
