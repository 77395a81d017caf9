/// The response, with status 200, of a method that lists photos: a page of them, or a failure.
public enum FlickrPhotosResponse: Sendable, Hashable {
    /// A page of photos: `stat` is `ok`.
    case page(FlickrPhotoPage)
    /// A failure: `stat` is `fail`.
    case failure(FlickrFailure)
}

extension FlickrPhotosResponse: Codable {
    private enum CodingKeys: CodingKey {
        case stat, photos
    }

    /// Decodes a response in JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .stat) {
        case "ok": self = .page(try container.decode(FlickrPhotoPage.self, forKey: .photos))
        case "fail": self = .failure(try FlickrFailure(from: decoder))
        case let stat:
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
