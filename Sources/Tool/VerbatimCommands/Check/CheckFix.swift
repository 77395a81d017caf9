import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReports

/// `verbatim check --fix`: the edits of the app's sources that mend a cause, shown before they are made.
struct CheckFix {
    static let options: [any OptionSyntax] = [fix, all]

    private static let fix = Option.flag(
        "--fix", "show the edits of the app's sources that mend a cause, and ask about each in a terminal")
    private static let all = Option.flag("--fix-all", "make these edits without asking")

    static let rules = [all, fix].flatMap { option in
        [
            .conflict(option, with: [CheckCommand.watch], "the app is built again first"),
            .conflict(option, with: [Baseline.write], "what is accepted needs no edit"),
            OptionRule { arguments throws(UsageError) in
                guard arguments[option], arguments[.reportFormat(of: .check)] != .text else { return }
                throw .conflict(
                    option.name, with: "--format", "the edits are printed as well; '--report' writes a file")
            },
        ]
    }

    let arguments: Arguments

    private var makesAll: Bool { arguments[Self.all] }

    /// Shows the edits for some causes, and makes those that are wanted.
    func run(_ causes: [Cause], _ readCounts: [SourcePatcher.Key: Int], in context: CommandContext) throws {
        let console = context.console
        var patcher = SourcePatcher(contentsOf: context.url(context.folders.sources), readCounts: readCounts)
        let planned = causes.filter { patcher.patch(for: $0) != nil }
        guard !planned.isEmpty else {
            return console.line("\nno edit of \(context.folders.sources) mends a cause")
        }
        var (made, asks): ([(cause: Cause, patch: SourcePatch)], Bool) = ([], !makesAll)
        var hasEdits = false
        for (index, cause) in planned.enumerated() {
            // Those before it may have changed the same lines.
            guard let patch = patcher.patch(for: cause) else { continue }
            show(patch, "\(index + 1) of \(planned.count): \(cause.title)", on: console)
            hasEdits = hasEdits || !patch.files.isEmpty
            guard !patch.files.isEmpty, !asks || console.isInteractive else { continue }
            let answer = asks ? Self.answer(on: console) : "y"
            guard answer != "q" else { break }
            guard answer != "n" else { continue }
            asks = asks && answer != "a"
            patcher.apply(patch)
            made.append((cause, patch))
        }
        try write(made.map(\.patch), in: context)
        let advised = made.isEmpty ? planned : made.map(\.cause)
        advise(advised, hasEdits: hasEdits, isMade: !made.isEmpty, on: console)
    }

    /// Asks until one of the letters is typed; the end of the input quits, which writes the edits so far.
    private static func answer(on console: Console) -> String {
        while let line = console.answer(to: "make these edits? [y]es, [n]o, [a]ll, [q]uit: ") {
            let letter = line.trimmed.prefix(1).lowercased()
            if ["y", "n", "a", "q"].contains(letter) { return letter }
        }
        return "q"
    }

    private func show(_ patch: SourcePatch, _ title: String, on console: Console) {
        let style = TextStyle(isColored: console.isColored)
        console.line("\n" + style.bold(title))
        for file in patch.files {
            let isBelow = !file.path.hasPrefix("/") && !file.path.hasPrefix("../")
            let (old, new) = isBelow ? ("a/", "b/") : ("", "")
            console.line("--- \(old)\(file.path)\n+++ \(new)\(file.path)")
            let lines = LineDiff(from: file.oldText, to: file.newText).unified.map { line in
                guard console.isColored, let mark = line.first, "+-".contains(mark) else { return line }
                return style.colored(line, as: mark == "-" ? .breaking : nil)
            }
            console.out(lines.map { $0 + "\n" }.joined(), wraps: false)
        }
        if patch.affectsUses {
            console.line("  other code may have to change as well: the compiler shows where")
        }
        for refusal in patch.refusals { console.line("  left as it is: \(refusal.onOneLine)") }
    }

    private func advise(_ causes: [Cause], hasEdits: Bool, isMade: Bool, on console: Console) {
        let apis = causes.compactMap(\.api).uniqued
        let reviews = apis.isEmpty ? [ToolCommand("review")] : apis.map { ToolCommand("review", $0) }
        let review = "accept the change in the contract with \(reviews.map(\.description).list("and"))"
        let check = (["check"] + arguments.operands).joined(separator: " ")
        let again = "\(ToolCommand(check, "--fix")) in a terminal, or \(ToolCommand(check, "--fix-all"))"
        if isMade {
            console.line("  next: build, and \(review)")
        } else if makesAll || console.isInteractive || !hasEdits {
            console.line(MessageText("nothing was written", next: review).text)
        } else {
            let next = "run \(again); then \(review)"
            console.line(MessageText("nothing was written", next: next).text)
        }
    }

    // MARK: Writing

    /// Writes the last text of each file, unless one of them is not as it was.
    private func write(_ patches: [SourcePatch], in context: CommandContext) throws {
        let files = OrderedGroups(grouping: patches.flatMap(\.files), by: \.path)
        let edits = files.values.compactMap { edits in
            edits.first.flatMap { first in edits.last.map { (path: first.path, old: first.old, new: $0.new) }
            }
        }
        for edit in edits { try require(edit.path, toHave: edit.old, in: context) }
        for edit in edits {
            let file = context.url(edit.path).resolvingSymlinksInPath()
            do {
                try AtomicFile.write(Data(edit.new), to: file)
            } catch {
                throw FileProblem(location: edit.path, what: "the file cannot be written: \(error)")
            }
            context.console.line("wrote \(edit.path)")
        }
    }

    private func require(_ path: String, toHave text: [UInt8], in context: CommandContext) throws(FileProblem)
    {
        let file = context.url(path).resolvingSymlinksInPath().path(percentEncoded: false)
        let root = context.root.map { context.url($0.isEmpty ? "." : $0) }?.resolvingSymlinksInPath()
        guard let folder = root?.path(percentEncoded: false),
            file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
        else {
            throw FileProblem(
                location: path, what: "the file is outside of the package, nothing was written",
                next: "edit it as shown")
        }
        guard let current = try? Data(readingFile: context.url(path)), [UInt8](current) == text else {
            throw FileProblem(
                location: path, what: "the file changed meanwhile, nothing was written",
                next: "run \(ToolCommand("check", "--fix")) again")
        }
    }
}

extension SourcePatch.File {
    /// The lines of the file for people, whatever their ends are.
    fileprivate var oldText: String { Self.text(old) }
    fileprivate var newText: String { Self.text(new) }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}

extension LineDiff {
    private static let contextLines = 3

    /// The difference in the unified format, with the lines around it.
    ///
    /// https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
    fileprivate var unified: [String] {
        var groups: [[Hunk]] = []
        for hunk in hunks {
            if let last = groups.last?.last,
                hunk.old.lowerBound - last.old.upperBound <= 2 * Self.contextLines
            {
                groups[groups.count - 1].append(hunk)
            } else {
                groups.append([hunk])
            }
        }
        return groups.flatMap(lines)
    }

    private func lines(of group: [Hunk]) -> [String] {
        guard let first = group.first, let last = group.last else { return [] }
        // The text after the last line break is a line only if there is some.
        let end = old.last?.isEmpty == true ? old.count - 1 : old.count
        let start = max(0, first.old.lowerBound - Self.contextLines)
        let stop = max(last.old.upperBound, min(end, last.old.upperBound + Self.contextLines))
        var (lines, position, added, removed): ([String], Int, Int, Int) = ([], start, 0, 0)
        for hunk in group {
            lines += old[position..<hunk.old.lowerBound].map { " \($0)" }
            lines += old[hunk.old].map { "-\($0)" } + new[hunk.new].map { "+\($0)" }
            (position, added, removed) = (
                hunk.old.upperBound, added + hunk.new.count, removed + hunk.old.count
            )
        }
        lines += old[position..<stop].map { " \($0)" }
        let newStart = first.new.lowerBound - (first.old.lowerBound - start)
        let count = stop - start
        return ["@@ -\(start + 1),\(count) +\(newStart + 1),\(count - removed + added) @@"] + lines
    }
}
