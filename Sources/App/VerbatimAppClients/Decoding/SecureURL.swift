import Foundation

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
