import VerbatimContract
import VerbatimHAR
import VerbatimJSON
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
        case let error as RecordingError: return [ReportProblem(error.messageText)]
        case let error as UsageError: return [ReportProblem(error.messageText)]
        default: return [ReportProblem(CommandLineTool.message(of: error))]
        }
    }

    private static func problem(of error: ArchiveError) -> ReportProblem {
        ReportProblem(
            at: SourceLocation(file: error.file, line: error.line, column: error.column), error.message,
            next: error.messageText.next)
    }

    /// Creates the problem of a message.
    init(_ message: MessageText) {
        let parts = [message.headline, message.location.map { "at \($0)" }] + message.details
        self.init(parts.compactMap(\.self).joined(separator: " "), next: message.next)
    }
}
