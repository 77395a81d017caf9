// The tests of an app with XCTest: classes and methods that belong to the main actor.
import Foundation
import VerbatimContractTesting
import VerbatimTesting
import XCTest

@MainActor final class ViewModelXCTests: XCTestCase {
    var count = 0

    override func setUp() async throws { try startRecording("weather/berlin", scope: .suite) }

    func testPart() async throws {
        try await withRecording("weather/berlin") { session in
            let model = ForecastModel(session)
            try await model.load()
            count += model.days.count
        }
    }

    func testScenario() async throws {
        try await withRecording(.weather, "berlin") { session in try await ForecastModel(session).load() }
    }

    func testSynchronous() throws {
        try withRecording("weather/berlin") { session in _ = ForecastModel(session) }
    }
}

final class ServiceXCTests: XCTestCase {
    nonisolated(unsafe) var count = 0

    nonisolated override func setUpWithError() throws { try startRecording("weather/berlin") }

    nonisolated func testPart() async throws {
        try await withRecording("weather/berlin") { session in
            count += try await ForecastModel(session).days.count
        }
    }

    @MainActor func testPartOnTheMainActor() async throws {
        try await withRecording("weather/berlin") { session in
            try await ForecastModel(session).load()
            count += 1
        }
    }
}
