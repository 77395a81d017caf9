public import VerbatimHAR

/// Why a recording could not be played or made.
public enum RecordingError: Error, Sendable, Hashable {
    /// There is no recording to replay; the command makes one.
    case missing(recording: String, command: String)
    /// A file could not be read or written.
    case archive(ArchiveError)
    /// Secrets would have been written; nothing was.
    case leak([Leak])
    /// The mode asks the network, and no transport was given.
    case noTransport(mode: RecordingMode)
}

extension RecordingError {
    /// Does work on an archive; an error of it is an error of the recording.
    static func wrap<Result>(_ work: () throws(ArchiveError) -> Result) throws(RecordingError) -> Result {
        do {
            return try work()
        } catch {
            throw .archive(error)
        }
    }
}
