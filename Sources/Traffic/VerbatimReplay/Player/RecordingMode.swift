/// The way in which a player responds to requests.
public enum RecordingMode: String, Sendable, CaseIterable {
    /// Responds from the recording and never uses the network. The default.
    case replay
    /// Sends every request to the network, and publishes a new recording if the scenario succeeds.
    case record
    /// Responds from the recording, sends other requests to the network, and publishes both.
    case extend
    /// Sends every request to the network and publishes nothing.
    case live
}
