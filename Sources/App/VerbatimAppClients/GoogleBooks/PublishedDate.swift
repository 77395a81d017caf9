public import Foundation

/// When a book was published, as exactly as the catalogue says.
///
/// Google Books gives a year, a month, a day, or a moment with its time zone.
public struct PublishedDate: Sendable, Hashable {
    /// How much of a date is known.
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
    /// The beginning of the year, month or day in GMT, or the moment itself.
    public let date: Date
    /// How much of the date is known.
    public let precision: Precision

    /// Reads a date in one of the forms above, or is nil.
    public init?(_ text: String) {
        for (pattern, precision) in Self.forms {
            guard let date = pattern.date(from: text) else { continue }
            self.text = text
            self.date = date
            self.precision = precision
            return
        }
        return nil
    }

    private static let forms: [(PublishedDatePattern, Precision)] = [
        (PublishedDatePattern("yyyy-MM-dd"), .day),
        (PublishedDatePattern("yyyy"), .year),
        (PublishedDatePattern("yyyy-MM"), .month),
        (PublishedDatePattern("yyyy-MM-dd'T'HH:mm:ssXXX"), .second),
    ]
}

extension PublishedDate: Decodable {
    /// Decodes the text of a date.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = PublishedDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a year, month, day or moment")
        }
        self = date
    }
}
