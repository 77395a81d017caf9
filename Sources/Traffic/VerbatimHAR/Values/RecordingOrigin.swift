/// The source of the responses in a recording.
public enum RecordingOrigin: String, Sendable, Hashable, CaseIterable, Codable {
    /// The provider itself.
    case live
    /// A file of another tool, whose responses may be those of the provider or written by hand.
    case imported
    /// A local fake provider.
    case fake
}
