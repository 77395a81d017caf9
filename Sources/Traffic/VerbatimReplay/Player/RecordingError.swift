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
    /// The recording has interactions of a test case with which this one does not share it, and which would
    /// be lost; nothing was written.
    case otherTestCase(recording: String, testCase: String, other: String)

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
        case .leak(let leaks): Self.message(of: leaks)
        case .noTransport(let mode):
            """
            no-transport: mode \(mode.rawValue) needs the network, but the player has no transport
              at Player(recording:mode:options:transport:)
              next: pass a transport, or set `VERBATIM_MODE=replay`
            """
        case .otherTestCase(let recording, let testCase, let other):
            """
            recording-of-another-test: '\(testCase)' would replace what '\(other)' recorded, so nothing was written
              at \(recording)
              next: name another recording, share this one with `scope: .suite` in both tests, or delete it if the \
            other test no longer exists
            """
        }
    }

    private static let listedLeaks = 20

    private static func message(of leaks: [Leak]) -> String {
        let more = leaks.count > listedLeaks ? "\n  and at \(leaks.count - listedLeaks) other locations" : ""
        let next =
            leaks.contains(where: \.isCompressed)
            ? "record a response that is not compressed or does not contain the value: in compressed data it "
                + "cannot be replaced"
            : "record the whole scenario again, which redacts older entries too, or leave this request out"
        return """
            secret-in-recording: the recording would contain a secret, so nothing was written
            \(leaks.prefix(listedLeaks).map { "  at \($0)" }.joined(separator: "\n"))\(more)
              next: \(next)
            """
    }
}
