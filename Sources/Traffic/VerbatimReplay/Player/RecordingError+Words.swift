import VerbatimHAR

extension RecordingError: CustomStringConvertible {
    /// What, where and what to do next, a line each.
    public var description: String {
        switch self {
        case .missing(let recording, let command):
            """
            recording-missing: there is no recording to replay
              at \(recording)
              next: run `\(command)`
            """
        case .archive(let error): error.description
        case .leak(let leaks):
            """
            secret-in-recording: the recording would have shown a secret, nothing was written
            \(leaks.map { "  at \($0)" }.joined(separator: "\n"))
              next: give the redaction a `Secret` that names where the value stands, and record again
            """
        case .noTransport(let mode):
            """
            no-transport: mode \(mode.rawValue) asks the network, and the player was given no transport
              at Player(recording:mode:options:transport:)
              next: pass a transport, or replay with `VERBATIM_MODE=replay`
            """
        }
    }
}
