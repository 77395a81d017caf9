/// A request that got no answer, and why.
///
/// Everything in it is masked: it may be printed and kept.
public struct Miss: Sendable, Hashable {
    /// Why there was no answer.
    public enum Reason: Sendable, Hashable {
        /// No recorded request matches.
        case notRecorded
        /// Requests that match were recorded, and all their answers have been given.
        case usedUp(times: Int)
        /// The request goes to an origin that has no fake provider.
        case noFakeProvider(origin: String)
    }

    /// A recorded request that resembles the one asked for.
    public struct Neighbor: Sendable, Hashable {
        /// The index of its entry, from 0.
        public var entry: Int
        /// The line of its entry in the recording, from 1, or nil when it is in no file.
        public var line: Int?
        /// Method and URL.
        public var request: String
        /// What differs; never empty.
        public var differences: [RequestDifference]
    }

    /// Why there was no answer.
    public var reason: Reason
    /// Method and URL of the request.
    public var request: String
    /// The path of the recording, or its name when it is in no file.
    public var recording: String
    /// How many interactions the recording has.
    public var count: Int
    /// The mode in force.
    public var mode: RecordingMode
    /// The recorded requests that resemble it most, the nearest first, at most three.
    public var nearest: [Neighbor]
    /// The command that records the scenario anew.
    public var command: String
}
