import Foundation
import Testing
import VerbatimAPI
import VerbatimTestSupport

@testable import VerbatimCommands

@Suite struct CheckWatchTests {
    @Test(.timeLimit(.minutes(2))) func `a saved contract and a saved recording are checked again`()
        async throws
    {
        let shop = try CommandLineHarness.shop()
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let console = Console(out: { continuation.yield($0) }, error: { continuation.yield($0) })
        let context = CommandContext(
            apis: [], environment: [:], directory: shop.folder.path(percentEncoded: false), console: console)
        let watch = Task { await CommandLineTool(context).run(["check", "--watch"]) }
        var output = lines.makeAsyncIterator()
        /// Returns what is printed until the tool waits again.
        func next() async -> String {
            var text = ""
            while !text.contains("waiting for changes"), let part = await output.next() { text += part }
            return text
        }

        #expect(await next().contains("response-property-type: '/1/name': expected string, found null"))

        let contract = try shop.text("Contracts/shop.json")
        try shop.write(
            contract.replacing(#""type": "string""#, with: #""type": ["string", "null"]"#),
            to: "Contracts/shop.json")
        let second = await next()
        #expect(second.contains("changed: Contracts/shop.json\n"))
        #expect(!second.contains("expected string"))

        try shop.write("{", to: "Contracts/shop.json")
        #expect(await next().contains("Contracts/shop.json:1:2"))

        try shop.write(contract, to: "Contracts/shop.json")
        #expect(await next().contains("expected string"))

        try shop.write(#"[{"id": 1, "name": "Lamp"}]"#, to: "Recordings/shop/items/1.json")
        let last = await next()
        #expect(last.contains("changed: Recordings/shop/items/1.json\n"))
        #expect(!last.contains("expected string"))

        watch.cancel()
        #expect(await watch.value == .broken)
    }

    @Test func `a wrong command line is not watched`() async throws {
        let shop = try CommandLineHarness.shop()
        #expect(await shop.run("check", "--watch", "shpo").code == .usage)
        #expect(await shop.run("check", "--watch", "--write-baseline").code == .usage)
    }

    @Test func `what is added, saved, replaced or removed is a change`() throws {
        try withTemporaryFolder { folder in
            func files() -> WatchedFiles { WatchedFiles(at: [folder]) }
            func write(_ text: String, _ name: String) throws {
                try Data(text.utf8).write(to: folder.appending(path: name))
            }
            func names(_ old: WatchedFiles) -> [String] {
                files().changes(since: old).compactMap { $0.split(separator: "/").last.map(String.init) }
            }
            let empty = files()
            try write("1", "a.json")
            #expect(names(empty) == ["a.json"])
            let one = files()
            #expect(names(one) == [])
            try write("22", "a.json")
            try write("", ".b.json")
            #expect(names(one) == ["a.json"])
            let two = files()
            try FileManager.default.removeItem(at: folder.appending(path: "a.json"))
            #expect(names(two) == ["a.json"])
        }
    }
}
