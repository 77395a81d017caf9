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

    private static let format = StrictDateFormat("yyyy-MM-dd HH:mm:ss")
}

extension FlickrDate: Decodable {
    /// Decodes a time from a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }
}
