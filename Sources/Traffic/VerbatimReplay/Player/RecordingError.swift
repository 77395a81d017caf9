public import VerbatimHAR
package import VerbatimJSON

/// An error that prevents a recording from being replayed or made.
public enum RecordingError: Error, Sendable, Hashable {
    /// The recording does not exist; the command makes it.
    ///
    /// The suggestion ends the message with the name of a recording that was probably meant.
    case missing(recording: String, command: String, suggestion: String = "")
    /// A file could not be read or written. The recording is as it was.
    case archive(ArchiveError)
    /// The new recording is published, but a file beside it could not be written or removed.
    case unfinished(ArchiveError)
    /// Files would have contained secrets, so nothing was written.
    case leak([Leak])
    /// More different values have the names of secrets, such as this one, than are searched for everywhere,
    /// so nothing was written.
    case tooManySecrets(name: String)
    /// The bodies have more bytes than are kept in memory, so nothing was written.
    case tooLarge(limit: Int)
    /// The mode uses the network, but the player has no transport.
    case noTransport(mode: RecordingMode)

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
    public var description: String { messageText.text }

    /// The parts of the message, which reports take as they are.
    package var messageText: MessageText {
        switch self {
        case .missing(let recording, let command, let suggestion):
            MessageText(
                "recording-missing: the recording does not exist\(suggestion)", at: recording,
                next: "run `\(command)`")
        case .archive(let error): error.messageText
        case .unfinished(let error):
            MessageText(
                "recording-unfinished: the new recording is published, but \(error.message)",
                at: error.location,
                next: "record again once that is possible; the rest is put in order then")
        case .leak(let leaks): Self.message(of: leaks)
        case .tooManySecrets(let name):
            MessageText(
                "secrets-too-many: more than \(Redaction.maximumFoundCount) different values have the names of "
                    + "secrets, such as '\(name)', so nothing was written",
                next: "make several recordings of fewer requests, or name what is no secret in `except:`")
        case .tooLarge(let limit):
            MessageText(
                "recording-too-large: the bodies have more than \(limit) bytes together, so nothing was written",
                next: "make several recordings of fewer requests")
        case .noTransport(let mode):
            MessageText(
                "no-transport: mode \(mode.rawValue) needs the network, but the player has no transport",
                at: "Player(recording:mode:options:transport:)",
                next: "pass a transport, or set `VERBATIM_MODE=replay`")
        }
    }

    private static let listedLeaks = 20

    private static func message(of leaks: [Leak]) -> MessageText {
        let more = leaks.count - listedLeaks
        return MessageText(
            "secret-in-recording: the recording would contain a secret, so nothing was written",
            details: leaks.prefix(listedLeaks).map { "at \($0)" }
                + (more > 0 ? ["and at \(more) other locations"] : []),
            next: leaks.contains(where: \.isFixed)
                ? "record a response that is not compressed or does not contain the value: in compressed data, "
                    + "and in escaped pieces of a stream, it cannot be replaced"
                : "record the whole scenario again, which redacts older entries too, or leave this request out"
        )
    }
}
