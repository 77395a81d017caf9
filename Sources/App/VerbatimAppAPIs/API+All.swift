public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels

extension API {
    /// All APIs of the app, in the order in which they are listed and recorded.
    public static let all = [googleBooks, iTunes, flickr, reqres]
}

extension UserRegion {
    /// The region of all scenarios, whose requests must not depend on the computer.
    static let unitedStates = UserRegion(country: "US", language: "en")
}

extension ModelBinding {
    /// Binds an operation to the app's images, which are read to their end.
    static func image(_ operation: String) -> ModelBinding {
        ModelBinding(operation, statuses: 200...200, model: "\(DownloadedImage.self)") { body in
            do throws(ImageError) {
                _ = try DownloadedImage(body)
                return []
            } catch {
                return [ModelFailure(found: "\(error)", expected: "a whole image")]
            }
        }
    }
}

extension Scenario {
    /// Loads an image, and expects the status of an error.
    static func expectStatus(_ status: Int, of url: String, in context: ScenarioContext) async throws {
        let response = try await RESTClient(session: context.session).response(to: RESTRequest(.get, url))
        try require(response.status == status, "status \(status): the response has \(response.status)")
    }

    /// Creates scenarios in which a provider fails, as only its fake does on request.
    ///
    /// - Parameters:
    ///   - faults: The names of the scenarios, each with the fault of the provider (`google-books=429`), the
    ///     status that it gives every response, and a summary.
    ///   - requests: Requests as the app sends them.
    static func failures(
        _ faults: [(name: String, fault: String, status: Int, summary: String)], requests: [RESTRequest]
    ) -> [Scenario] {
        faults.map { name, fault, status, summary in
            Scenario(
                name, summary, fakeEnvironment: ["VERBATIM_FAKE": fault], refusals: [status]
            ) { context in
                let client = RESTClient(session: context.session)
                for request in requests {
                    let response = try await client.response(to: request)
                    try require(response.status == status, "status \(status); it is \(response.status)")
                }
            }
        }
    }
}
