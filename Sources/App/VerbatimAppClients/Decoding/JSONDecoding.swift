import Foundation

extension JSONDecoder.DateDecodingStrategy {
    /// Decodes dates in one of the given formats, and rejects all others.
    static func strict(_ formats: StrictDateFormat...) -> Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            for format in formats {
                if let date = format.date(from: text) { return date }
            }
            let expected = formats.map(\.description).joined(separator: " or ")
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a date in the format \(expected)")
        }
    }
}

extension JSONEncoder.DateEncodingStrategy {
    static func strict(_ format: StrictDateFormat) -> Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(format.text(from: date))
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes an integer, as ``decodeInteger(forKey:)``; nil if there is no value or it is null.
    func decodeIntegerIfPresent(forKey key: Key) throws -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch DecodingError.typeMismatch {
            return try decodeInteger(forKey: key)
        }
    }

    /// Decodes an integer, which some servers write as a string of digits.
    func decodeInteger(forKey key: Key) throws -> Int {
        do {
            return try decode(Int.self, forKey: key)
        } catch DecodingError.typeMismatch(let type, let context) {
            guard let text = try? decode(String.self, forKey: key), let number = Int(text) else {
                throw DecodingError.typeMismatch(type, context)
            }
            return number
        }
    }
}

extension URL {
    /// The same URL over TLS, because App Transport Security blocks images that are linked with `http`.
    ///
    /// A URL with a port stays as it is: the service would have to serve TLS at another one.
    var upgradedToHTTPS: URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            components.scheme?.lowercased() == "http", components.port == nil
        else { return self }
        components.scheme = "https"
        return components.url ?? self
    }
}

extension KeyedDecodingContainer {
    /// Decodes the URL of an image, over TLS; nil if there is no value or it is null.
    func decodeImageURL(forKey key: Key) throws -> URL? {
        try decodeIfPresent(URL.self, forKey: key)?.upgradedToHTTPS
    }
}
