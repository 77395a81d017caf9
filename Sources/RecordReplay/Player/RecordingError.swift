public import HTTPArchive

/// Why a recording could not be played or made.
public enum RecordingError: Error, Sendable, Hashable {
    /// There is no recording to replay; the command makes one.
    case missing(recording: String, command: String)
    /// A file could not be read or written.
    case archive(ArchiveError)
    /// Secrets would have been written; nothing was.
    case leak([Leak])
    /// The mode asks the network, and no transport was given.
    case noTransport(mode: Mode)
}

extension RecordingError {
    /// Any error of reading or writing a recording, as one of these.
    init(_ error: any Error) {
        switch error {
        case let error as RecordingError: self = error
        case let error as ArchiveError: self = .archive(error)
        default: self = .archive(ArchiveError(.unreadable(reason: "\(error)"), file: ""))
        }
    }
}
