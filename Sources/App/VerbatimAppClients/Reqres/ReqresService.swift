public import Foundation

/// The users of reqres.in: how a service is written on ``RESTClient`` alone.
///
/// https://reqres.in
public struct ReqresService: Sendable {
    private let client: RESTClient
    private let apiKey: String?
    private let baseURL: String

    /// Creates a service that loads on a session; the public service asks for a key since 2025.
    public init(session: URLSession, apiKey: String? = nil, baseURL: String = "https://reqres.in/api") {
        client = RESTClient(session: session)
        self.apiKey = apiKey
        self.baseURL = baseURL
    }

    /// Lists a page of users, from 1.
    public func users(page: Int) async throws(RESTError) -> ReqresUserPage {
        let query = [URLQueryItem(name: "page", value: String(page))]
        return try await response(to: request(.get, "users", query: query)).decoded(by: Self.makeDecoder())
    }

    /// Reads one user.
    ///
    /// - Throws: ``RESTError/clientError(_:)`` with status 404 when there is no such user.
    public func user(id: Int) async throws(RESTError) -> ReqresUser {
        try await response(to: request(.get, "users/\(id)"))
            .decoded(as: ReqresUserEnvelope.self, by: Self.makeDecoder()).user
    }

    /// Creates a user.
    public func createUser(name: String, job: String) async throws(RESTError) -> ReqresCreatedUser {
        let body = RESTBody.parameters(["name": .string(name), "job": .string(job)])
        return try await response(to: request(.post, "users", body: body)).decoded(by: Self.makeDecoder())
    }

    /// Loads the picture of a user.
    public func avatar(of user: ReqresUser) async throws(RESTError) -> Data {
        try await client.data(from: user.avatar)
    }

    /// Makes the decoder of everything reqres.in answers; dates are `2022-12-21T14:39:02.669Z`.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .strict(PublishedDatePattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"))
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
