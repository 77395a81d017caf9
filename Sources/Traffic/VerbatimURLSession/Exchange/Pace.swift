/// When the pieces of a recorded body reach the app.
///
/// Recordings know the time of each piece where that matters, as in a stream of server-sent events. A delegate gets
/// piece by piece; a completion handler and an async call get the whole at the time of the last.
public struct Pace: Sendable, Hashable {
    /// By how much the recorded times are multiplied; nil is at once.
    let factor: Double?

    /// All at once, in one piece.
    public static let atOnce = Pace(factor: nil)
    /// In the time the recording took.
    public static let recorded = Pace(factor: 1)

    /// In a multiple of the time the recording took, e.g. 0.1 for ten times as fast.
    public static func scaled(by factor: Double) -> Pace {
        Pace(factor: max(0, factor))
    }
}
