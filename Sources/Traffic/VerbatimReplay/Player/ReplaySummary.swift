public import VerbatimHAR

/// What a player did.
public struct ReplaySummary: Sendable {
    /// What became of the recording's files.
    public enum Publication: Sendable, Hashable {
        /// NoopCancellable was to be published.
        case none
        /// What was recorded says the same as the recording in location, which keeps its bytes.
        case unchanged
        /// The recording was replaced, or made.
        case published
    }

    /// What the recording is called, `<api>/<scenario>`.
    public var name: String
    /// The mode that was in force.
    public var mode: RecordingMode
    /// The recorded interactions that answered, in the order they did.
    public var used: Interactions
    /// The recorded interactions nobody asked for, in recorded order.
    public var unused: Interactions
    /// The interactions with the network, masked, in the order they were started.
    public var recorded: [Interaction]
    /// The requests that got no answer.
    public var misses: [Miss]
    /// What became of the recording's files.
    public var publication: Publication
}
