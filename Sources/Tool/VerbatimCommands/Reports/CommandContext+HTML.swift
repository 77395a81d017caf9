import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimReports

extension CommandContext {
    /// The format of HTML for a check, with the history of the recordings if they are in a repository.
    var htmlReport: HTMLReport { HTMLReport(day: Date().isoDay, history: recordingHistory) }

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
}
