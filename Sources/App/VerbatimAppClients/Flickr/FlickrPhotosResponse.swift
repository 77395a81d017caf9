/// What a method that lists photos answers with status 200: a page of them, or a failure.
public enum FlickrPhotosResponse: Sendable {
    /// A page of photos: `stat` is `ok`.
    case page(FlickrPhotoPage)
    /// What went wrong: `stat` is `fail`.
    case failure(FlickrFailure)

    /// The form of dates, without a zone.
    static let datePattern = PublishedDatePattern("yyyy-MM-dd HH:mm:ss")
}

extension FlickrPhotosResponse: Decodable {
    private enum CodingKeys: CodingKey {
        case stat, photos
    }

    /// Decodes the JSON form.
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
}
