import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimInference

/// Inference from recordings of which only some entries are in memory.
@Suite struct StreamedTrafficTests {
    private static func stream(_ files: [URL]) async throws -> StreamedTraffic {
        var traffic = StreamedTraffic()
        for file in files {
            let stream = try ArchiveStream(contentsOf: file, large: 0)
            traffic.append(
                try await StreamedTraffic.outline(of: stream, { _ in }, into: { _ in }), of: stream)
        }
        return traffic
    }

    @Test(arguments: ["flickr", "google-books", "itunes", "reqres"])
    func `a contract does not depend on whether the traffic is in memory`(_ api: String) async throws {
        let folder = PackageFolder.frozen("Recordings/\(api)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".har") }.sorted().map { folder.appending(path: $0) }
        let interactions = try files.flatMap { try Archive(contentsOf: $0).interactions }
        let streamed = try await Self.stream(files)
        #expect(streamed.count == interactions.count)

        let inference = ContractInference()
        let expected = try inference.contract(file: "\(api).json", from: interactions)
        let inferred = try inference.contract(file: "\(api).json", from: streamed)
        #expect(inferred.text == expected.text)
        #expect(inferred.edits == expected.edits)
        #expect(inferred.responses == expected.responses)
        #expect(inferred.unresolved == expected.unresolved)

        let (selected, others) = TrafficSelection().select(from: streamed)
        let fromMemory = TrafficSelection().select(from: interactions)
        #expect(selected.map(\.location) == fromMemory.selected.map(\.location))
        #expect(others == fromMemory.others)
    }

    /// Writes a recording whose objects are of two kinds.
    private static func writeKinds(to file: URL) throws {
        let bodies = (0..<8).map { number in
            number % 2 == 0
                ? #"{"type": "card", "id": \#(number), "brand": "visa"}"#
                : #"{"type": "iban", "id": \#(number), "country": {"code": "DE"}}"#
        }
        try Archive(Traffic.responses(bodies)).selfContainedHAR().write(to: file)
    }

    @Test func `the kinds of objects are found in what is read again`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "kinds.har")
            try Self.writeKinds(to: file)
            let (inference, interactions) = (ContractInference(), try Archive(contentsOf: file).interactions)
            let expected = try inference.contract(file: Traffic.file, from: interactions).text
            let inferred = try inference.contract(file: Traffic.file, from: try await Self.stream([file]))
            #expect(inferred.text == expected)
            #expect(expected.contains(#""discriminator""#))
        }
    }

    @Test func `a recording that changes meanwhile is an error`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "kinds.har")
            try Self.writeKinds(to: file)
            let traffic = try await Self.stream([file])
            try Data("{}".utf8).write(to: file)
            let error = #expect(throws: ContractError.self) {
                try ContractInference().contract(file: Traffic.file, from: traffic)
            }
            #expect(error?.description.contains("it was modified while it was open") == true)
        }
    }
}
