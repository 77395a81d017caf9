// The API of an app, as the articles declare it where types belong to the main actor by default.
import Foundation
import VerbatimAPI
import VerbatimModels
import VerbatimReplay

nonisolated struct Forecast: Codable { var days: [Int] }

extension API {
    nonisolated static let weather = API(
        name: "weather",
        scenarios: [
            Scenario("berlin", "asks for the forecast of a city") { context in
                guard let url = URL(string: "http://api.example/") else { return }
                let forecast = try JSONDecoder().decode(
                    Forecast.self, from: try await context.session.data(from: url).0)
                try Scenario.require(forecast.days.count == 7, "a week")
            }
        ],
        models: [ModelBinding("getForecast", Forecast.self)])
}
