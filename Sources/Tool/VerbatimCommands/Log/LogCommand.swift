import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON
import VerbatimReports

/// `verbatim log`: what happened at the providers from day to day, as Git has the recordings.
struct LogCommand: Command {
    static let syntax = CommandSyntax(
        name: "log", summary: "Lists what changed in the recordings, day by day.",
        options: [Option<Bool>.verbose, Option.sources], operands: "[API [POINTER]]", operandCount: 0...2,
        notes: """
            The days are those of the commits that changed the recordings, and today's changes that are not
            committed. POINTER is the path of a value, such as /results/*/kind, of which only changes are listed. What
            differs from day to day without a meaning is left out unless --verbose is given.
            """)

    let arguments: Arguments

    func run(in context: CommandContext) async throws -> ExitCode {
        let apis = try context.apis(named: Array(arguments.operands.prefix(1))).map(\.name)
        let pointer = try arguments.operands.dropFirst().first.map { text in
            do {
                return try JSONPointer(parsing: text)
            } catch {
                throw UsageError.malformed(text, expected: "a JSON Pointer such as '/results/*/kind'")
            }
        }
        guard let history = try context.historyReader().history() else {
            throw UsageError.malformed(
                context.folders.recordings, expected: "a folder in a Git repository, whose history is listed")
        }
        let style = TextStyle(isColored: context.console.isColored)
        for day in history.days.reversed() {
            let changes = day.changes.filter { change in
                apis.contains(change.api ?? "") && (pointer.map { $0.contains(change.pointer) } ?? true)
            }
            let causes = CauseFinder.causes(of: changes).filter {
                arguments[.verbose] || $0.kind != .tolerated
            }
            guard !causes.isEmpty else { continue }
            context.console.line(style.bold("\(day.day) \(day.commit ?? "not committed")"))
            for cause in causes {
                let word = style.colored("\(cause.severity.word):", as: cause.severity)
                context.console.line("  \(word) \(cause.title)")
            }
        }
        return .holds
    }
}

extension JSONPointer {
    /// Whether a pattern is that of the value or of a part of it.
    fileprivate func contains(_ pattern: JSONPointer?) -> Bool {
        guard let pattern, pattern.tokens.count >= tokens.count else { return false }
        return zip(tokens, pattern.tokens).allSatisfy {
            $0 == $1 || $0 == Self.anyToken || $1 == Self.anyToken
        }
    }
}
