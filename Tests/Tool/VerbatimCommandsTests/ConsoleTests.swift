import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimJSON
import VerbatimReplay

@testable import VerbatimCommands

/// The one place through which all output passes.
@Suite struct ConsoleTests {
    /// Collects what a console writes.
    private final class Output: Sendable {
        let out = Mutex("")
        let error = Mutex("")

        func console(
            secrets: [Secret] = [], isTerminal: Bool = false, environment: [String: String] = [:]
        ) -> Console {
            Console(
                out: { text in self.out.withLock { $0 += text } },
                error: { text in self.error.withLock { $0 += text } }, isTerminal: isTerminal
            ).configured(for: environment, redacting: OutputRedactor([Redaction(secrets)]))
        }
    }

    @Test func `foreign text has no effect on either stream`() {
        let output = Output()
        let console = output.console(isTerminal: true)
        console.line("\u{1b}]0;owned\u{7}\u{202e}a")
        console.note("::error::b ##vso[task.complete]")
        #expect(output.out.withLock { $0 } == #"\u001b]0;owned\u0007\u202ea"# + "\n")
        #expect(output.error.withLock { $0 } == #"\u003a:error::b \u0023#vso[task.complete]"# + "\n")
    }

    @Test(arguments: [
        (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
        (true, ["NO_COLOR": ""], true),
        (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm-256color"], true),
    ])
    func `colors are for terminals that want them`(
        isTerminal: Bool, environment: [String: String], isColored: Bool
    ) {
        let output = Output()
        let console = output.console(isTerminal: isTerminal, environment: environment)
        #expect(console.isColored == isColored)
        console.line(TerminalColor.red.colored("x"))
        #expect(output.out.withLock { $0.contains("\u{1b}") } == isColored)
    }

    @Test func `secrets are redacted however they are written`() {
        let output = Output()
        let console = output.console(secrets: [Secret("api_key", value: "s3cr3t/k+y=é\"x")])
        console.line("a s3cr3t/k+y=é\"x b")
        console.note("https://x.test/?k=s3cr3t%2Fk%2By%3D%C3%A9%22x")
        console.json(["value": "s3cr3t/k+y=é\"x", "cut": "s3cr3t/k+…"])
        let text = output.out.withLock { $0 } + output.error.withLock { $0 }
        #expect(text.matches(of: /REDACTED-api_key-1/).count == 4, "\(text)")
        #expect(!text.contains("s3cr3t"))
    }

    @Test func `a secret that an excerpt has cut is redacted`() {
        let output = Output()
        let console = output.console(secrets: [Secret("token", value: "0123456789abcdef0123456789abcdef")])
        console.line("found '0123456789abcdef012…' and '0123...', not '012…' nor 'x…'")
        #expect(
            output.out.withLock { $0 }
                == "found 'REDACTED-token-1…' and 'REDACTED-token-1...', not '012…' nor 'x…'\n")
    }

    @Test func `a secret of digits keeps JSON what it is`() throws {
        let output = Output()
        output.console(secrets: [Secret("pin", value: "12345678")])
            .json(["count": 12_345_678, "size": 1_234_567, "text": "12345678", "12345678": nil])
        let text = output.out.withLock { $0 }
        #expect(
            try JSON(parsing: Array(text.utf8)).value == [
                "count": 1, "size": 1_234_567, "text": "REDACTED-pin-1", "REDACTED-pin-1": nil,
            ])
    }

    @Test func `JSON is not printed raw where a terminal would obey it`() throws {
        let output = Output()
        let value: JSONValue = ["a\u{7f}\u{9b}31m\u{202e}\u{1b}[2J": "##[group]\u{2028}\n::error::x"]
        output.console().json(value)
        let text = output.out.withLock { $0 }
        #expect(try JSON(parsing: Array(text.utf8)).value == value)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ("\u{20}"..."\u{7e}").contains($0) })
        #expect(!text.contains("##["))
    }
}
