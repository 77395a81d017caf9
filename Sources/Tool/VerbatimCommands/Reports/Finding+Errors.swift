import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

extension Finding {
    /// Returns the problems that an error of a command consists of, at least one.
    static func problems(of error: any Error) -> [Finding] {
        switch error {
        case let error as ContractError:
            return error.problems.map { couldNotRun($0.message, at: $0.location, next: $0.next) }
        case let error as FileProblem:
            return [couldNotRun(error.what, at: SourceLocation(file: error.location), next: error.next)]
        case let error as ArchiveError: return [problem(of: error)]
        case RecordingError.archive(let error): return [problem(of: error)]
        case let error as RecordingError: return [couldNotRun(error.messageText)]
        case let error as UsageError: return [couldNotRun(error.messageText)]
        default: return [couldNotRun(CommandLineTool.message(of: error))]
        }
    }

    private static func problem(of error: ArchiveError) -> Finding {
        couldNotRun(
            error.message, at: SourceLocation(file: error.file, line: error.line, column: error.column),
            next: error.messageText.next)
    }

    private static func couldNotRun(_ message: MessageText) -> Finding {
        let parts = [message.headline, message.location.map { "at \($0)" }] + message.details
        return couldNotRun(parts.compactMap(\.self).joined(separator: " "), next: message.next)
    }
}
