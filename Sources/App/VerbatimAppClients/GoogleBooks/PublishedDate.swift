public import Foundation

/// The date of a publication, in the precision of the catalogue.
///
/// Google Books writes a year, a month, a day, or a timestamp with its time zone; for some old volumes,
/// another text such as `19??`.
public enum PublishedDate: Sendable, Hashable {
    /// A date: the beginning of the year, month or day in GMT, or the point in time itself.
    case known(Date, Precision, text: String)
    /// A text that is not a date.
    case unknown(String)

    /// The precision of a date.
    public enum Precision: Sendable, Hashable, CaseIterable {
        /// The year: `2018`.
        case year
        /// The month: `2018-09`.
        case month
        /// The day: `2018-09-18`.
        case day
        /// The second: `2018-09-18T00:00:00Z` or with an offset such as `+02:00`.
        case second
    }

    /// Parses a date in one of the formats of ``Precision``.
    public init(_ text: String) {
        self =
            Self.formats.lazy.compactMap { format, precision in
                format.date(from: text).map { .known($0, precision, text: text) }
            }.first ?? .unknown(text)
    }

    /// The date as the catalogue writes it.
    public var text: String {
        switch self {
        case .known(_, _, let text), .unknown(let text): text
        }
    }

    /// The date, or nil if it is unknown.
    public var date: Date? {
        if case .known(let date, _, _) = self { date } else { nil }
    }

    /// The precision of the date, or nil if it is unknown.
    public var precision: Precision? {
        if case .known(_, let precision, _) = self { precision } else { nil }
    }

    private static let formats: [(StrictDateFormat, Precision)] = [
        (StrictDateFormat("yyyy-MM-dd"), .day),
        (StrictDateFormat("yyyy"), .year),
        (StrictDateFormat("yyyy-MM"), .month),
        (StrictDateFormat("yyyy-MM-dd'T'HH:mm:ssXXX"), .second),
    ]
}

extension PublishedDate: Codable {
    /// Decodes a date from a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text of the catalogue.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
