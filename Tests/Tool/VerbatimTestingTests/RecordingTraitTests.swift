import Foundation
import Testing

@testable import VerbatimTesting

@Suite struct `Tests with a recording` {
    @Test(.recording("api/7", in: Fixtures.folder))
    func `are answered from it`() async throws {
        #expect(try await URLSession.recorded.text() == "7")
    }

    @Test(.recording(in: Fixtures.folder))
    func `finds it by the name of the test`() async throws {
        #expect(try await URLSession.recorded.text() == "named")
    }

    @Test(.recording("api/8", in: Fixtures.folder))
    func `are answered in sessions of their own making`() async throws {
        #expect(try await URLSession(configuration: .recorded).text() == "8")
    }

    @Test(arguments: 0..<200)
    func `have one an argument, side by side`(number: Int) async throws {
        try await withRecording("api/\(number)", in: Fixtures.folder) { session in
            let text = try await session.text()
            #expect(text == "\(number)")
        }
    }

    @Suite(.recording("api/9", in: Fixtures.folder)) struct `in a suite with one` {
        @Test func `are answered from the suite's`() async throws {
            #expect(try await URLSession.recorded.text() == "9")
        }

        @Test(.recording("api/10", in: Fixtures.folder))
        func `are answered from their own before the suite's`() async throws {
            _ = try await URLSession.recorded.text()
        }
    }
}
