import Foundation
import VerbatimHAR

/// A recording of so many items of 1 KB, the same bytes each time.
struct RecordedItems {
    let count: Int

    private static let headers: HeaderFields = [
        "Content-Type": "application/json; charset=utf-8", "Content-Length": "1024",
        "Cache-Control": "no-store",
    ]

    /// Where an item is; the numbers wrap around.
    func url(_ number: Int) -> String {
        "https://api.example.com/items?id=\(number % count)&expand=all"
    }

    /// An item as its provider sends it.
    func response(_ number: Int) -> HTTPResponse {
        HTTPResponse(200, headers: Self.headers, body: .data(body(number)))
    }

    func body(_ number: Int) -> Data {
        let start = "{\"id\":\(number % count),\"notes\":\""
        return Data((start + String(repeating: "x", count: 1022 - start.utf8.count) + "\"}").utf8)
    }

    /// The recording; `suffix` goes to every URL.
    func archive(suffix: String = "") -> Archive {
        Archive(
            (0..<count).map { number in
                Interaction(HTTPRequest("GET", url(number) + suffix), .response(response(number)))
            })
    }
}

/// Runs a closure with a folder of its own, removed at the end.
func withTemporaryFolder<Result>(_ work: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "verbatim-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try await work(folder)
}
