import Foundation
import Testing
import VerbatimAPI
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim completions`: scripts and a man page from the table of commands.
@Suite struct CompletionsCommandTests {
    private func output(_ form: String) async throws -> String {
        let harness = try CommandLineHarness(
            contractsOf: [], apis: [API(name: "weather"), API(name: "maps")])
        return await harness.run(words: ["completions", form], tool: "swift run apis").out
    }

    @Test(arguments: ["bash", "zsh", "fish", "man"])
    func `every command and option is in it`(form: String) async throws {
        let text = try await output(form)
        for command in CommandLineTool.commands {
            #expect(text.contains(command.syntax.name))
            for option in command.syntax.options {
                let name = form == "fish" ? "-l \(option.name.dropFirst(2))" : option.name
                let written = form == "man" ? name.replacing("-", with: "\\-") : name
                #expect(text.contains(written), "\(form): \(option.name)")
            }
        }
        #expect(!text.contains("{recordings}") && !text.contains("{contracts}"))
        #expect(text.contains("apis"))
    }

    @Test(
        .enabled(if: ExternalProgram.isSupported && FileManager.default.fileExists(atPath: "/bin/bash")),
        arguments: [
            ("apis che", "check"), ("apis help inf", "infer"), ("apis check --max", "--max-age"),
            ("apis check we", "weather"), ("apis check --format js", "json"),
            ("apis completions fi", "fish"),
        ])
    func `bash completes with it`(line: String, completion: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let script = """
            \(try await output("bash"))
            COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
            _apis; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let output = try ExternalProgram.run(["bash", "-c", script]).output
        #expect(String(decoding: output, as: UTF8.self) == completion + "\n")
    }

    @Test func `an unknown shell is refused`() async throws {
        let run = try await CommandLineHarness(contractsOf: []).run("completions", "tcsh")
        #expect(run.code == .usage)
        #expect(run.error.contains("use one of bash, zsh, fish, man"))
    }
}
