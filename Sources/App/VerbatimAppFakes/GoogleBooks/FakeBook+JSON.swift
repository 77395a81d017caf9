import Foundation
import VerbatimJSON

extension FakeBook {
    /// The kind of response that contains a volume; lists contain less of it.
    enum Presentation {
        case listed(query: String, position: Int)
        case single
    }

    /// Returns the volume as the provider writes it.
    ///
    /// https://developers.google.com/books/docs/v1/reference/volumes
    func json(_ presentation: Presentation) -> JSONValue {
        var volume: JSONObject = [
            "kind": "books#volume", "id": .string(id),
            "etag": .string(StableRandom(id).characters(11, from: Self.letters)),
            "selfLink": "https://www.googleapis.com/books/v1/volumes/\(id)",
            "volumeInfo": .object(volumeInfo(presentation)),
        ]
        if case .single = presentation {
            volume.append("layerInfo", ["layers": [["layerId": "geo", "volumeAnnotationsVersion": "2"]]])
        }
        volume.append("saleInfo", .object(saleInfo))
        volume.append("accessInfo", .object(accessInfo))
        if case .listed = presentation, let description {
            volume.append("searchInfo", ["textSnippet": .string(description.asSnippet)])
        }
        return .object(volume)
    }

    private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
}

// MARK: - Bibliographic data

extension FakeBook {
    private func volumeInfo(_ presentation: Presentation) -> JSONObject {
        var info: JSONObject = ["title": .string(title)]
        info.append("subtitle", ifPresent: subtitle.map(JSONValue.string))
        info.append("authors", ifPresent: authors.isEmpty ? nil : .strings(authors))
        info.append("publisher", ifPresent: publisher.map(JSONValue.string))
        info.append("publishedDate", ifPresent: publishedDate.map(JSONValue.string))
        info.append(
            "description", ifPresent: description.map { .string(presentation.isSingle ? "<p>\($0)</p>" : $0) }
        )
        info.append(
            "industryIdentifiers", ifPresent: identifiers.isEmpty ? nil : .array(identifiers.map(\.json)))
        info.append("readingModes", ["text": .bool(isSold), "image": true])
        info.append("pageCount", ifPresent: pageCount.map(JSONValue.integer))
        if presentation.isSingle {
            info.append("printedPageCount", ifPresent: pageCount.map { .integer($0 + 12) })
        }
        info.append("printType", .string(printType ?? "BOOK"))
        info.append("categories", ifPresent: shownCategories(presentation))
        if let rating {
            info.append("averageRating", .decimal(rating.average))
            info.append("ratingsCount", .integer(rating.count))
        }
        if hasMaturityRating {
            info.append("maturityRating", "NOT_MATURE")
            info.append("allowAnonLogging", .bool(isSold))
        }
        info.append("contentVersion", .string(isSold ? "1.2.2.0.preview.3" : "0.1.0.0.preview.0"))
        info.append("panelizationSummary", ["containsEpubBubbles": false, "containsImageBubbles": false])
        info.append("imageLinks", ifPresent: imageLinks(presentation))
        info.append("language", .string(language))
        appendLinks(to: &info, presentation)
        return info
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
        return .object(
            JSONObject(
                sizes.map { name, zoom in
                    let query = "id=\(id)&printsec=frontcover&img=1&zoom=\(zoom)&edge=curl&source=gbs_api"
                    return (name, .string("http://books.google.com/books/content?" + query))
                }))
    }

    private func appendLinks(to info: inout JSONObject, _ presentation: Presentation) {
        let books = "http://books.google.com/books?id=\(id)"
        let store = "https://play.google.com/store/books/details?id=\(id)"
        info.append("previewLink", "\(books)\(presentation.previewQuery)&source=gbs_api")
        info.append(
            "infoLink",
            .string(isSold ? "\(store)&source=gbs_api" : "\(books)\(presentation.infoQuery)&source=gbs_api"))
        info.append(
            "canonicalVolumeLink",
            .string(
                isSold
                    ? store
                    : "https://books.google.com/books/about/\(title.asPathComponent).html?hl=&id=\(id)")
        )
    }
}

extension FakeBook.Presentation {
    var isSingle: Bool {
        if case .single = self { return true }
        return false
    }

    fileprivate var previewQuery: String {
        guard case .listed(let query, let position) = self else { return "&hl=" }
        return "&pg=PA1&dq=\(query.asQueryValue)&hl=&cd=\(position)"
    }

    fileprivate var infoQuery: String {
        guard case .listed(let query, _) = self else { return "&hl=" }
        return "&dq=\(query.asQueryValue)&hl="
    }
}

extension FakeBook.Identifier {
    fileprivate var json: JSONValue {
        ["type": .string(type), "identifier": .string(identifier)]
    }
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
        (addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? "").replacing(
            "%20", with: "+")
    }

    /// The text as the provider writes it in paths.
    var asPathComponent: String {
        let words = replacing(" ", with: "_")
        return words.addingPercentEncoding(withAllowedCharacters: Self.plainCharacters) ?? words
    }
}
