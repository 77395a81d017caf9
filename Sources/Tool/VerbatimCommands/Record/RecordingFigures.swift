import Foundation
import VerbatimJSON

/// The measurements of a scenario that was recorded.
struct RecordingFigures: Sendable, Hashable {
    /// The number of bytes of all responses, decoded.
    var bytes = 0
    /// The time from the first request to the end.
    var elapsed: Duration = .zero
    /// The reasons why requests were sent again, one for each time.
    var repeats: [String] = []
    /// The time that was waited before requests were sent again.
    var waited: Duration = .zero

    /// The size and the time: `14.2 kB in 0.8 s`.
    var text: String { "\(Self.size(bytes)) in \(Self.seconds(elapsed))" }

    /// The requests that were sent again: `, after 2 repeated requests (429) and 14.0 s of waiting`; empty if
    /// there are none.
    var repeatsText: String {
        guard !repeats.isEmpty else { return "" }
        let count = String.count(repeats.count, "repeated request")
        return ", after \(count) (\(repeats.uniqued.joined(separator: ", "))) and "
            + "\(Self.seconds(waited)) of waiting"
    }

    /// Returns a number of bytes: `512 bytes`, `14.2 kB`, `3.1 MB`; 1 kB has 1,000 bytes.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return String.count(bytes, "byte") }
        let isLarge = bytes >= 999_950
        let tenths = (Double(bytes) / (isLarge ? 1e5 : 1e2)).rounded() / 10
        return "\(tenths) \(isLarge ? "MB" : "kB")"
    }

    /// Returns a time: `0.8 s`.
    static func seconds(_ time: Duration) -> String { "\((time / .milliseconds(100)).rounded() / 10) s" }
}
