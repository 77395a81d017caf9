import Testing
import VerbatimTestSupport
import VerbatimTesting
import XCTest

/// A view model of an app.
@MainActor private final class ViewModel {
    private let session: URLSession
    private(set) var text = ""

    init(_ session: URLSession) { self.session = session }

    func load() async throws { text = try await session.text() }
}

@MainActor @Suite struct MainActorTests {
    @Test func `a test of the main actor creates and changes its objects while a recording is open`()
        async throws
    {
        var texts: [String] = []
        try await withRecording("api/1", in: Fixtures.folder) { session in
            let model = ViewModel(session)
            try await model.load()
            texts.append(model.text)
        }
        #expect(texts == ["1"])
    }

    nonisolated struct Elsewhere {
        @Test func `a test of no actor changes what it declares`() async throws {
            var texts: [String] = []
            try await withRecording("api/1", in: Fixtures.folder) { session in
                texts.append(try await session.text())
            }
            #expect(texts == ["1"])
        }
    }
}

// Classes of the main actor are in `Tests/apple/clients`: on Linux XCTest does not find their synchronous
// tests.
final class MainActorXCTests: XCTestCase {
    @MainActor
    func testATestOfTheMainActorCreatesAndChangesItsObjectsWhileARecordingIsOpen() async throws {
        var texts: [String] = []
        try await withRecording("api/1", in: Fixtures.folder) { session in
            let model = ViewModel(session)
            try await model.load()
            texts.append(model.text)
        }
        XCTAssertEqual(texts, ["1"])
    }
}
