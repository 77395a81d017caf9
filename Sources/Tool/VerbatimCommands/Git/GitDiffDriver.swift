import Foundation
import VerbatimContract
import VerbatimJSON

/// A call of this tool by Git to compare two versions of a contract.
///
/// Git passes the path, and for each side a file, the name of its object and its mode; for a renamed file
/// also the new path and a description; for an unmerged one the path alone.
/// https://git-scm.com/docs/git#Documentation/git.txt-codeGITEXTERNALDIFFcode
struct GitDiffDriver {
    /// The numbers of words with which Git calls a driver.
    static let wordCounts: Set = [1, 7, 9]

    private let path: String
    private let newPath: String
    private let files: (old: String, new: String)?
    private let modes: (old: String, new: String)

    /// Reads the words of a call; nil if they are not those of one.
    init?(_ words: [String]) {
        guard Self.wordCounts.contains(words.count) else { return nil }
        path = words[0]
        newPath = words.count > 7 ? words[7] : path
        files = words.count > 1 ? (words[1], words[4]) : nil
        modes = words.count > 1 ? (words[3], words[6]) : ("", "")
    }

    /// Prints the changes. A file that is no contract is compared as text.
    ///
    /// Git stops at any other exit code than 0.
    ///
    /// - Parameter compare: Prints the changes between contracts, at most one on each side.
    func run(
        in context: CommandContext,
        compare: (_ old: [Contract], _ new: [Contract], _ context: CommandContext) throws -> Void
    ) -> ExitCode {
        let console = context.console
        guard let files else {
            console.line("* Unmerged path \(path)")
            return .holds
        }
        for line in header(of: files) { console.line(line) }
        let (old, new) = (context.url(files.old), context.url(files.new))
        do {
            let contracts = (
                try contracts(at: old, path, "a/\(path)", context),
                try contracts(at: new, newPath, newPath, context)
            )
            try compare(contracts.0, contracts.1, self.context(of: context))
        } catch {
            if !path.hasSuffix("/" + OverridesDocument.fileName) {
                console.note(MessageText("\(path): compared as text", details: ["\(error)"]).text)
            }
            console.out(text(of: old, new), wraps: false)
        }
        return .holds
    }

    private func header(of files: (old: String, new: String)) -> [String] {
        var lines = ["diff --git a/\(path) b/\(newPath)"]
        if files.old == Self.missing { lines.append("new file mode \(modes.new)") }
        if files.new == Self.missing { lines.append("deleted file mode \(modes.old)") }
        if newPath != path { lines += ["rename from \(path)", "rename to \(newPath)"] }
        return lines
    }

    /// The file of a side on which there is none.
    private static let missing = "/dev/null"

    // MARK: Contracts

    /// Returns the contract of a side, or none.
    ///
    /// - Parameters:
    ///   - path: The path in the repository.
    ///   - label: The path in messages.
    private func contracts(
        at file: URL, _ path: String, _ label: String, _ context: CommandContext
    ) throws -> [Contract] {
        guard file.path(percentEncoded: false) != Self.missing else { return [] }
        // References to other files are followed in the working tree: Git passes one file only.
        let beside = ContractFiles(in: context.url(path).deletingLastPathComponent())
        return [try Contract(parsing: try Data(contentsOf: file), file: label, files: beside)]
    }

    /// Returns the context of the package of the file. Git runs drivers in the repository's top folder.
    private func context(of context: CommandContext) -> CommandContext {
        let folder = context.url(newPath).deletingLastPathComponent()
        guard let root = ProjectRoot(of: folder, with: context.folders) else { return context }
        var context = context
        context.directory = folder.appending(path: root.path).standardizedFileURL.path(percentEncoded: false)
        return context
    }

    // MARK: Text

    /// Returns the lines that differ, as Git shows them without a driver.
    private func text(of old: URL, _ new: URL) -> String {
        let words = ["diff", "--no-index", "--no-ext-diff", "--no-color", "--"]
        let paths = [old, new].map { $0.path(percentEncoded: false) }
        guard let run = try? Git.run(words + paths) else { return "" }
        let lines = String(decoding: run.output, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0.hasPrefix("@@") || $0.hasPrefix("Binary files") } ?? lines.endIndex
        return lines[start...].joined(separator: "\n")
    }
}
