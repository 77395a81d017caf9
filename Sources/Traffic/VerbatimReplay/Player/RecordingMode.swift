/// What a player does with a request.
public enum RecordingMode: String, Sendable, CaseIterable {
    /// Answers from the recording and never touches the network. The default.
    case replay
    /// Asks the network for everything and publishes a new recording when the scenario has ended well.
    case record
    /// Answers from the recording, asks the network for what is missing, and publishes both.
    case extend
    /// Asks the network for everything and publishes nothing.
    case live
}
