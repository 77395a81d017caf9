import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

extension CommandContext {
    /// Returns the format of HTML for a check: with the history of the recordings, if they are in a
    /// repository, and with scores, if there is a file of them.
    ///
    /// - Parameter mutation: The path of a report of `mutate` in JSON.
    func htmlReport(mutation: String?) throws(FileProblem) -> HTMLReport {
        let scores: MutationScores? = if let mutation { try mutationScores(in: mutation) } else { nil }
        return HTMLReport(day: Date().isoDay, history: recordingHistory, mutation: scores)
    }

    /// The history of the recordings. A check does not depend on it: without it, the report says less.
    private var recordingHistory: RecordingHistory? {
        do {
            return try RecordingHistoryReader(
                folder: url(folders.recordings), today: Date().isoDay,
                assessment: DriftAssessment(self), redact: console.redactor.redact
            ).history()
        } catch {
            console.problem("the report has no history of the recordings: \(error)")
            return nil
        }
    }

    private func mutationScores(in path: String) throws(FileProblem) -> MutationScores {
        let report: JSONValue
        do {
            report = try JSON(contentsOfFile: url(path).path(percentEncoded: false)).value
        } catch {
            throw FileProblem(location: path, what: "\(error)", next: Self.mutationAdvice)
        }
        guard let scores = MutationScores(report) else {
            throw FileProblem(
                location: path, what: "not a report of 'mutate' in JSON", next: Self.mutationAdvice)
        }
        return scores
    }

    private static var mutationAdvice: String {
        "write one with \(ToolCommand("mutate", "--report", "mutation.json"))"
    }
}
