import VerbatimContract
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

extension ReportProblem {
    /// Returns the problems that an error of a command consists of, at least one.
    static func problems(of error: any Error) -> [ReportProblem] {
        switch error {
        case let error as ContractError:
            return error.problems.map { ReportProblem(at: $0.location, $0.message, next: $0.next) }
        case let error as FileProblem:
            return [ReportProblem(at: SourceLocation(file: error.location), error.what, next: error.next)]
        case let error as ArchiveError: return [problem(of: error)]
        case RecordingError.archive(let error): return [problem(of: error)]
        default: return [problem(in: CommandLineTool.message(of: error))]
        }
    }

    private static func problem(of error: ArchiveError) -> ReportProblem {
        ReportProblem(
            at: SourceLocation(file: error.file, line: error.line, column: error.column), error.message,
            next: problem(in: error.description).next)
    }

    /// Returns the problem of a message, whose last line may be the next step.
    static func problem(in message: String) -> ReportProblem {
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
        let next = lines.last { $0.hasPrefix("next: ") }?.dropFirst("next: ".count)
        let rest = lines.filter { !$0.hasPrefix("next: ") }.joined(separator: " ")
        return ReportProblem(rest, next: next.map(String.init))
    }
}
