import Foundation
import Testing
import VerbatimAppClients
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport
import VerbatimURLSession

/// Uploads and downloads of the REST client: over sockets while they are recorded, and replayed.
@Suite struct RESTLoadingTests {
    private static let origin = "https://files.example"
    private static let contents = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    private static let tag = "\"v1\""

    /// Runs work while recording from a server, stops the server, and runs it again on the recording.
    private static func recordedAndReplayed(
        _ respond: @escaping @Sendable (HTTPRequest) -> ServerResponse,
        _ work: (RESTClient, URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let recording = folder.appending(path: "loading.har")
            let server = try HTTPServer.start { $1(respond($0)) }
            let recorder = try Player(
                recording: recording, mode: .record,
                options: .init(originMap: OriginMap([origin: server.origin]), origin: .fake),
                transport: URLSessionTransport())
            try await run(recorder, folder, work)
            server.stop()
            _ = try recorder.finish(.succeeded)
            let player = try Player(recording: recording)
            try await run(player, folder, work)
            #expect(player.misses.isEmpty)
        }
    }

    private static func run(
        _ player: Player, _ folder: URL, _ work: (RESTClient, URL) async throws -> Void
    ) async throws {
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        try await work(RESTClient(session: interceptor.session()), folder)
    }

    /// Responds with the contents, or with a range of them if they have not changed.
    @Sendable private static func file(_ request: HTTPRequest) -> ServerResponse {
        guard request.headers["If-Range"] == tag, let range = request.headers["Range"],
            let start = Int(range.dropFirst("bytes=".count).dropLast())
        else {
            return ServerResponse(HTTPResponse(200, headers: ["ETag": tag], body: .data(contents)))
        }
        let last = contents.count - 1
        return ServerResponse(
            HTTPResponse(
                206, headers: ["ETag": tag, "Content-Range": "bytes \(start)-\(last)/\(contents.count)"],
                body: .data(Data(contents[start...]))))
    }

    /// Responds with the number of bytes of the body, and its media type without the boundary.
    @Sendable private static func describe(_ request: HTTPRequest) -> ServerResponse {
        let type = (request.headers["Content-Type"] ?? "none").prefix { $0 != ";" }
        return ServerResponse(HTTPResponse(200, body: .text("\(request.body?.count ?? 0) \(type)")))
    }

    // MARK: - Uploads

    @Test func `uploads a file and completes its progress`() async throws {
        try await Self.recordedAndReplayed(Self.describe) { client, folder in
            let file = folder.appending(path: "upload.bin")
            try Self.contents.write(to: file)
            let progress = Progress(totalUnitCount: 1)
            let request = RESTRequest(
                .post, Self.origin + "/upload", headers: ["Content-Type": "application/octet-stream"],
                body: .file(file))
            let response = try await client.response(to: request, progress: progress)
            #expect(String(decoding: response.body, as: UTF8.self) == "40000 application/octet-stream")
            #expect(progress.isFinished)
        }
    }

    // MARK: - Downloads

    @Test func `downloads a file and counts its bytes`() async throws {
        try await Self.recordedAndReplayed(Self.file) { client, folder in
            let (file, progress) = (folder.appending(path: "file.bin"), Progress(totalUnitCount: -1))
            try Data("old".utf8).write(to: file)
            let response = try await client.download(
                RESTRequest(.get, Self.origin + "/file"), to: file, progress: progress)
            #expect(response.header("ETag") == Self.tag)
            #expect(try Data(contentsOf: file) == Self.contents)
            #expect(progress.completedUnitCount == 40_000)
            #expect(progress.isFinished)
        }
    }

    @Test(arguments: [(tag, 206), ("\"v0\"", 200)])
    func `continues a download, and starts over if the file has changed`(
        validator: String, status: Int
    ) async throws {
        try await Self.recordedAndReplayed(Self.file) { client, folder in
            let (file, part) = (folder.appending(path: "file.bin"), folder.appending(path: "part.bin"))
            // A byte too many, which was written but not counted.
            try (Self.contents.prefix(15_000) + [0]).write(to: part)
            let progress = Progress(totalUnitCount: -1)
            let response = try await client.download(
                RESTRequest(.get, Self.origin + "/file"), to: file,
                continuing: PartialDownload(file: part, size: 15_000, validator: validator),
                progress: progress)
            #expect(response.status == status)
            #expect(try Data(contentsOf: file) == Self.contents)
            #expect(progress.completedUnitCount == 40_000)
            #expect(!FileManager.default.fileExists(atPath: part.path))
        }
    }

    @Test func `starts over if the part is no longer there`() async throws {
        try await Self.recordedAndReplayed(Self.file) { client, folder in
            let file = folder.appending(path: "file.bin")
            let part = PartialDownload(
                file: folder.appending(path: "missing"), size: 15_000, validator: Self.tag)
            let response = try await client.download(
                RESTRequest(.get, Self.origin + "/file"), to: file, continuing: part)
            #expect(response.status == 200)
            #expect(try Data(contentsOf: file) == Self.contents)
        }
    }

    @Test func `a refused download changes no file`() async throws {
        try await Self.recordedAndReplayed({ _ in ServerResponse(HTTPResponse(404, body: .text("gone"))) }) {
            client, folder in
            let file = folder.appending(path: "file.bin")
            let error = await #expect(throws: RESTError.self) {
                try await client.download(RESTRequest(.get, Self.origin + "/file"), to: file)
            }
            guard case .clientError = error else { throw try #require(error) }
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `an interrupted download is continued where it ended`() async throws {
        let server = try HTTPServer.start { request, respond in
            var response = Self.file(request)
            if request.headers["Range"] == nil { response.ending = .closed(afterBody: 15_000) }
            respond(response)
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let client = RESTClient(session: URLSession.unrecorded())
            let (file, request) = (
                folder.appending(path: "file.bin"), RESTRequest(.get, server.origin + "/file")
            )
            let error = await #expect(throws: RESTError.self) { try await client.download(request, to: file) }
            guard case .interrupted(let part, _) = error else { throw try #require(error) }
            #expect(error?.isCancelled == false)
            #expect(part.size == 15_000)
            let stored = try JSONDecoder().decode(PartialDownload.self, from: JSONEncoder().encode(part))
            try await client.download(request, to: file, continuing: stored)
            #expect(try Data(contentsOf: file) == Self.contents)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a cancelled download is continued where it ended`() async throws {
        let server = try HTTPServer.start { $1(Self.pausing(Self.file($0))) }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let client = RESTClient(session: URLSession.unrecorded())
            let (file, request) = (
                folder.appending(path: "file.bin"), RESTRequest(.get, server.origin + "/file")
            )
            let progress = Progress(totalUnitCount: -1)
            let task = Task { try await client.download(request, to: file, progress: progress) }
            while progress.completedUnitCount == 0 { await Task.yield() }
            task.cancel()
            let error = await #expect(throws: RESTError.self) { try await task.value }
            #expect(error?.isCancelled == true)
            guard case .interrupted(let part, _) = error else { throw try #require(error) }
            try await client.download(request, to: file, continuing: part)
            #expect(try Data(contentsOf: file) == Self.contents)
        }
    }

    /// Sends the rest of a whole file only after an hour.
    @Sendable private static func pausing(_ response: ServerResponse) -> ServerResponse {
        guard response.response.status == 200 else { return response }
        var response = response
        response.response.chunks = [
            .init(length: 1000, time: 0), .init(length: contents.count - 1000, time: 3_600_000),
        ]
        return response
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `a request ends after its own timeout`() async throws {
        let server = try HTTPServer.start { $1(ServerResponse(HTTPResponse(200), ending: .silence)) }
        defer { server.stop() }
        let client = RESTClient(session: URLSession.unrecorded())
        let request = RESTRequest(.get, server.origin + "/", options: RESTOptions(timeout: 1))
        let error = await #expect(throws: RESTError.self) { try await client.response(to: request) }
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
    }
}
