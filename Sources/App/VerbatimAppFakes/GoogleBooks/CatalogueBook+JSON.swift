import Foundation
import VerbatimJSON

extension CatalogueBook {
    /// Where a volume is shown: a list says less about it than its own answer.
    enum Setting {
        case listed(query: String, location: Int)
        case alone
    }

    /// The volume as the provider writes it.
    ///
    /// https://developers.google.com/books/docs/v1/reference/volumes
    func json(_ setting: Setting) -> JSONValue {
        var volume: JSONObject = [
            "kind": "books#volume", "id": .string(id),
            "etag": .string(StableRandom(id).characters(11, from: Self.letters)),
            "selfLink": .string("https://www.googleapis.com/books/v1/volumes/\(id)"),
            "volumeInfo": .object(volumeInfo(setting)),
        ]
        if case .alone = setting {
            volume.append("layerInfo", ["layers": [["layerId": "geo", "volumeAnnotationsVersion": "2"]]])
        }
        volume.append("saleInfo", .object(saleInfo))
        volume.append("accessInfo", .object(accessInfo))
        if case .listed = setting, let description {
            volume.append("searchInfo", ["textSnippet": .string(description.asSnippet)])
        }
        return .object(volume)
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
}

// MARK: - What it is

extension CatalogueBook {
    private func volumeInfo(_ setting: Setting) -> JSONObject {
        var info: JSONObject = ["title": .string(title)]
        info.append("subtitle", ifAny: subtitle.map(JSONValue.string))
        info.append("authors", ifAny: authors.isEmpty ? nil : .strings(authors))
        info.append("publisher", ifAny: publisher.map(JSONValue.string))
        info.append("publishedDate", ifAny: publishedDate.map(JSONValue.string))
        info.append("description", ifAny: description.map { .string(setting.isAlone ? "<p>\($0)</p>" : $0) })
        info.append("industryIdentifiers", ifAny: identifiers.isEmpty ? nil : .array(identifiers.map(\.json)))
        info.append("readingModes", ["text": .bool(isSold), "image": true])
        info.append("pageCount", ifAny: pageCount.map(JSONValue.integer))
        if setting.isAlone { info.append("printedPageCount", ifAny: pageCount.map { .integer($0 + 12) }) }
        info.append("printType", "BOOK")
        info.append("categories", ifAny: shownCategories(setting))
        if let rating {
            info.append("averageRating", .decimal(rating.average))
            info.append("ratingsCount", .integer(rating.count))
        }
        if maturityIsKnown {
            info.append("maturityRating", "NOT_MATURE")
            info.append("allowAnonLogging", .bool(isSold))
        }
        info.append("contentVersion", .string(isSold ? "1.2.2.0.preview.3" : "0.1.0.0.preview.0"))
        info.append("panelizationSummary", ["containsEpubBubbles": false, "containsImageBubbles": false])
        info.append("imageLinks", ifAny: imageLinks(setting))
        info.append("language", .string(language))
        appendLinks(to: &info, setting)
        return info
    }

    private func shownCategories(_ setting: Setting) -> JSONValue? {
        guard let first = categories.first else { return nil }
        return .strings(setting.isAlone ? categories : [first.components(separatedBy: " / ")[0]])
    }

    /// The links to covers are http, and the app must know better.
    private func imageLinks(_ setting: Setting) -> JSONValue? {
        guard cover != .none else { return nil }
        var sizes = [("smallThumbnail", 5), ("thumbnail", 1)]
        if setting.isAlone { sizes += [("small", 2), ("medium", 3), ("large", 4), ("extraLarge", 6)] }
        return .object(
            JSONObject(
                sizes.map { name, zoom in
                    let query = "id=\(id)&printsec=frontcover&img=1&zoom=\(zoom)&edge=curl&source=gbs_api"
                    return (name, .string("http://books.google.com/books/content?" + query))
                }))
    }

    private func appendLinks(to info: inout JSONObject, _ setting: Setting) {
        let books = "http://books.google.com/books?id=\(id)"
        let store = "https://play.google.com/store/books/details?id=\(id)"
        info.append("previewLink", .string("\(books)\(setting.previewQuery)&source=gbs_api"))
        info.append(
            "infoLink",
            .string(isSold ? "\(store)&source=gbs_api" : "\(books)\(setting.infoQuery)&source=gbs_api"))
        info.append(
            "canonicalVolumeLink",
            .string(
                isSold ? store : "https://books.google.com/books/about/\(title.asPathWord).html?hl=&id=\(id)")
        )
    }
}

// MARK: - How it is sold and read

extension CatalogueBook {
    private var isSold: Bool {
        if case .notForSale = sale { return false }
        return true
    }

    private var isFree: Bool {
        if case .free = sale { return true }
        return false
    }

    private var saleInfo: JSONObject {
        var info: JSONObject = [
            "country": "US", "saleability": .string(sale.name), "isEbook": .bool(isSold),
        ]
        let link =
            "https://play.google.com/store/books/details?id=\(id)&rdid=book-\(id)&rdot=1&source=gbs_api"
        if let price = sale.price {
            for name in ["listPrice", "retailPrice"] {
                info.append(name, ["amount": .decimal(price.shortened), "currencyCode": "USD"])
            }
        }
        if isSold { info.append("buyLink", .string(link)) }
        info.append("offers", ifAny: sale.offers.map(JSONValue.array))
        return info
    }

    private var accessInfo: JSONObject {
        let sample = isSold && !isFree
        let download = "http://books.google.com/books/download/\(title.asPathWord)"
        var epub: JSONObject = ["isAvailable": .bool(isSold)]
        if sample {
            epub.append(
                "acsTokenLink", .string("\(download)-sample-epub.acsm?id=\(id)&format=epub&source=gbs_api"))
        } else if isFree {
            epub.append("downloadLink", .string("\(download).epub?id=\(id)&output=epub&source=gbs_api"))
        }
        return [
            "country": "US", "viewability": .string(isFree ? "ALL_PAGES" : isSold ? "PARTIAL" : "NO_PAGES"),
            "embeddable": .bool(isSold), "publicDomain": .bool(isFree),
            "textToSpeechPermission": "ALLOWED", "epub": .object(epub), "pdf": ["isAvailable": .bool(isFree)],
            "webReaderLink": .string("http://play.google.com/books/reader?id=\(id)&hl=&source=gbs_api"),
            "accessViewStatus": .string(isFree ? "FULL_PUBLIC_DOMAIN" : isSold ? "SAMPLE" : "NONE"),
            "quoteSharingAllowed": false,
        ]
    }
}

extension CatalogueBook.Setting {
    var isAlone: Bool {
        if case .alone = self { return true }
        return false
    }

    fileprivate var previewQuery: String {
        guard case .listed(let query, let location) = self else { return "&hl=" }
        return "&pg=PA1&dq=\(query.asQueryValue)&hl=&cd=\(location)"
    }

    fileprivate var infoQuery: String {
        guard case .listed(let query, _) = self else { return "&hl=" }
        return "&dq=\(query.asQueryValue)&hl="
    }
}

extension CatalogueBook.Identifier {
    fileprivate var json: JSONValue {
        ["type": .string(parts.type), "identifier": .string(parts.number)]
    }
}

extension String {
    private static let plainCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:")

    /// The first words, with the entities and tags the provider puts in.
    fileprivate var asSnippet: String {
        let start = prefix(120).replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
        return start.replacing("whale", with: "<b>whale</b>") + (utf8.count > 120 ? " ..." : "")
    }

    fileprivate var asQueryValue: String {
        return (addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? "").replacing(
            "%20", with: "+")
    }

    fileprivate var asPathWord: String {
        let words = replacing(" ", with: "_")
        return words.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? words
    }
}
