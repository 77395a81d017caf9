import Services
import Testing
import VerbatimContractTesting
import VerbatimKit

@testable import apis

@Suite struct WeatherTests {
    @Test(.recording("weather/berlin")) func `a recording answers the client of the app`() async throws {
        let service = WeatherService(session: .recorded)
        #expect(try await service.reading(of: "Berlin").celsius == 21.5)
    }

    @Test(arguments: API.weather.scenarios.map(\.name))
    func `each scenario succeeds on its recording`(name: String) async throws {
        let scenario = try #require(API.weather.scenarios.first { $0.name == name })
        try await withRecording("weather/\(name)", matching: API.weather.matching) { session in
            try await scenario.run(ScenarioContext(session: session))
        }
    }
}
