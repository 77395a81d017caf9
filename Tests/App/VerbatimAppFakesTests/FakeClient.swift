import Foundation
import VerbatimAppFakes
import VerbatimTestSupport

/// A client that sends requests for a provider's URLs to the running fake providers.
struct FakeClient {
    let fakes: FakeServers

    init(_ plan: FaultPlan = FaultPlan()) throws {
        fakes = try FakeServers.start(plan)
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - url: The provider's URL.
    ///   - headers: The headers, by default with the key that reqres.in requires.
    func send(
        _ url: String, method: String = "GET", headers: [String: String] = ["X-Api-Key": "key"],
        json: String? = nil
    ) async throws -> Response {
        var request = URLRequest(url: try localURL(url))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        if let json {
            request.httpBody = Data(json.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Response(http: response, body: body)
    }

    private func localURL(_ url: String) throws -> URL {
        for (origin, local) in fakes.origins where url.hasPrefix(origin + "/") {
            if let url = URL(string: local + url.dropFirst(origin.count)) { return url }
        }
        throw URLError(.unsupportedURL)
    }

    struct Response {
        var http: HTTPURLResponse
        var body: Data

        var status: Int { http.statusCode }
        var text: String { String(decoding: body, as: UTF8.self) }
        subscript(name: String) -> String? { http.value(forHTTPHeaderField: name) }
    }
}

/// A session without cache or cookies.
private let session = URLSession.unrecorded()
