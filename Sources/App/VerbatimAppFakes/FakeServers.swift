public import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimServer

/// The running fake providers, one server on 127.0.0.1 for each host.
///
/// They respond as the providers do, as far as recordings show it, with the contents of a small catalogue.
/// The same request always gets the same bytes, except for the header `Date`.
///
/// Unlike the providers, they use neither TLS nor compression, accept every API key of the right format,
/// replace the current time by a fixed one, and serve small images regardless of the requested size.
public final class FakeServers: Sendable {
    /// The origin of the fake provider for each origin of a provider, for both `https` and `http`.
    ///
    /// For example, `https://itunes.apple.com` is mapped to `http://127.0.0.1:49152`.
    public let origins: [String: String]

    private let servers: [HTTPServer]

    private init(_ servers: [(host: String, server: HTTPServer)]) {
        self.servers = servers.map(\.server)
        origins = Dictionary(
            uniqueKeysWithValues: servers.flatMap { host, server in
                ["https://\(host)", "http://\(host)"].map { ($0, server.origin) }
            })
    }

    deinit { stop() }

    /// The environment variable that names a folder with another catalogue, as of another day: `books.json`,
    /// `photos.json`, `store-items.json` and `users.json`.
    public static let catalogueVariable = "VERBATIM_FAKE_CATALOGUE"

    /// Starts all fake providers, with the faults and the catalogue that environment variables name.
    ///
    /// - Throws: ``FaultPlanError`` if the faults cannot be read, and the errors of
    ///   ``start(_:providers:catalogue:)``.
    public static func start(in environment: [String: String]) throws -> FakeServers {
        let folder = environment[catalogueVariable] ?? ""
        return try start(
            FaultPlan(parsing: environment[FaultPlan.environmentVariable] ?? ""),
            catalogue: folder.isEmpty ? nil : URL(filePath: folder))
    }

    /// Starts fake providers.
    ///
    /// - Parameter catalogue: A folder with another catalogue than that of this module.
    /// - Throws: ``CatalogueError`` if the catalogue cannot be read, or `ServerError` if a server cannot be
    ///   started.
    public static func start(
        _ plan: FaultPlan = FaultPlan(), providers: [FakeProvider] = FakeProvider.all, catalogue: URL? = nil
    ) throws -> FakeServers {
        var servers: [(host: String, server: HTTPServer)] = []
        for provider in providers {
            let (api, faults) = (
                try provider.api.init(Catalogue(folder: catalogue)), plan.faults[provider] ?? []
            )
            for name in provider.hosts + provider.imageHosts {
                let host = FakeHost(name: name, provider: provider, api: api, faults: faults)
                servers.append((name, try HTTPServer.start { $1(host.response(to: $0)) }))
            }
        }
        return FakeServers(servers)
    }

    /// Stops all servers; does nothing if they are stopped already.
    public func stop() {
        for server in servers { server.stop() }
    }
}

/// A host of a provider: returns the responses of the fake provider, changed by the planned faults.
private struct FakeHost {
    let name: String
    let provider: FakeProvider
    let api: any FakeAPI
    let faults: Set<Fault>

    func response(to httpRequest: HTTPRequest) -> ServerResponse {
        var request = FakeRequest(httpRequest, host: name)
        if faults.contains(.jsonp) { request.removeQueryItem("nojsoncallback") }
        let correct = api.response(to: request)
        if correct.isImage || provider.imageHosts.contains(name) {
            return ServerResponse(imageResponse(correct, to: request))
        }
        let response = redirect(of: request) ?? errorResponse ?? changed(correct)
        return delivery(of: api.write(response, to: request))
    }

    private func redirect(of request: FakeRequest) -> FakeResponse? {
        if faults.contains(.redirect), !request.isRedirected {
            return .redirect(to: FakeRequest.redirectPrefix + request.target)
        }
        if faults.contains(.redirectToOtherHost), name == provider.hosts[0] {
            return .redirect(to: "https://\(provider.hosts[1])\(request.target)")
        }
        return nil
    }

    private var errorResponse: FakeResponse? {
        if faults.contains(.emptyForbidden) { return .empty(403) }
        if faults.contains(.notFoundPage) { return .page(404, "Not Found") }
        return Fault.allCases.lazy.filter(faults.contains).compactMap { provider.errors[$0] }.first
    }

    private func imageResponse(_ image: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        if faults.contains(.missingImage) { return api.write(.page(404, "Not Found"), to: request) }
        var response = api.write(image, to: request)
        if faults.contains(.brokenImage) { response.body = .text(HTMLPage.text(200, "Sign in")) }
        return response
    }

    private func changed(_ response: FakeResponse) -> FakeResponse {
        guard case .json(let value, let status) = response, status < 300 else { return response }
        if faults.contains(.htmlForJSON) { return .page(status, "We have moved") }
        return .json(changed(value), status: faults.contains(.newStatus) ? 202 : status)
    }

    /// The name of the property that no contract knows.
    private static let newKey = "isNewHere"

    private func changed(_ value: JSONValue) -> JSONValue {
        let fields = provider.mutableFields
        var value = value
        if faults.contains(.otherDateFormat) {
            value = value.changing(fields.dates) { $0.string.map { .string(fields.reformatDate($0)) } ?? $0 }
        }
        if faults.contains(.stringForNumber) {
            value = value.changing(fields.numbers) { $0.number.map { .string($0.text) } ?? $0 }
        }
        if faults.contains(.nullForValue) { value = value.changing(fields.values) { _ in .null } }
        if faults.contains(.newKey) { value = value.adding(Self.newKey, besides: fields.values) }
        if faults.contains(.droppedKey) { value = value.changing(fields.values) { _ in nil } }
        return value
    }

    private func delivery(of response: HTTPResponse) -> ServerResponse {
        var delivery = ServerResponse(response)
        if faults.contains(.slow) { delivery.delay = .seconds(1) }
        if case .data(let body) = response.body {
            if faults.contains(.truncated) { delivery.ending = .closed(afterBody: body.count / 2) }
            if faults.contains(.reset) { delivery.ending = .reset(afterBody: body.count / 2) }
        }
        if faults.contains(.silent) { delivery.ending = .silence }
        return delivery
    }
}

extension JSONValue {
    /// Returns a copy in which the properties with one of the names are changed, at any depth, or removed if
    /// the change returns nil.
    fileprivate func changing(_ names: [String], _ change: (JSONValue) -> JSONValue?) -> JSONValue {
        switch self {
        case .array(let elements): .array(elements.map { $0.changing(names, change) })
        case .object(let object):
            JSONValue(
                members: object.members.map { name, value in
                    (name, names.contains(name) ? change(value) : value.changing(names, change))
                })
        default: self
        }
    }

    /// Returns a copy in which each object with a property of these names has another property, at any depth.
    fileprivate func adding(_ name: String, besides names: [String]) -> JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map { $0.adding(name, besides: names) })
        case .object(let object):
            let members = object.members.map { ($0.name, $0.value.adding(name, besides: names)) }
            let isNew = members.contains { names.contains($0.0) }
            return JSONValue(members: members + (isNew ? [(name, .bool(true))] : []))
        default: return self
        }
    }
}
