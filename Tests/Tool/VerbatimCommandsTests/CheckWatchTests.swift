import Foundation
import Testing
import VerbatimAPI
import VerbatimTestSupport

@testable import VerbatimCommands

@Suite struct CheckWatchTests {
    @Test(.timeLimit(.minutes(5))) func `a saved contract and a saved recording are checked again`()
        async throws
    {
        let shop = try CommandLineHarness.shop()
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let console = Console(out: { continuation.yield($0) }, error: { continuation.yield($0) })
        let context = CommandContext(
            apis: [], environment: [:], directory: shop.folder.path(percentEncoded: false), console: console)
        let watch = Task { await CommandLineTool(context).run(["check", "--watch", "--verbose"]) }
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
        #expect(
            second.contains("since the last check: 1 gone\n  gone: shop sends null for 'name'\n"),
            "\(second)")
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

    @Test func `on a terminal, each run takes the place of the last one, and keys run it again`() async throws
    {
        let keys: [Key] = [.enter, .character("v"), .character("x"), .character("r"), .character("q")]
        let terminal = ScriptedTerminal(keys)
        let run = try await CommandLineHarness.shop()
            .run(words: ["check", "--watch"], width: 80, terminal: terminal)
        let screens = run.out.components(separatedBy: "\u{1b}[H\u{1b}[2J\u{1b}[3J").dropFirst()
        #expect(screens.count == 4 && terminal.isClosed)
        #expect(
            screens.map { $0.contains("response-property-type: '/1/name'") } == [false, false, true, true])
        #expect(screens.allSatisfy { $0.prefixMatch(of: /\d\d:\d\d:\d\d  checked/) != nil }, "\(run.out)")
        #expect(run.error.components(separatedBy: "nothing new since the last check\n").count == 4)
        #expect(run.error.contains("Enter checks again, v lists causes only"), "\(run.error)")
    }

    @Test func `a wrong command line is not watched`() async throws {
        let shop = try CommandLineHarness.shop()
        #expect(await shop.run("check", "--watch", "shpo").code == .usage)
        #expect(await shop.run("check", "--watch", "--write-baseline").code == .usage)
    }

    @Test(arguments: [false, true])
    func `what is added, saved, replaced or removed is a change`(isOld: Bool) throws {
        try withTemporaryFolder { folder in
            func write(_ text: String, _ name: String) throws {
                try Data(text.utf8).write(to: folder.appending(path: name))
                // The names in a folder that has not changed for a while are known.
                guard isOld else { return }
                let day = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)]
                try FileManager.default.setAttributes(day, ofItemAtPath: folder.path)
            }
            let missing = folder.appending(path: "missing")
            var files = WatchedFiles(at: isOld ? [folder] : [folder, missing])
            func names() -> [String] {
                let current = files.refreshed()
                defer { files = current }
                return current.changes(since: files).compactMap {
                    $0.split(separator: "/").last.map(String.init)
                }
            }
            try write("1", "a.json")
            #expect(names() == ["a.json"])
            #expect(names() == [])
            try write("22", "a.json")
            try write("", ".b.json")
            #expect(names() == ["a.json"])
            try write("333", "a.json")
            #expect(names() == ["a.json"])
            let inner = folder.appending(path: "inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            #expect(names() == [])
            try Data("1".utf8).write(to: inner.appending(path: "c.json"))
            #expect(names() == ["c.json"])
            try FileManager.default.removeItem(at: folder.appending(path: "a.json"))
            #expect(names() == ["a.json"])
        }
    }
}
