import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimDrift

/// The stack that a comparison of bodies of the greatest depth needs.
@Suite(.enabled(if: StackUse.isComparable)) struct DriftStackTests {
    @Test(arguments: cases)
    func `deep bodies leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    private static let cases = [
        (DeepText.arrays(around: "1"), DeepText.arrays(around: "\"\"")),
        (DeepText.objects(), DeepText.objects(around: "true")),
        (DeepText.objects(), DeepText.arrays()),
    ].map { old, new in
        StackCase("\(old.prefix(9)) \(new.prefix(9))") {
            func recording(_ body: String) -> [Interaction] {
                [
                    Interaction(
                        HTTPRequest("GET", "https://a.test/a"),
                        .response(HTTPResponse(200, body: .text(body))),
                        location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.json"))
                ]
            }
            #expect(!RecordingComparison(recording(old), recording(new), api: "a").changes().isEmpty)
        }
    }
}
