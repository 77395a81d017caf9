extension ArchiveError: CustomStringConvertible {
    /// What, where and what to do next, a line each.
    public var description: String {
        """
        \(rule): \(what)
          at \(location)
          next: \(next)
        """
    }

    /// The permanent name of this kind of error.
    public var rule: String {
        switch problem {
        case .unreadable: "recording-unreadable"
        case .malformed: "recording-malformed"
        case .unexpected: "recording-unexpected"
        case .bodyUnreadable: "recording-body-unreadable"
        case .bodyOutside: "recording-body-outside"
        case .unwritable: "recording-unwritable"
        }
    }

    private var what: String {
        switch problem {
        case .unreadable(let reason): "the recording could not be read: \(reason)"
        case .malformed(let reason): "the recording is not JSON: \(reason)"
        case .unexpected(let pointer, let expected, let found):
            "'\(pointer)' is \(found), expected \(expected)"
        case .bodyUnreadable(let path, let reason): "the body '\(path)' could not be read: \(reason)"
        case .bodyOutside(let path): "the body '\(path)' lies outside the folder of the recording"
        case .unwritable(let path, let reason): "'\(path)' could not be written: \(reason)"
        }
    }

    private var location: String {
        var location = file
        if let line { location += ":\(line)" }
        if let column { location += ":\(column)" }
        if let entry { location += " (entry \(entry + 1))" }
        return location
    }

    private var next: String {
        switch problem {
        case .unreadable, .malformed, .unexpected, .bodyUnreadable:
            "restore it with `git checkout -- '\(file)'` and the folder beside it, or record it again"
        case .bodyOutside:
            "move the file into the folder of the recording and name it relative to the recording"
        case .unwritable:
            "check the permissions and the free space of the folder, then run the command again"
        }
    }
}
