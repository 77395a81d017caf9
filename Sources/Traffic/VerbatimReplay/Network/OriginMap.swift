public import VerbatimHAR

/// A map from the origins of providers to those of local fake providers.
///
/// The app sends requests to the provider, and the recording names the provider; only the transport gets the
/// URL of the fake provider. If the map is not empty, requests to any other origin fail: nothing reaches the
/// network by accident.
public struct OriginMap: Sendable, Hashable {
    /// The fake provider's origin for each provider's: `https://itunes.apple.com` -> `http://127.0.0.1:8081`.
    private let fakes: [String: String]

    /// Creates a map of local origins by those of providers, each `scheme://host` or `scheme://host:port`.
    public init(_ origins: [String: String] = [:]) {
        fakes = Dictionary(origins.map { (URLParts($0).webOrigin, $1.trimmingSlash) }) { first, _ in first }
    }

    /// Whether the map has no origins.
    public var isEmpty: Bool { fakes.isEmpty }

    /// Returns the URL at the fake provider, or nil if the origin of the URL has none.
    public func fakeURL(for url: String) -> String? {
        var parts = URLParts(url)
        guard let fake = fakes[parts.webOrigin] else { return nil }
        let origin = URLParts(fake)
        (parts.scheme, parts.host, parts.port) = (origin.scheme, origin.host, origin.port)
        return parts.text
    }

    /// Returns a response of a fake provider in which header fields name the providers instead. If several
    /// share the fake provider, the origin of the request's URL takes precedence.
    public func restoringOrigins(in response: HTTPResponse, of url: String) -> HTTPResponse {
        var response = response
        response.headers.fields = response.headers.fields.map { field in
            guard OriginMap.urlFields.contains(field.name.lowercased()) else { return field }
            return .init(
                name: field.name,
                value: restoringOrigins(in: field.value, preferring: URLParts(url).webOrigin))
        }
        return response
    }

    /// The fields whose values are URLs that a client may request.
    private static let urlFields: Set = ["location", "content-location", "link", "refresh"]

    private func restoringOrigins(in value: String, preferring requested: String) -> String {
        let others = fakes.keys.filter { $0 != requested }.sorted()
        return ([requested] + others).reduce(value) { value, provider in
            guard let fake = fakes[provider] else { return value }
            return value.replacingOrigin(fake, with: provider)
        }
    }
}

extension String {
    fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }

    /// Replaces an origin wherever it is complete: the next character does not continue its host or port.
    fileprivate func replacingOrigin(_ origin: String, with replacement: String) -> String {
        var output = ""
        var rest = self[...]
        while let range = rest.firstRange(of: origin) {
            let continues = rest[range.upperBound...].first.map {
                $0.isLetter || $0.isNumber || ".:-@".contains($0)
            }
            output += rest[..<range.lowerBound]
            output += continues == true ? origin[...] : replacement[...]
            rest = rest[range.upperBound...]
        }
        return output + rest
    }
}
