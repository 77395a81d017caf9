import Foundation
import Testing

@testable import VerbatimCommands

/// `--open`, and the browser that it opens.
@Suite(.enabled(if: ExternalProgram.isSupported)) struct PageViewerTests {
    /// A tool with a browser that writes the words that it gets to a file.
    private static func tool() throws -> CommandLineHarness {
        let tool = try CommandLineHarness.shop()
        for (name, command) in [
            ("browser", "printf '%s\\n' \"$@\" > \"${0%/*}/words\""), ("broken", "exit 3"),
        ] {
            try tool.write("#!/bin/sh\n\(command)\n", to: name)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: tool.path(name).path(percentEncoded: false))
        }
        return tool
    }

    @Test(arguments: [
        ("{}/browser", []), ("{}/browser --new %s --quiet", ["--new", "--quiet"]),
        ("{}/missing:{}/broken:{}/browser", []),
    ])
    func `the browser that the environment names shows the page of the report`(
        command: String, others: [String]
    ) async throws {
        let tool = try Self.tool()
        let folder = tool.folder.path(percentEncoded: false)
        let browser = command.replacing("{}", with: folder)
        let run = await tool.run("check", "--open", "--report", "r.html", environment: ["BROWSER": browser])
        #expect(run.code == .broken && run.out.contains("breaking: "), "\(run.out)\(run.error)")
        let path = try #require(run.error.firstMatch(of: /^opened (.*check\.html)\n$/)?.1)
        let words = try tool.text("words").split(separator: "\n").map(String.init)
        #expect(words.contains(URL(filePath: String(path)).absoluteString), "\(words)")
        #expect(words.filter { !$0.hasPrefix("file:") } == others)
        #expect(try String(contentsOfFile: String(path), encoding: .utf8) == tool.text("r.html"))
        let access = try FileManager.default.attributesOfItem(
            atPath: URL(filePath: String(path)).deletingLastPathComponent().path(percentEncoded: false))
        #expect(access[.posixPermissions] as? Int == 0o700)
        try FileManager.default.removeItem(atPath: String(path))
    }

    @Test func `without a browser, the path and what to do are printed`() async throws {
        let run = try await Self.tool().run("models", "--open", environment: ["BROWSER": "/none/at/all"])
        #expect(
            run.error.contains(
                """
                models.html is written, but no browser is known here
                  next: open it in a browser, or set BROWSER to a command that does

                """), "\(run.error)")
    }

    @Test func `a watched check opens no page each time`() async throws {
        let run = try await Self.tool().run("check", "--watch", "--open")
        #expect(run.code == .usage && run.error.contains("'--watch' cannot be combined with '--open'"))
    }
}
