public import VerbatimHAR
import VerbatimJSON

/// An error that prevents a recording from being replayed or made.
public enum RecordingError: Error, Sendable, Hashable {
    /// The recording does not exist; the command makes it.
    case missing(recording: String, command: String)
    /// A file could not be read or written. The recording is as it was.
    case archive(ArchiveError)
    /// The new recording is published, but a file beside it could not be written or removed.
    case unfinished(ArchiveError)
    /// Files would have contained secrets, so nothing was written.
    case leak([Leak])
    /// The mode uses the network, but the player has no transport.
    case noTransport(mode: RecordingMode)
}

extension RecordingError {
    /// Performs work on an archive, and wraps its error.
    static func wrap<Result>(_ work: () throws(ArchiveError) -> Result) throws(RecordingError) -> Result {
        do {
            return try work()
        } catch {
            throw .archive(error)
        }
    }
}

extension RecordingError: CustomStringConvertible {
    /// The problem, its location and the next step, a line each.
    public var description: String {
        switch self {
        case .missing(let recording, let command):
            MessageText(
                "recording-missing: the recording does not exist", at: recording, next: "run `\(command)`"
            ).text
        case .archive(let error): error.description
        case .unfinished(let error):
            """
            recording-unfinished: the new recording is published, but \(error.message)
              at \(error.location)
              next: record again once that is possible; the rest is put in order then
            """
        case .leak(let leaks):
            MessageText(
                "secret-in-recording: the recording would contain a secret, so nothing was written",
                details: leaks.map { "at \($0)" },
                next: "add a `Secret` with the name of this value to the redaction, and record again"
            ).text
        case .noTransport(let mode):
            """
            no-transport: mode \(mode.rawValue) needs the network, but the player has no transport
              at Player(recording:mode:options:transport:)
              next: pass a transport, or set `VERBATIM_MODE=replay`
            """
        }
    }
}
