import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

/// The stack that recording and replaying bodies of the greatest depth needs.
@Suite(.enabled(if: StackUse.isComparable)) struct RecordingStackTests {
    @Test(arguments: cases)
    func `deep bodies leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    private static let cases = [
        DeepText.objects(around: #"{"password":"a1b2c3d4e5"}"#),
        DeepText.arrays(around: #"{"token":"a1b2c3d4e5"}"#),
        String(repeating: "<a>", count: 2_000), String(repeating: "%25", count: 2_000),
    ].map { body in
        StackCase("recording \(body.prefix(9))") {
            try withTemporaryFolder { folder in
                let url = folder.appending(path: "api/case.har")
                let response = Outcome.response(
                    HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body)))
                let player = try Player(
                    recording: url, mode: .record, transport: FakeNetwork { _ in response })
                let request = HTTPRequest("POST", "https://a.test/a", body: Data(body.utf8))
                _ = player.outcome(request)
                try player.finish(.succeeded)
                #expect(try Player(recording: url).outcome(request).response?.status == 200)
            }
        }
    }
}
