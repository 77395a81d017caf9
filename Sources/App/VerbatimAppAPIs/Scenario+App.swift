import VerbatimAPI
import VerbatimAppClients

extension UserRegion {
    /// The region of all scenarios, whose requests must not depend on the computer.
    static let unitedStates = UserRegion(country: "US", language: "en")
}

extension Scenario {
    /// Loads an image, and expects the status of an error.
    static func expectStatus(_ status: Int, of url: String, in context: ScenarioContext) async throws {
        let response = try await RESTClient(session: context.session).response(to: RESTRequest(.get, url))
        try require(response.status == status, "status \(status): the response has \(response.status)")
    }
}
