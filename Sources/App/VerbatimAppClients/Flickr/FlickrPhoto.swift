public import Foundation

/// A photo that the app can show.
public struct FlickrPhoto: Sendable, Hashable, Codable, Identifiable {
    /// The photo's identifier on Flickr.
    public let id: String
    /// The title, which may be empty.
    public let title: String
    /// The time on the camera's clock.
    public let dateTaken: FlickrDate
    /// The name of the owner, whom the app has to name; empty if unknown.
    public let ownerName: String
    /// The license, whose conditions the app has to keep.
    public let license: FlickrLicense
    /// The URL of an image with at most 640 pixels on its longer side.
    public let remoteURL: URL
    /// The URL of a square image with 150 pixels.
    public let thumbnailURL: URL?
    /// The URL of an image with at most 1024 pixels on its longer side; nil for a smaller original.
    public let largeURL: URL?

    /// Creates a photo.
    public init(
        id: String, title: String, dateTaken: FlickrDate, ownerName: String = "",
        license: FlickrLicense = .allRightsReserved, remoteURL: URL, thumbnailURL: URL? = nil,
        largeURL: URL? = nil
    ) {
        self.id = id
        self.title = title
        self.dateTaken = dateTaken
        self.ownerName = ownerName
        self.license = license
        self.remoteURL = remoteURL
        self.thumbnailURL = thumbnailURL
        self.largeURL = largeURL
    }

    /// Creates a photo from a record; nil unless it has an image of 640 pixels and a time.
    init?(_ record: FlickrPhotoRecord) {
        guard let image = record.image(.medium), let date = record.dateTaken else { return nil }
        self.init(
            id: record.id, title: record.title, dateTaken: record.dateTakenIsUnknown ? date.asUnknown : date,
            ownerName: record.ownerName ?? "", license: record.license ?? .allRightsReserved,
            remoteURL: image.url, thumbnailURL: record.image(.square)?.url,
            largeURL: record.image(.large)?.url)
    }
}

/// The time at which a photo was taken, on the camera's clock.
public enum FlickrDate: Sendable, Hashable {
    /// A time, which Flickr sends without a time zone, read as GMT.
    case known(Date)
    /// A text that is not a time, such as `0000-00-00 00:00:00`.
    case unknown(String)

    /// Parses a time as Flickr writes it: `2013-11-02 15:58:24`.
    public init(_ text: String) { self = Self.format.date(from: text).map(Self.known) ?? .unknown(text) }

    /// The time, or nil if it is unknown.
    public var date: Date? {
        if case .known(let date) = self { date } else { nil }
    }

    /// The same text as a time that is not known, because Flickr invented it.
    var asUnknown: FlickrDate {
        if case .known(let date) = self { .unknown(Self.format.text(from: date)) } else { self }
    }

    private static let format = StrictDateFormat("yyyy-MM-dd HH:mm:ss")
}

extension FlickrDate: Codable {
    /// Decodes a time from a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the time as Flickr writes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .known(let date): try container.encode(Self.format.text(from: date))
        case .unknown(let text): try container.encode(text)
        }
    }
}
