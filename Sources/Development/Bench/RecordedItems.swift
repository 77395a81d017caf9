import Foundation
import VerbatimHAR

/// A recording of a number of items of 1 KB, with the same bytes in every run.
struct RecordedItems {
    let count: Int

    private static let headers: HeaderFields = [
        "Content-Type": "application/json; charset=utf-8", "Content-Length": "1024",
        "Cache-Control": "no-store",
    ]

    /// The URL of an item; numbers wrap around.
    func url(_ number: Int) -> String {
        "https://api.example.com/items?id=\(number % count)&expand=all"
    }

    /// The response with an item.
    func response(_ number: Int) -> HTTPResponse {
        HTTPResponse(200, headers: Self.headers, body: .data(body(number)))
    }

    func body(_ number: Int) -> Data {
        let start = "{\"id\":\(number % count),\"notes\":\""
        return Data((start + String(repeating: "x", count: 1022 - start.utf8.count) + "\"}").utf8)
    }

    /// The recording, with a suffix for every URL.
    func archive(suffix: String = "") -> Archive {
        Archive(
            (0..<count).map { number in
                Interaction(HTTPRequest("GET", url(number) + suffix), .response(response(number)))
            })
    }
}

/// Runs a closure with a new folder, which is removed afterwards.
func withTemporaryFolder<Result>(_ work: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "verbatim-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try await work(folder)
}

extension URLSession {
    /// Fetches items, a number of them concurrently, and checks the lengths of their bodies.
    func fetch(
        _ count: Int, concurrently width: Int, url: @escaping @Sendable (Int) -> String
    ) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<width {
                group.addTask {
                    for number in stride(from: worker, to: count, by: width) {
                        guard let url = URL(string: url(number)) else { throw URLError(.badURL) }
                        let body = try await self.data(for: URLRequest(url: url)).0
                        guard body.count == 1024 else { throw URLError(.cannotParseResponse) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
