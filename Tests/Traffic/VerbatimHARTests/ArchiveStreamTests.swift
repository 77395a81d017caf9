import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimHAR

/// Recordings of which some entries are read at a time.
@Suite struct ArchiveStreamTests {
    /// Writes an archive of another tool with some entries, of which one is damaged.
    private func archive(_ count: Int, in folder: URL) throws -> URL {
        let entries = (0..<count).map { number in
            number == 3
                ? #"{"request": 3}"#
                : """
                {"startedDateTime": "2026-11-2\(number % 10)T00:00:00Z", "time": 1,
                 "request": {"method": "GET", "url": "https://a.test/\(number)", "headers": []},
                 "response": {"status": 200, "headers": [],
                 "content": {"mimeType": "text/plain", "text": "\(number)"}}}
                """
        }
        let text = """
            {"log": {"version": "1.2", "creator": {"name": "other"}, "_origin": "imported",
            "entries": [\(entries.joined(separator: ",\n"))], "comment": "\\u0021"}}
            """
        let file = folder.appending(path: "traffic.har")
        try Data(text.utf8).write(to: file)
        return file
    }

    @Test(arguments: [0, .max])
    func `groups of entries are the whole archive`(large: Int) throws {
        try withTemporaryFolder { folder in
            let file = try archive(10, in: folder)
            let whole = try Archive(contentsOf: file, isLenient: true)
            let stream = try ArchiveStream(contentsOf: file, isLenient: true, large: large)
            let groups = try [0..<2, 2..<7, 7..<10].map { try stream.archive(of: $0) }
            #expect(stream.count == 10)
            #expect(groups.map(\.interactions.count) == [2, 4, 3])
            #expect(
                groups.flatMap(\.interactions).map(\.request.url) == whole.interactions.map(\.request.url))
            #expect(groups.flatMap(\.interactions).map(\.location) == whole.interactions.map(\.location))
            #expect(groups.flatMap(\.losses) == whole.losses)
            let lost = groups.flatMap(\.losses).filter { if case .entry = $0.kind { true } else { false } }
            #expect(lost.map(\.location.entry) == [3])
            #expect(groups.allSatisfy { $0.origin == .imported && $0.isForeign && !$0.isInterim })
        }
    }

    @Test(arguments: [0, .max])
    func `a damaged entry of our own recording is an error`(large: Int) throws {
        try withTemporaryFolder { folder in
            let stream = try ArchiveStream(contentsOf: try archive(5, in: folder), large: large)
            #expect(try stream.archive(of: 0..<3).interactions.count == 3)
            let error = #expect(throws: ArchiveError.self) { try stream.archive(of: 3..<5) }
            #expect(error?.line == 14)
        }
    }

    @Test(arguments: [0, .max])
    func `an archive without entries is empty`(large: Int) throws {
        try withTemporaryFolder { folder in
            let stream = try ArchiveStream(
                contentsOf: try archive(0, in: folder), isLenient: true, large: large)
            #expect(try stream.count == 0 && stream.archive(of: 0..<0).origin == .imported)
        }
    }
}
