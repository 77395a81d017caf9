import Foundation
import VerbatimAppFakes

/// Asks a fake provider for one of a provider's URLs, without the help of a recorder.
struct Asker {
    let originMap: FakeProviders

    init(_ behaviour: FaultPlan = FaultPlan()) throws {
        originMap = try FakeProviders.start(behaviour)
    }

    /// - Parameter url: The provider's URL.
    func ask(_ url: String, method: String = "GET", json: String? = nil) async throws -> Reply {
        var request = URLRequest(url: try local(url))
        request.httpMethod = method
        if let json {
            request.httpBody = Data(json.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Reply(response: response, body: body)
    }

    private func local(_ url: String) throws -> URL {
        for (origin, local) in originMap.origins where url.hasPrefix(origin + "/") {
            if let url = URL(string: local + url.dropFirst(origin.count)) { return url }
        }
        throw URLError(.unsupportedURL)
    }

    struct Reply {
        var response: HTTPURLResponse
        var body: Data

        var status: Int { response.statusCode }
        var text: String { String(decoding: body, as: UTF8.self) }
        subscript(name: String) -> String? { response.value(forHTTPHeaderField: name) }
    }
}

/// A session without cache or cookies.
private let session = URLSession(configuration: .ephemeral)
