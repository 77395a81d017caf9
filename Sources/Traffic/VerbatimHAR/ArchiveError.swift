package import VerbatimJSON

/// An error that prevents a recording from being read or written.
public struct ArchiveError: Error, Sendable, Hashable {
    /// The kinds of errors.
    public enum Problem: Sendable, Hashable {
        /// The file does not exist or cannot be read. The reason is the system's.
        case unreadable(reason: String)
        /// The file is not JSON. The reason is the parser's.
        case malformed(reason: String)
        /// A member is missing.
        case missing(member: String)
        /// A member has another type or value. It is named by its path in the entry or in the file.
        case unexpected(member: String, expected: String, found: String)
        /// The archive has lost the body of a response.
        case bodyLost(ArchiveLoss.Kind)
        /// The sidecar file of a body does not exist or cannot be read.
        case bodyUnreadable(path: String, reason: String)
        /// The sidecar file of a body is outside the folder of the recording.
        case bodyOutside(path: String)
        /// A file could not be written.
        case unwritable(path: String, reason: String)
        /// Something that is no part of the recording has the name of one of its files.
        case obstructed(path: String, reason: String)
        /// The log of days could not be read.
        case refreshLog(reason: String)
    }

    /// The kind of error, with its details.
    public var problem: Problem
    /// The path of the recording, or of the body if the recording is not known.
    public var file: String
    /// The line in the recording, from 1, if known.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1, if known.
    public var column: Int?
    /// The index of the entry, from 0, if the problem is in one.
    public var entry: Int?

    /// Creates an error.
    public init(_ problem: Problem, file: String, line: Int? = nil, column: Int? = nil, entry: Int? = nil) {
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.entry = entry
    }
}

extension ArchiveError: CustomStringConvertible {
    /// The problem, its location and the next step, a line each.
    public var description: String { messageText.text }

    /// The parts of the message, which reports take as they are.
    package var messageText: MessageText {
        MessageText("\(rule): \(message)", at: file.isEmpty ? nil : location, next: next)
    }

    /// Whether the recording was read but makes no sense, which is a reason to record again. A file that
    /// cannot be read at all may be whole.
    package var isDamage: Bool {
        switch problem {
        case .malformed, .missing, .unexpected, .bodyLost, .bodyOutside, .bodyUnreadable: true
        case .unreadable, .unwritable, .obstructed, .refreshLog: false
        }
    }

    /// The permanent identifier of this kind of error.
    public var rule: String {
        switch problem {
        case .unreadable: "recording-unreadable"
        case .malformed: "recording-malformed"
        case .missing, .unexpected: "recording-unexpected"
        case .bodyLost: "recording-body-lost"
        case .bodyUnreadable: "recording-body-unreadable"
        case .bodyOutside: "recording-body-outside"
        case .unwritable: "recording-unwritable"
        case .obstructed: "recording-obstructed"
        case .refreshLog: "refresh-log-damaged"
        }
    }

    /// The problem without its location.
    package var message: String {
        switch problem {
        case .unreadable(let reason): "the recording could not be read: \(reason)"
        case .malformed(let reason): "the recording is not JSON: \(reason)"
        case .missing(let member): "\(entry.map { "entry \($0 + 1) has " } ?? "")no '\(member)'"
        case .unexpected("", let expected, let found):
            "\(entry.map { "entry \($0 + 1)" } ?? "the file") is \(found), expected \(expected)"
        case .unexpected(let member, let expected, let found):
            "'\(member)'\(entry.map { " of entry \($0 + 1)" } ?? "") is \(found), expected \(expected)"
        case .bodyLost(let kind): kind.reason
        case .bodyUnreadable(let path, let reason): "the body '\(path)' could not be read: \(reason)"
        case .bodyOutside(let path): "the body '\(path)' is outside the folder of the recording"
        case .unwritable(let path, let reason): "'\(path)' could not be written: \(reason)"
        case .obstructed(let path, let reason): "'\(path)' is in the way: \(reason)"
        case .refreshLog(let reason): "the log of days is damaged: \(reason)"
        }
    }

    /// The file, with line, column and entry if they are known.
    package var location: String {
        let position = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
        return file + position + (entry.map { " (entry \($0 + 1))" } ?? "")
    }

    private var next: String {
        switch problem {
        case .unreadable, .malformed, .missing, .unexpected, .bodyUnreadable, .bodyLost:
            file.isInFolder("Recordings")
                ? "restore it with `git checkout -- \(file.shellWord)` and the folder beside it, or record it again"
                : exportAgain
        case .bodyOutside:
            "move the file into the folder of the recording, and name it relative to the recording"
        case .unwritable:
            "check the permissions and the free space of the folder, then run the command again"
        case .obstructed:
            "move it to another place, then run the command again"
        case .refreshLog:
            "correct it, or delete it: the days are then unknown until the APIs are recorded again"
        }
    }

    private var exportAgain: String {
        switch problem {
        case .unreadable: "name a file that exists and can be read"
        case .bodyUnreadable, .bodyLost:
            "export the archive again with contents, in one file or with all of them"
        default: "export it again as HAR 1.2"
        }
    }
}
