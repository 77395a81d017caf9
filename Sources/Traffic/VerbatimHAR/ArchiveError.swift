/// Why a recording could not be read or written.
public struct ArchiveError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Problem: Sendable, Hashable {
        /// The file is not there or may not be read; the reason is the system's.
        case unreadable(reason: String)
        /// The file is no JSON; the reason is the parser's.
        case malformed(reason: String)
        /// A member is missing or of another kind.
        case unexpected(pointer: String, expected: String, found: String)
        /// The file of a body is not there or may not be read.
        case bodyUnreadable(path: String, reason: String)
        /// The file of a body lies outside the folder of the recording.
        case bodyOutside(path: String)
        /// A file could not be written.
        case unwritable(path: String, reason: String)
    }

    /// What is wrong.
    public var problem: Problem
    /// The path of the recording, or of the body when the recording is not known.
    public var file: String
    /// The line in the recording, from 1, when it is known.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1, when it is known.
    public var column: Int?
    /// The index of the entry, from 0, when the problem is in one.
    public var entry: Int?

    /// Creates an error.
    public init(
        _ problem: Problem, file: String, line: Int? = nil, column: Int? = nil, entry: Int? = nil
    ) {
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.entry = entry
    }
}
