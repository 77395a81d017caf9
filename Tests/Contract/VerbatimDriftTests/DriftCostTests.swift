import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimDrift

/// The costs of comparing recordings, by every size that they control.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct DriftCostTests {
    @Test(arguments: cases)
    func `the cost of a comparison grows with the recordings`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    /// Two recordings.
    private struct Pair: Sendable {
        let old: [Interaction]
        let new: [Interaction]
    }

    private static func compare(
        _ name: String, _ recording: @escaping @Sendable (_ size: Int, _ isNew: Bool) -> [Interaction]
    ) -> CostCase {
        CostCase(name) {
            Pair(old: recording($0, false), new: recording($0, true))
        } work: { pair in
            _ = RecordingComparison(pair.old, pair.new, api: "a").changes()
        }
    }

    private static func interaction(
        _ path: String = "a", headers: HeaderFields = [:], _ body: String = "{}"
    ) -> Interaction {
        Interaction(
            HTTPRequest("GET", "https://a.test/" + path),
            .response(HTTPResponse(200, headers: headers, body: .text(body))),
            location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.json"))
    }

    static let cases = [
        compare("interactions") { n, isNew in
            (0..<n).map { interaction("p\(isNew ? n - $0 : $0)") }
        },
        compare("interactions with other queries") { n, isNew in
            (0..<n).map { interaction("p\($0)?q=\(isNew)") }
        },
        compare("interactions with the same request") { n, _ in (0..<n).map { _ in interaction() } },
        compare("headers") { n, isNew in
            let fields = (0..<n).map { HeaderFields.Field(name: "\(isNew ? "n" : "m")\($0)", value: "1") }
            return [interaction(headers: HeaderFields(fields))]
        },
        compare("properties") { n, isNew in
            [interaction("{" + n.texts { "\"n\($0)\": \(isNew ? "1" : "\"a\"")" } + "}")]
        },
        compare("elements") { n, isNew in
            [interaction("[" + n.texts { "{\"n\(isNew ? $0 : $0 + n)\": \($0)}" } + "]")]
        },
        compare("strings") { n, isNew in
            [interaction("[" + n.texts { "\"\(isNew ? "v" : "w")\($0)\"" } + "]")]
        },
    ]
}
