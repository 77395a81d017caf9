import Services
import VerbatimKit

extension API {
    /// The API of the weather service, with one scenario.
    static let weather = API(
        name: "weather",
        scenarios: [
            Scenario("berlin", "asks for the temperature in Berlin") { context in
                let reading = try await WeatherService(session: context.session).reading(of: "Berlin")
                try Scenario.require(reading.celsius > -90, "temperature")
            }
        ],
        models: [ModelBinding("GET /v1/now", WeatherService.Reading.self)])
}
