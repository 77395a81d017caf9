import Services
import Testing
import Verbatim
import VerbatimTesting

@Suite struct WeatherTests {
    @Test(.recording("weather/berlin")) func `a recording answers the client of the app`() async throws {
        let service = WeatherService(session: .recorded)
        #expect(try await service.reading(of: "Berlin").celsius == 21.5)
    }

    @Test func `one import binds an API`() {
        let api = API(
            name: "weather", title: "Weather", secrets: [Secret("key", in: [.query])], scenarios: [],
            models: [])
        #expect(api.name == "weather")
    }
}
