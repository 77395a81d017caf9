import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

/// A recording, and clients in other processes: Python's `urllib`, which knows nothing of this package.
enum Fixtures {
    /// Runs work on the path of a folder with the recording `weather/cities`.
    static func withRecordings(_ work: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try write(to: folder)
            try await work(folder.path(percentEncoded: false))
        }
    }

    static func write(to folder: URL) throws {
        let archive = Archive([
            Interaction(
                HTTPRequest("GET", "https://api.weather.example/v1/cities"),
                .response(HTTPResponse(200, headers: ["Content-Type": "text/plain"], body: .text("Berlin"))))
        ])
        let file = folder.appending(path: "weather/cities.har")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try archive.selfContainedHAR().write(to: file)
    }

    /// Requests URLs from another process, and returns a status and a body for each.
    static func request(_ urls: [URL]) throws -> [String] {
        let client = """
            import sys, urllib.request, urllib.error
            for url in sys.argv[1:]:
                try: answer = urllib.request.urlopen(url, timeout=60)
                except urllib.error.HTTPError as error: answer = error
                except urllib.error.URLError: sys.exit(1)
                print(answer.status, answer.read().decode().split("\\n")[0])
            """
        return try OtherProgram.output(["python3", "-c", client] + urls.map(\.absoluteString))
            .split(separator: "\n").map(String.init)
    }
}
