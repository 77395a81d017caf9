import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimCommands

/// `verbatim record -- COMMAND`: the environment of the command, its exit code, and the changes.
@Suite(.enabled(if: ExternalProgram.isSupported)) struct CommandRecordingTests {
    /// Does in the shell what VerbatimTesting does after a test that recorded `shop/item` again.
    private static let rerecords = """
        sed -i.bak 's/: 1,/: "1",/' "$VERBATIM_RECORDINGS/shop/item/1.json" &&
        printf '{"name":"shop/item","published":true,"interactions":1,"bytes":24}' > "$VERBATIM_JOURNAL/1.json"
        """

    private func shop() throws -> RecordingHarness {
        try RecordingHarness { _, _ in RecordingHarness.json(#"{"id":1,"kind":"book"}"#) }
    }

    private var environment: [String: String] {
        ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    }

    private func run(_ script: String, _ options: [String] = [], in shop: RecordingHarness) async
        -> CommandLineHarness.Run
    {
        await shop.run(
            ["record"] + options + ["--", "sh", "-c", script], apis: [shop.api()], environment: environment)
    }

    @Test func `the tests of the command record into the folder of the tool`() async throws {
        let shop = try shop()
        let run = await run(
            """
            test "$VERBATIM_MODE" = extend && test "$TEST_RUNNER_VERBATIM_MODE" = extend &&
            test "${VERBATIM_RECORDINGS%/}" = "$PWD/Recordings" && test -d "$VERBATIM_JOURNAL"
            """, ["--mode", "extend"], in: shop)
        #expect(run.code == .holds, "\(run.error)")
    }

    @Test(arguments: [1, 7, 65])
    func `the exit code of the command is passed on`(code: Int32) async throws {
        #expect(await run("exit \(code)", in: try shop()).code.rawValue == code)
    }

    @Test func `a signal that ends the command is an exit code as in a shell`() async throws {
        let code = await run("kill -TERM $$", in: try shop()).code
        #expect(code.rawValue == 128 + SIGTERM)
    }

    @Test func `a command that is not on the path has the exit code of a shell`() async throws {
        let shop = try shop()
        let run = await shop.run(["record", "--", "no-such-program"], apis: [], environment: environment)
        #expect(run.code.rawValue == 127)
        #expect(run.error.hasPrefix("the command `no-such-program` is not found\n"), "\(run.error)")
    }

    @Test func `what the command recorded is compared with the last recordings`() async throws {
        let shop = try shop()
        _ = await shop.run(["record"], apis: [shop.api()])
        let run = await run(Self.rerecords, ["--fail-on", "breaking"], in: shop)
        #expect(run.error.isEmpty, "\(run.error)")
        #expect(
            run.out.hasPrefix(
                "shop  1 recording, 1 changed\n\nbreaking: shop sends 'id' as a string, not as an integer\n"),
            "\(run.out)")
        #expect(run.out.contains("\n  --> Sources/StockItem.swift:2:9\n"))
        #expect(run.code == .broken)
    }

    /// Does in the shell what VerbatimTesting does after a test that failed while it recorded `shop/item`.
    private static let fails = """
        left="$VERBATIM_RECORDINGS/../.build/verbatim/unpublished/shop" && mkdir -p "$left" &&
        cp -R "$VERBATIM_RECORDINGS/shop/item" "$VERBATIM_RECORDINGS/shop/item.har" "$left" &&
        sed -i.bak 's/: 1,/: "1",/' "$left/item/1.json" &&
        printf '{"name":"shop/item","published":false,"interactions":1,"bytes":24,"unpublished":"%s"}' \
            "$left/item.har" > "$VERBATIM_JOURNAL/1.json"; exit 1
        """

    @Test func `what a test that failed has left is compared with its recording`() async throws {
        let shop = try shop()
        _ = await shop.run(["record"], apis: [shop.api()])
        let run = await run(Self.fails, in: shop)
        #expect(run.code.rawValue == 1)
        #expect(
            run.error.hasPrefix(
                "shop/item: failed, no recording replaced: its test failed, and left what it recorded in "),
            "\(run.error)")
        #expect(
            run.error.hasSuffix(
                """
                /.build/verbatim/unpublished/shop/item.har
                  next: if the API changed for good, run `verbatim review shop --unpublished`, make the test pass, \
                and record again

                """), "\(run.error)")
        #expect(
            run.out.hasPrefix(
                "shop  1 recording, 1 failed\n\nbreaking: shop sends 'id' as a string, not as an integer\n"),
            "\(run.out)")
        #expect(run.out.contains("\n  --> Sources/StockItem.swift:2:9\n"))
        #expect(!run.out.contains("git diff"), "\(run.out)")
    }

    @Test func `a command that records nothing is told apart`() async throws {
        let run = await run("true", in: try shop())
        #expect(run.code == .holds)
        #expect(run.out == "")
        #expect(
            run.error.hasPrefix("the command recorded nothing: no test with a recording has passed\n  next: ")
        )
    }

    @Test(arguments: [
        ["--origin", "fake", "--", "true"], ["--dry-run", "--", "true"], ["shop", "--", "true"], ["--"],
    ])
    func `what the command decides cannot be given`(words: [String]) async throws {
        let shop = try shop()
        #expect(await shop.run(["record"] + words, apis: [shop.api()]).code == .usage)
    }
}
