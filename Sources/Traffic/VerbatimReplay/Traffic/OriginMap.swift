public import VerbatimHAR

/// Local origins that stand in for providers, so that a recording can be made without reaching them.
///
/// The app asks the provider, and the recording says the provider; only the URL handed to the transport is the
/// fake provider's. While there is any, a request to an origin without one is refused: nothing goes out by accident.
public struct OriginMap: Sendable, Hashable {
    /// The local origin of each provider's: `https://itunes.apple.com` -> `http://127.0.0.1:8081`.
    private let locals: [WebOrigin: String]

    /// Creates fake providers.
    ///
    /// - Parameter origins: Local origins by providers' origins, each `scheme://host` or `scheme://host:port`.
    public init(_ origins: [String: String] = [:]) {
        locals = Dictionary(origins.map { (WebOrigin($0), $1.trimmingSlash) }) { first, _ in first }
    }

    /// Whether there is none.
    public var isEmpty: Bool { locals.isEmpty }

    /// The URL to ask instead, or nil when the URL's origin has no fake provider.
    public func local(for url: String) -> String? {
        var parts = URLParts(url)
        guard let local = locals[WebOrigin(parts)] else { return nil }
        let origin = URLParts(local)
        (parts.scheme, parts.host, parts.port) = (origin.scheme, origin.host, origin.port)
        return parts.text
    }

    /// Gives a response the provider's origin back wherever it names the local one as a target.
    ///
    /// - Parameter url: The provider's URL that was asked; its origin goes first when several share a fake provider.
    public func mapBack(_ response: HTTPResponse, to url: String) -> HTTPResponse {
        var response = response
        response.headers.fields = response.headers.fields.map { field in
            guard OriginMap.targetFields.contains(field.name.lowercased()) else { return field }
            return .init(name: field.name, value: mapBack(field.value, to: WebOrigin(url)))
        }
        return response
    }

    /// Fields whose values are URLs a client may go to.
    private static let targetFields: Set = ["location", "content-location", "link", "refresh"]

    private func mapBack(_ value: String, to asked: WebOrigin) -> String {
        let others = locals.keys.filter { $0 != asked }.sorted { $0.text < $1.text }
        let providers = [asked] + others
        return providers.reduce(value) { value, provider in
            guard let local = locals[provider] else { return value }
            return value.replacingOrigin(local, with: provider.text)
        }
    }
}

extension String {
    fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }

    /// Replaces an origin wherever it stands as one: what follows must not belong to its host or port.
    fileprivate func replacingOrigin(_ origin: String, with other: String) -> String {
        var output = ""
        var rest = self[...]
        while let range = rest.firstRange(of: origin) {
            let continues = rest[range.upperBound...].first.map {
                $0.isLetter || $0.isNumber || ".:-@".contains($0)
            }
            output += rest[..<range.lowerBound]
            output += continues == true ? origin[...] : other[...]
            rest = rest[range.upperBound...]
        }
        return output + rest
    }
}
