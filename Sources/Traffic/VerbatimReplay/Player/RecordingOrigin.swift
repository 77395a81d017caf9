/// Who answered when a recording was made.
public enum RecordingOrigin: String, Sendable, Hashable, CaseIterable {
    /// The provider itself.
    case live
    /// Local fake providers of the provider.
    case fake
}
