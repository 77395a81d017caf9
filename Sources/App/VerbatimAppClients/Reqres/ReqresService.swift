public import Foundation

/// A client of reqres.in, as an example of a service built directly on ``RESTClient``.
///
/// https://reqres.in
public struct ReqresService: Sendable {
    private let client: RESTClient
    private let apiKey: String?
    private let baseURL: String

    /// Creates a service that loads on a session; reqres.in has required an API key since 2025.
    public init(session: URLSession, apiKey: String? = nil, baseURL: String = "https://reqres.in/api") {
        client = RESTClient(session: session)
        self.apiKey = apiKey
        self.baseURL = baseURL
    }

    /// Returns a page of users; the first page is 1.
    public func users(page: Int) async throws(RESTError) -> ReqresUserPage {
        let query = [URLQueryItem(name: "page", value: String(page))]
        return try await response(to: request(.get, "users", query: query)).decoded(by: Self.makeDecoder())
    }

    /// Returns one user.
    ///
    /// - Throws: ``RESTError/clientError(_:)`` with status 404 if the user does not exist.
    public func user(id: Int) async throws(RESTError) -> ReqresUser {
        try await response(to: request(.get, "users/\(id)"))
            .decoded(as: ReqresUserEnvelope.self, by: Self.makeDecoder()).user
    }

    /// Creates a user.
    public func createUser(name: String, job: String) async throws(RESTError) -> ReqresCreatedUser {
        let body = RESTBody.parameters(["name": .string(name), "job": .string(job)])
        return try await response(to: request(.post, "users", body: body)).decoded(by: Self.makeDecoder())
    }

    /// Loads the avatar of a user.
    public func avatar(of user: ReqresUser) async throws(RESTError) -> Data {
        try await client.data(from: user.avatar)
    }

    /// Makes the decoder for all responses of reqres.in; dates are written as `2022-12-21T14:39:02.669Z`.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .strict(StrictDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"))
        return decoder
    }

    private func request(
        _ method: RESTMethod, _ path: String, query: [URLQueryItem] = [], body: RESTBody? = nil
    ) -> RESTRequest {
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["X-Api-Key"] = apiKey
        return RESTRequest(method, "\(baseURL)/\(path)", query: query, headers: headers, body: body)
    }

    private func response(to request: RESTRequest) async throws(RESTError) -> RESTResponse {
        try await client.response(to: request).successful()
    }
}
