import Foundation

extension JSONDecoder.DateDecodingStrategy {
    /// Decodes dates that have exactly one of these forms, and no other.
    static func strict(_ patterns: PublishedDatePattern...) -> Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            for pattern in patterns {
                if let date = pattern.date(from: text) { return date }
            }
            let forms = patterns.map(\.description).joined(separator: " or ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a date of the form \(forms)")
        }
    }
}
