// The tests of an app with Swift Testing: a view model that belongs to the main actor.
import Foundation
import Testing
import VerbatimContractTesting
import VerbatimTesting

@MainActor final class ForecastModel {
    let session: URLSession
    var days: [Int] = []

    init(_ session: URLSession) { self.session = session }

    func load() async throws {
        guard let url = URL(string: "http://api.example/") else { return }
        days = try JSONDecoder().decode(Forecast.self, from: try await session.data(from: url).0).days
    }
}

@MainActor struct ForecastModelTests {
    @Test(.recording("weather/berlin", keeping: .contract)) func `the recorded session`() async throws {
        let model = ForecastModel(.recorded)
        try await model.load()
        #expect(model.days.count == 7)
    }

    @Test func `a part of a test`() async throws {
        var count = 0
        try await withRecording("weather/berlin") { session in
            let model = ForecastModel(session)
            try await model.load()
            count += model.days.count
        }
        #expect(count == 7)
    }

    @Test func `a scenario`() async throws {
        try await withRecording(.weather, "berlin") { session in
            try await ForecastModel(session).load()
        }
    }
}

struct IsolatedNowhereTests {
    @Test func `a part of a test`() async throws {
        var count = 0
        try await withRecording("weather/berlin") { session in
            count += try await ForecastModel(session).days.count
        }
        #expect(count == 0)
    }
}
