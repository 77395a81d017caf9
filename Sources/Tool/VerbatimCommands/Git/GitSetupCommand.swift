import Foundation
import VerbatimHAR
import VerbatimJSON

/// `verbatim git-setup`: lets `git diff` show recordings and contracts as this tool does.
struct GitSetupCommand: Command {
    static let syntax = CommandSyntax(
        name: "git-setup", summary: "Lets git diff show recordings and contracts as this tool does.",
        notes: """
            Adds lines to .gitattributes, which are committed, and settings to this clone: a recording is shown as
            text, one interaction after the other, and a contract by the changes that the app notices. What exists
            is not changed; running the command again changes nothing. Exit code 1 if something that exists is in
            the way.
            """)

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        guard Git.isSupported, Git(folder: context.url(".")).isRepository else {
            throw FileProblem(
                location: context.root ?? ".", what: "not in a Git repository, or git cannot be run",
                next: "run `git init` first")
        }
        let setup = GitSetup(in: context)
        let isDone = try [setup.writeAttributes(), setup.writeSettings()].allSatisfy(\.self)
        return isDone ? .holds : .broken
    }
}

/// The attributes and settings that make Git run this tool.
///
/// https://git-scm.com/docs/gitattributes#_generating_diff_text
private struct GitSetup {
    private let context: CommandContext
    /// The folder of the package, to which the patterns are relative.
    private let root: String

    init(in context: CommandContext) {
        self.context = context
        root = context.root.flatMap { $0.isEmpty ? nil : $0 } ?? "."
    }

    /// A driver with the files that it is for, and one of them.
    private struct Attribute {
        let driver: String
        let pattern: String
        let example: String

        var line: String { "\(pattern.contains(" ") ? "\"\(pattern)\"" : pattern) diff=\(driver)" }
    }

    private var attributes: [Attribute] {
        let (recordings, contracts) = (inRoot(context.folders.recordings), inRoot(context.folders.contracts))
        return [
            ("verbatim", recordings, "/**/*.har", "/api/scenario.har"),
            ("verbatim-contract", contracts, "/*.json", "/api.json"),
            ("verbatim-contract", contracts, "/*.y*ml", "/api.yaml"),
        ].map { Attribute(driver: $0, pattern: $1 + $2, example: $1 + $3) }
    }

    private func inRoot(_ path: String) -> String {
        path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    }

    private var settings: [(key: String, value: String)] {
        [
            ("diff.verbatim.textconv", "\(tool) show --git"),
            ("diff.verbatim-contract.command", "\(tool) diff --git"),
        ]
    }

    /// The words that run the tool in the top folder of the repository, where Git runs drivers.
    private var tool: String {
        let words = ToolCommand.tool
        guard words.hasPrefix("swift run ") else { return words }
        let package = Git(folder: folder).pathInRepository.flatMap { $0.isEmpty ? nil : $0 }
        let path = package.map { " --package-path '\($0.dropLast())'" } ?? ""
        return "swift run --quiet\(path) \(words.dropFirst("swift run ".count))"
    }

    private var folder: URL { context.url(root) }

    // MARK: Attributes

    /// Appends the lines that are missing; returns whether none is in the way.
    func writeAttributes() throws -> Bool {
        let file = context.url("\(root)/.gitattributes")
        let path = root == "." ? ".gitattributes" : "\(root)/.gitattributes"
        var (missing, isFree) = ([String](), true)
        for attribute in attributes {
            switch try value(of: attribute) {
            case attribute.driver: context.console.note("\(path): '\(attribute.line)', as before")
            case "unspecified": missing.append(attribute.line)
            case let other:
                isFree = false
                refuse("\(path): '\(attribute.pattern)' has diff=\(other) already", attribute.line)
            }
        }
        guard !missing.isEmpty else { return isFree }
        let exists = FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
        let old = exists ? try Data(readingFile: file) : Data()
        let lines = (old.isEmpty || old.last == UInt8(ascii: "\n") ? [] : ["\n"]) + missing.map { $0 + "\n" }
        try AtomicFile.write(old + Data(lines.joined().utf8), to: file)
        for line in missing { context.console.note("\(path): added '\(line)'") }
        return isFree
    }

    /// Returns the attribute `diff` of a file.
    private func value(of attribute: Attribute) throws -> String {
        let output = try Git.output(of: inFolder + ["check-attr", "-z", "diff", "--", attribute.example])
        return output.split(separator: 0).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    // MARK: Settings

    /// Sets what is not set; returns whether none is in the way.
    func writeSettings() throws -> Bool {
        var isFree = true
        for (key, value) in settings {
            let old = try Git.run(inFolder + ["config", "--get", key])
            let text = String(decoding: old.output, as: UTF8.self).trimmingCharacters(in: .newlines)
            if old.code == 0, text == value {
                context.console.note("git config \(key): '\(value)', as before")
            } else if old.code == 0 {
                isFree = false
                refuse("git config \(key): '\(text)' is set already", value)
            } else {
                try Git.output(of: inFolder + ["config", "--local", key, value])
                context.console.note("git config \(key): set to '\(value)'")
            }
        }
        return isFree
    }

    private func refuse(_ problem: String, _ wanted: String) {
        context.console.note(
            MessageText(
                problem, next: "to use this tool, replace it by '\(wanted)', and run the command again"
            ).text)
    }

    private var inFolder: [String] { ["-C", folder.path(percentEncoded: false)] }
}
