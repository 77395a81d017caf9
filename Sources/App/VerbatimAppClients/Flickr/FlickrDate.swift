public import Foundation

/// The time at which a photo was taken, on the camera's clock.
public enum FlickrDate: Sendable, Hashable {
    /// A time, which Flickr sends without a time zone, read as GMT.
    case known(Date)
    /// A text that is not a time, such as `0000-00-00 00:00:00`.
    case unknown(String)

    /// Parses a time as Flickr writes it: `2013-11-02 15:58:24`.
    public init(_ text: String) {
        self = Self.format.date(from: text).map(Self.known) ?? .unknown(text)
    }

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
