public import Foundation

/// A list of users, whom an app may create, change and delete.
public protocol UsersService: RemoteService {
    /// Lists all users, in pages of six.
    func users() -> PageSequence<ReqresUser, RESTError>

    /// Returns one user.
    ///
    /// - Throws: ``RESTError/clientError(_:)`` with status 404 if the user does not exist.
    func user(id: Int) async throws(RESTError) -> ReqresUser

    /// Creates a user.
    func createUser(name: String, job: String) async throws(RESTError) -> ReqresCreatedUser

    /// Replaces the name and the job of a user.
    func replaceUser(id: Int, name: String, job: String) async throws(RESTError) -> ReqresUpdatedUser

    /// Changes the job of a user.
    func updateUser(id: Int, job: String) async throws(RESTError) -> ReqresUpdatedUser

    /// Deletes a user.
    func deleteUser(id: Int) async throws(RESTError)

    /// Loads the avatar of a user.
    func avatar(of user: ReqresUser) async throws(RESTError) -> DownloadedImage
}

/// A client of reqres.in, as an example of a service built directly on ``RESTClient``.
///
/// https://reqres.in
public final class ReqresService: UsersService {
    private let client: RESTClient
    private let apiKey: String?
    private let baseURL: String
    private let requests = TaskRegistry()

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

    /// Lists all users, in pages of six.
    public func users() -> PageSequence<ReqresUser, RESTError> {
        PageSequence(startingAt: 1) { [self] (number) async throws(RESTError) in
            let page = try await users(page: number)
            return ListPage(page.users, total: page.total, next: number < page.totalPages ? number + 1 : nil)
        }
    }

    /// Returns one user.
    public func user(id: Int) async throws(RESTError) -> ReqresUser {
        try await response(to: request(.get, "users/\(id)"))
            .decoded(as: ReqresUserEnvelope.self, by: Self.makeDecoder()).user
    }

    /// Creates a user.
    public func createUser(name: String, job: String) async throws(RESTError) -> ReqresCreatedUser {
        let body = RESTBody.parameters(["name": .string(name), "job": .string(job)])
        return try await response(to: request(.post, "users", body: body)).decoded(by: Self.makeDecoder())
    }

    /// Replaces the name and the job of a user.
    public func replaceUser(id: Int, name: String, job: String) async throws(RESTError) -> ReqresUpdatedUser {
        let body = RESTBody.parameters(["name": .string(name), "job": .string(job)])
        return try await response(to: request(.put, "users/\(id)", body: body))
            .decoded(by: Self.makeDecoder())
    }

    /// Changes the job of a user.
    public func updateUser(id: Int, job: String) async throws(RESTError) -> ReqresUpdatedUser {
        try await response(to: request(.patch, "users/\(id)", body: .parameters(["job": .string(job)])))
            .decoded(by: Self.makeDecoder())
    }

    /// Deletes a user.
    public func deleteUser(id: Int) async throws(RESTError) {
        _ = try await response(to: request(.delete, "users/\(id)"))
    }

    /// Loads the avatar of a user.
    public func avatar(of user: ReqresUser) async throws(RESTError) -> DownloadedImage {
        try await requests.run { [client] () async throws(RESTError) in
            try await client.image(from: user.avatar)
        }
    }

    /// The requests in progress.
    public var activity: RequestActivity { client.activity }

    /// Cancels all requests in progress.
    public func cancel() { requests.cancelAll() }

    /// Makes the decoder for all responses of reqres.in; dates are written as `2022-12-21T14:39:02.669Z`.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .strict(dateFormat)
        return decoder
    }

    /// Makes the encoder whose output the decoder reads.
    public static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .strict(dateFormat)
        return encoder
    }

    private static let dateFormat = StrictDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")

    private func request(
        _ method: RESTMethod, _ path: String, query: [URLQueryItem] = [], body: RESTBody? = nil
    ) -> RESTRequest {
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["X-Api-Key"] = apiKey
        return RESTRequest(method, "\(baseURL)/\(path)", query: query, headers: headers, body: body)
    }

    private func response(to request: RESTRequest) async throws(RESTError) -> RESTResponse {
        try await requests.run { [client] () async throws(RESTError) in
            try await client.response(to: request).successful()
        }
    }
}
