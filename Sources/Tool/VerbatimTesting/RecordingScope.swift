import Foundation
import VerbatimReplay
import VerbatimURLSession

/// A recording that is open for a test.
final class RecordingScope: Sendable {
    /// The one of the test that runs.
    @TaskLocal static var current: RecordingScope?

    let door: URLSessionInterceptor
    let session: URLSession
    private let player: Player

    var mode: RecordingMode { player.mode }

    init(_ player: Player, _ pace: Pace) {
        self.player = player
        door = URLSessionInterceptor(player, pace: pace)
        session = door.session()
    }

    /// Closes the recording, publishes it where that is wanted, and tells what was wrong.
    func close(passed: Bool) -> [RecordingProblem] {
        door.close()
        do {
            let summary = try player.finish(passed ? .succeeded : .failed)
            let misses = summary.misses.map { RecordingProblem(text: $0.description, isFailure: true) }
            let isComplete = passed && misses.isEmpty && !summary.unused.isEmpty
            return misses + (isComplete ? [try RecordingProblem(unused: summary)] : [])
        } catch {
            return [RecordingProblem(error)]
        }
    }
}
