import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimCommands

/// The client is another process: Python's `urllib`, which knows nothing of this package.
@Suite(.timeLimit(.minutes(5))) struct ServeCommandTests {
    /// Prints the status, the length and the first bytes of each response.
    private static let client = """
        import sys, urllib.request, urllib.error
        for url in sys.argv[1:]:
            try: answer = urllib.request.urlopen(url, timeout=60)
            except urllib.error.HTTPError as error: answer = error
            except OSError as error: print("failed"); continue
            body = answer.read()
            print(answer.status, len(body), body[:24])
        """

    /// Serves, requests URLs below that of the server from another process, and returns what it printed.
    private static func serve(
        _ words: [String], in harness: CommandLineHarness, requesting paths: [String]
    ) async throws -> (run: CommandLineHarness.Run, printed: String) {
        let printed = Mutex("")
        let run = await harness.run(
            words: ["serve"] + words,
            whileServing: { line in
                let url = try #require(try JSON(parsing: Data(line.utf8))["url"].string)
                let done = try ExternalProgram.run(["python3", "-c", client] + paths.map { url + $0 })
                printed.withLock { $0 = String(decoding: done.output + done.message, as: UTF8.self) }
            })
        return (run, printed.withLock { $0 })
    }

    private static let frozen = PackageFolder.frozen("Recordings").path(percentEncoded: false)

    @Test func `replays to another process, and reports that everything holds`() async throws {
        let harness = try CommandLineHarness()
        let query = "/search?term=abba&entity=musicTrack&limit=5&country=US&lang=en_us"
        let (run, printed) = try await Self.serve(
            ["itunes", "--recordings", Self.frozen], in: harness,
            requesting: ["/itunes" + query, "/@search-music/itunes.apple.com" + query])
        let lines = printed.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("200 ") == true)
        #expect(lines.first == lines.last)
        #expect(run.code == .holds)
        #expect(run.out.contains(#"","apis":{"itunes":"http://localhost:"#))
        #expect(run.out.contains("1 of 4 operations"))
    }

    @Test func `fails for a request that is not recorded, and explains it`() async throws {
        let harness = try CommandLineHarness(contractsOf: ["itunes"])
        let (run, printed) = try await Self.serve(
            ["itunes", "--recordings", Self.frozen], in: harness, requesting: ["/itunes/nothing"])
        #expect(printed.hasPrefix("502 "))
        #expect(run.code == .broken)
        #expect(
            run.error.contains(
                "request-not-recorded: 'GET https://itunes.apple.com/nothing' is not in the recording"))
    }

    @Test func `records for another process from the provider, and replays what it recorded`() async throws {
        let harness = try CommandLineHarness()
        let path = "/itunes/lookup?id=1612774101&country=US"
        let (recorded, first) = try await Self.serve(
            ["--mode", "record", "--origin", "fake", "--scenario", "from-python"], in: harness,
            requesting: [path])
        #expect(first.hasPrefix("200 "))
        #expect(recorded.code == .holds)
        #expect(recorded.error.contains("recorded: itunes/from-python, 1 interaction"))
        let files = try harness.files()
        #expect(files.keys.contains("itunes/from-python.har"))
        let (replayed, second) = try await Self.serve(
            ["itunes", "--scenario", "from-python"], in: harness, requesting: [path])
        #expect(second == first)
        #expect(replayed.code == .holds)
    }

    @Test func `records from any host, without its secrets and in spite of failures`() async throws {
        let provider = try HTTPServer.start { request, respond in
            let text = #"{"url": "\#(request.url)", "key": "\#(request.headers["Authorization"] ?? "")"}"#
            respond(
                ServerResponse(
                    HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(text))))
        }
        let secret = "s3cr3tK3yOfThisTest0123456789"
        let closed = try HTTPServer.start { _, _ in }
        closed.stop()
        let harness = try CommandLineHarness()
        let (run, printed) = try await Self.serve(
            ["--mode", "extend", "--record-all", "--scenario", "a"], in: harness,
            requesting: [
                "/\(provider.origin)/items?api_key=\(secret)", "/\(closed.origin)/items",
                "/\(provider.origin)/items?api_key=\(secret)",
            ])
        let lines = printed.split(separator: "\n")
        #expect(lines.map { $0.prefix(4) } == ["200 ", "fail", "200 "], "\(printed)")
        let files = try harness.files()
        let all = files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(files.keys.sorted().filter { $0.hasSuffix(".har") } == ["127.0.0.1/a.har"], "\(run.error)")
        #expect(all.contains("/items?api_key="))
        #expect(!all.contains(secret))
        #expect(run.code == .holds, "\(run)")
    }

    @Test func `answers from the contract alone what was never recorded`() async throws {
        let harness = try CommandLineHarness(contractsOf: ["reqres"])
        let (run, printed) = try await Self.serve(
            ["--examples"], in: harness, requesting: ["/reqres/api/users/2", "/reqres/nothing"])
        let lines = printed.split(separator: "\n")
        #expect(lines.first?.hasPrefix("200 ") == true, "\(printed)")
        #expect(lines.last?.hasPrefix("502 ") == true, "\(printed)")
        #expect(run.error.contains("GET https://reqres.in/nothing"))
    }

    @Test func `every client meets the faults`() async throws {
        let harness = try CommandLineHarness(contractsOf: ["itunes"])
        let path = "/itunes/search?term=abba&entity=musicTrack&limit=5&country=US&lang=en_us"
        let (run, printed) = try await Self.serve(
            ["itunes", "--recordings", Self.frozen, "--fail", "status=503 first=1 path=/search"],
            in: harness, requesting: [path, path])
        #expect(run.code == .holds, "\(run.error)")
        #expect(printed.split(separator: "\n").map { $0.prefix(4) } == ["503 ", "200 "])
    }

    @Test(arguments: [
        (["--mode", "record"], "'--mode record' is not used with '--scenario NAME'"),
        (["--record-all"], "'--record-all' is not used with '--mode record' or '--mode extend'"),
        (["--port", "70000"], "'--port 70000' is not a number up to 65535"),
        (["--delay", "soon"], "'--delay soon' is not 'recorded', 'none' or a number of milliseconds"),
        (["--fail", "reset evry=2"], "unknown word 'evry'"),
        (["--examples", "--mode", "record", "--scenario", "a"], "the provider answers everything"),
        (["nothing"], "unknown API 'nothing'"),
    ])
    func `refuses what does not go together`(_ words: [String], _ message: String) async throws {
        let run = await (try CommandLineHarness(contractsOf: ["itunes"])).run(words: ["serve"] + words)
        #expect(run.code == .usage)
        #expect(run.error.contains(message), "\(run.error)")
    }
}
