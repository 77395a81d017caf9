import VerbatimContract
import VerbatimJSON

/// A report as the messages of a compiler, which Xcode and editors show on the line of the app's property, or
/// else on that of the recording.
///
///     /app/Sources/Song.swift:12:16: error: itunes renamed 'trackName' to 'trackTitle'; fix: write ...
struct CompilerMessages {
    /// The files of the locations, of which messages have the absolute paths.
    let files: SourceFiles

    /// Returns a line for each cause, or for each reason why the command could not run.
    func text(of report: Report) -> String {
        let problems = report.problems.map { line(at: $0.location, .breaking, $0.message) }
        guard case .completed(let contents) = report.result else { return problems.joined() }
        let causes = contents.causes.map { cause in
            line(
                at: cause.affected.lazy.compactMap(\.location).first ?? cause.shown?.location, cause.severity,
                cause.title + (cause.fix.isEmpty ? "" : "; fix: \(cause.fix)"))
        }
        return (problems + causes).joined()
    }

    private func line(at location: SourceLocation?, _ severity: Severity, _ message: String) -> String {
        let place = location.map { location in
            var absolute = location
            absolute.file = files.absolutePath(of: location.file)
            absolute.column = location.column ?? 1
            absolute.line = location.line ?? 1
            return "\(absolute): "
        }
        return "\(place ?? "")\(severity.level): \(message.onOneLine)\n"
    }
}
