public import Foundation

/// The response, with status 200, of a method that lists photos: a page of them, or a failure.
public enum FlickrPhotosResponse: Sendable, Hashable {
    /// A page of photos: `stat` is `ok`, or there is no such property.
    case page(FlickrPhotoPage)
    /// A failure: `stat` is `fail`.
    case failure(FlickrFailure)
}

extension FlickrPhotosResponse: Codable {
    private enum CodingKeys: CodingKey { case stat, photos }

    /// Decodes a response in JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decodeIfPresent(String.self, forKey: .stat) {
        case nil, "ok"?: self = .page(try container.decode(FlickrPhotoPage.self, forKey: .photos))
        case "fail"?: self = .failure(try FlickrFailure(from: decoder))
        case let stat?:
            throw DecodingError.dataCorruptedError(
                forKey: .stat, in: container, debugDescription: "'\(stat)' is neither 'ok' nor 'fail'")
        }
    }

    /// Encodes the response as JSON.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .page(let page):
            try container.encode("ok", forKey: .stat)
            try container.encode(page, forKey: .photos)
        case .failure(let failure):
            try container.encode("fail", forKey: .stat)
            try failure.encode(to: encoder)
        }
    }
}

/// One page of a list of photos.
public struct FlickrPhotoPage: Sendable, Hashable {
    /// The number of this page, from 1.
    public let page: Int
    /// The number of pages.
    public let pages: Int
    /// The maximum number of photos on a page; a page that is not the last can have fewer.
    public let perPage: Int
    /// The number of photos on all pages.
    public let total: Int
    /// The photos on this page; `$records` are those that cannot be read.
    @Lossy public var records: [FlickrPhotoRecord]
}

extension FlickrPhotoPage: Codable {
    private enum CodingKeys: String, CodingKey {
        case page, pages, total, perpage
        case perPage = "per_page"
        case records = "photo"
    }

    /// Decodes a page; some methods write numbers as strings, or `per_page` instead of `perpage`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        page = try container.decodeInteger(forKey: .page)
        pages = try container.decodeInteger(forKey: .pages)
        perPage = try container.decodeInteger(forKey: container.contains(.perpage) ? .perpage : .perPage)
        total = try container.decodeInteger(forKey: .total)
        _records = try container.decode(Lossy<FlickrPhotoRecord>.self, forKey: .records)
    }

    /// Encodes the page, without the photos that cannot be read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(page, forKey: .page)
        try container.encode(pages, forKey: .pages)
        try container.encode(perPage, forKey: .perpage)
        try container.encode(total, forKey: .total)
        try container.encode(records, forKey: .records)
    }
}

/// The response of Flickr, with status 200, to a request that it refuses or cannot serve.
///
/// https://www.flickr.com/services/api/response.json.html
public struct FlickrFailure: Sendable, Hashable, Codable {
    /// The failure's code; codes below 100 have a different meaning for each method.
    public let code: Int
    /// The explanation.
    public let message: String
}

// MARK: - XML

extension FlickrPhotosResponse {
    /// Parses a response in XML, `format=rest`, which has the same contents as one in JSON.
    ///
    /// https://www.flickr.com/services/api/response.rest.html
    public init(xml: Data) throws(FlickrXMLError) {
        let elements = try FlickrXMLParser.elements(of: xml)
        guard let root = elements.first, root.name == "rsp" else {
            throw FlickrXMLError(
                line: 1, reason: "the document is not a Flickr response: its root element is not 'rsp'")
        }
        switch try root.string("stat") {
        case "ok":
            guard let list = elements.first(where: { $0.name == "photos" }) else {
                throw root.error("missing element 'photos'")
            }
            self = .page(try FlickrPhotoPage(list, photos: elements.filter { $0.name == "photo" }))
        case "fail":
            guard let failure = elements.first(where: { $0.name == "err" }) else {
                throw root.error("missing element 'err'")
            }
            self = .failure(
                FlickrFailure(code: try failure.integer("code"), message: try failure.string("msg")))
        case let stat: throw root.error("attribute 'stat' is '\(stat)', neither 'ok' nor 'fail'")
        }
    }
}

extension FlickrPhotoPage {
    fileprivate init(_ list: FlickrXMLElement, photos: [FlickrXMLElement]) throws(FlickrXMLError) {
        var (records, unreadable, firstError) = (
            [FlickrPhotoRecord](), [UnreadableElement](), FlickrXMLError?.none
        )
        for (index, photo) in photos.enumerated() {
            do throws(FlickrXMLError) {
                records.append(try FlickrPhotoRecord(photo))
            } catch {
                unreadable.append(UnreadableElement(index: index, line: error.line, reason: error.reason))
                firstError = firstError ?? error
            }
        }
        if records.isEmpty, let firstError { throw firstError }
        self.init(
            page: try list.integer("page"), pages: try list.integer("pages"),
            perPage: try list.integer(list.attributes.keys.contains("perpage") ? "perpage" : "per_page"),
            total: try list.integer("total"), records: Lossy(records, unreadable: unreadable))
    }
}

extension FlickrPhotoRecord {
    fileprivate init(_ element: FlickrXMLElement) throws(FlickrXMLError) {
        id = try element.string("id")
        ownerID = try element.string("owner")
        ownerName = element.attributes["ownername"]
        title = try element.string("title")
        license = element.attributes["license"].map(FlickrLicense.init)
        dateTaken = element.attributes["datetaken"].map(FlickrDate.init)
        dateTakenIsUnknown = element.attributes["datetakenunknown"] == "1"
        var images: [FlickrImage] = []
        for size in FlickrSize.allCases {
            guard let url = try element.url("url_\(size.rawValue)") else { continue }
            images.append(
                FlickrImage(
                    size: size, url: url.upgradedToHTTPS,
                    width: try element.integerIfPresent("width_\(size.rawValue)"),
                    height: try element.integerIfPresent("height_\(size.rawValue)")))
        }
        self.images = images
    }
}

/// The reason why a document is not a Flickr response in XML.
public struct FlickrXMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line number, from 1.
    public let line: Int
    /// The problem.
    public let reason: String

    /// The line and the problem.
    public var description: String { "line \(line): \(reason)" }
}

/// An element of a response; everything the app needs is in its attributes.
private struct FlickrXMLElement {
    let name: String
    let line: Int
    let attributes: [String: String]

    func string(_ attribute: String) throws(FlickrXMLError) -> String {
        guard let value = attributes[attribute] else { throw error("missing attribute '\(attribute)'") }
        return value
    }

    func integer(_ attribute: String) throws(FlickrXMLError) -> Int {
        let text = try string(attribute)
        guard let number = Int(text) else {
            throw error("attribute '\(attribute)' is '\(text)', not an integer")
        }
        return number
    }

    func integerIfPresent(_ attribute: String) throws(FlickrXMLError) -> Int? {
        attributes.keys.contains(attribute) ? try integer(attribute) : nil
    }

    func url(_ attribute: String) throws(FlickrXMLError) -> URL? {
        guard let text = attributes[attribute] else { return nil }
        guard let url = URL(string: text) else {
            throw error("attribute '\(attribute)' is '\(text)', not a URL")
        }
        return url
    }

    func error(_ reason: String) -> FlickrXMLError {
        FlickrXMLError(line: line, reason: "element '\(name)': \(reason)")
    }
}

/// Parses a document into a flat list of its elements, in document order.
private final class FlickrXMLParser: NSObject, XMLParserDelegate {
    private var elements: [FlickrXMLElement] = []

    static func elements(of document: Data) throws(FlickrXMLError) -> [FlickrXMLElement] {
        // On Linux, Foundation's parser traps at a name that is not UTF-8.
        guard String(bytes: document, encoding: .utf8) != nil else {
            throw FlickrXMLError(line: 1, reason: "the document is not UTF-8")
        }
        let delegate = FlickrXMLParser()
        let parser = XMLParser(data: document)
        parser.delegate = delegate
        // On Linux, `parse()` returns true for mismatched tags, and only `parserError` is set.
        guard parser.parse(), parser.parserError == nil else {
            throw FlickrXMLError(
                line: max(parser.lineNumber, 1), reason: "the document is not well-formed XML")
        }
        return delegate.elements
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) { elements.append(FlickrXMLElement(name: name, line: parser.lineNumber, attributes: attributes)) }
}
