import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimInference

/// Inference from traffic that is read in parts: on several cores, or by shares that exchange what they find.
@Suite struct DividedInferenceTests {
    /// Reads each recording by itself, and hands on what was written of it to a file.
    private final class Shares: SharedReading {
        let isWaiting = false

        func facts<Facts: TrafficFacts & Sendable>(of recordings: Int, _ read: (Int) -> Facts) -> [Facts]? {
            let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
            if let key = CodingUserInfoKey.rules {
                decoder.userInfo[key] = Dictionary(uniqueKeysWithValues: Rule.all.map { ($0.id, $0) })
            }
            do {
                return try (0..<recordings).map {
                    try decoder.decode([Facts].self, from: encoder.encode([read($0)]))[0]
                }
            } catch {
                Issue.record(error)
                return nil
            }
        }
    }

    /// Expects the same result of interactions however they are divided.
    private func expectSame(
        _ interactions: [Interaction], update contract: String? = nil, seed: UInt64,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        var random = SeededGenerator(seed: seed)
        var recordings: [[Interaction]] = [[]]
        for interaction in interactions {
            if Int.random(in: 0..<3, using: &random) == 0 { recordings.append([]) }
            recordings[recordings.count - 1].append(interaction)
        }
        var shared = StreamedTraffic(recordings: recordings)
        shared.shares = Shares()
        var parts = StreamedTraffic(interactions)
        parts.partSize = Int.random(in: 1...4, using: &random)
        let whole = try infer(StreamedTraffic(interactions), contract)
        for traffic in [shared, parts] {
            let divided = try infer(traffic, contract)
            #expect(divided.text == whole.text, "seed \(seed)", sourceLocation: sourceLocation)
            #expect(divided.edits == whole.edits, "seed \(seed)", sourceLocation: sourceLocation)
            #expect(divided.unresolved == whole.unresolved, sourceLocation: sourceLocation)
            #expect(divided.warnings == whole.warnings, sourceLocation: sourceLocation)
            #expect(divided.proposals == whole.proposals, sourceLocation: sourceLocation)
            #expect(divided.decisions == whole.decisions, sourceLocation: sourceLocation)
            #expect(
                divided.responses.map(\.count) == whole.responses.map(\.count), sourceLocation: sourceLocation
            )
        }
    }

    private func infer(_ traffic: StreamedTraffic, _ contract: String?) throws -> InferredContract {
        guard let contract else { return try ContractInference().contract(file: Traffic.file, from: traffic) }
        return try ContractInference().update(
            try Contract(parsing: Data(contract.utf8), file: Traffic.file), with: traffic)
    }

    @Test(arguments: ["flickr", "reqres"] + (TestEffort.isExhaustive ? ["google-books", "itunes"] : []))
    func `recordings that are read apart give the same contract`(_ api: String) throws {
        let folder = PackageFolder.frozen("Recordings/\(api)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".har") }.sorted().map { folder.appending(path: $0) }
        let interactions = try files.flatMap { try Archive(contentsOf: $0).interactions }
        try expectSame(interactions, seed: 1)
        // The contract of half of the traffic has to be widened, and gets statuses and operations.
        let half = Array(interactions.prefix(interactions.count / 2))
        let contract = try infer(StreamedTraffic(half), nil).text
        try expectSame(interactions, update: contract, seed: 2)
    }

    @Test(arguments: 1...UInt64(TestEffort.count(5, of: 150)))
    func `any traffic that is read apart gives the same contract`(seed: UInt64) throws {
        var random = RandomTraffic(seed: seed)
        var interactions = Traffic.responses(random.bodies(2...9).map { $0.text(.compact) })
        interactions += Traffic.responses(
            random.bodiesWithKinds().map { $0.text(.compact) },
            to: "https://api.shop.test/orders?page=1&sort=a")
        let events = random.bodies(2...6).enumerated().map { number, body in
            "event: kind\(number % 2)\ndata: \(body.text(.compact))\n\n"
        }
        interactions += Traffic.responses(
            events, to: "https://api.shop.test/events", type: "text/event-stream")
        for (number, body) in random.bodies(4...8).enumerated() {
            let path = ["users/u\(1000 + number)", "users/u\(1000 + number)/pets", "status"][number % 3]
            interactions += Traffic.responses(
                [body.text(.compact)], to: "https://api.shop.test/\(path)",
                status: number % 4 == 3 ? 404 : 200)
        }
        interactions = random.shuffled(interactions)
        try expectSame(interactions, seed: seed)
        let contract = try infer(StreamedTraffic(Array(interactions.prefix(3))), nil).text
        try expectSame(interactions, update: contract, seed: seed)
    }
}
