public import Foundation

/// The date of a publication, in the precision of the catalogue.
///
/// Google Books writes a year, a month, a day, or a timestamp with its time zone.
public struct PublishedDate: Sendable, Hashable {
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

    /// The date as the catalogue writes it.
    public let text: String
    /// The beginning of the year, month or day in GMT, or the point in time itself.
    public let date: Date
    /// The precision of the date.
    public let precision: Precision

    /// Parses a date; nil if it has none of the formats of ``Precision``.
    public init?(_ text: String) {
        for (format, precision) in Self.formats {
            guard let date = format.date(from: text) else { continue }
            self.text = text
            self.date = date
            self.precision = precision
            return
        }
        return nil
    }

    private static let formats: [(StrictDateFormat, Precision)] = [
        (StrictDateFormat("yyyy-MM-dd"), .day),
        (StrictDateFormat("yyyy"), .year),
        (StrictDateFormat("yyyy-MM"), .month),
        (StrictDateFormat("yyyy-MM-dd'T'HH:mm:ssXXX"), .second),
    ]
}

extension PublishedDate: Decodable {
    /// Decodes a date from a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = PublishedDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a year, month, day or timestamp")
        }
        self = date
    }
}
