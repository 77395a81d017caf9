package import Foundation

/// The kind of the file at a path. A symbolic link at the end of the path is not followed.
package enum FileKind: Sendable, Hashable {
    case missing, file, folder, link, special

    /// Looks a path up.
    ///
    /// - Throws: ``ArchiveError`` if the kind is unknown, as in a folder without access. It must not be taken
    ///   for a missing file, which would be created and so replaced.
    package init(of url: URL) throws(ArchiveError) {
        guard let kind = FileKind(path: url.fileName) else { throw .lastSystemError(reading: url) }
        self = kind
    }

    /// Looks a path up; returns nil after a system error.
    init?(path: String) {
        var status = stat()
        if lstat(path, &status) == 0 {
            self.init(mode: status.st_mode)
        } else if errno == ENOENT || errno == ENOTDIR {
            self = .missing
        } else {
            return nil
        }
    }

    private init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
    }
}

extension FileKind: CustomStringConvertible {
    /// The kind for messages: `a symbolic link`.
    package var description: String {
        switch self {
        case .missing: "missing"
        case .file: "a file"
        case .folder: "a folder"
        case .link: "a symbolic link"
        case .special: "neither a file nor a folder"
        }
    }
}

/// The identity of a file or folder, which is the same for all of its paths: those through symbolic links,
/// and those that differ in case or in the form of Unicode on systems that do not distinguish them.
package struct FileIdentity: Sendable, Hashable, Comparable {
    private let device: UInt64
    private let number: UInt64

    /// Looks up a path and follows symbolic links; returns nil if there is no file.
    package init?(of url: URL) {
        var status = stat()
        guard stat(url.fileName, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Orders identities in the same way for all processes.
    package static func < (a: FileIdentity, b: FileIdentity) -> Bool {
        (a.device, a.number) < (b.device, b.number)
    }
}

extension URL {
    /// The path for the system. It does not end in a slash, which would follow a symbolic link.
    package var fileName: String {
        let path = path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Appends the name of a file, without looking it up.
    package func file(_ name: some StringProtocol) -> URL {
        appending(path: String(name), directoryHint: .notDirectory)
    }

    /// Whether the file is below a folder once the symbolic links of both paths are followed.
    package func isInside(_ folder: URL) -> Bool {
        guard let file = resolvedPath, let folder = folder.resolvedPath else { return false }
        return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }

    private var resolvedPath: String? {
        guard let path = realpath(fileName, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}

extension ArchiveError {
    /// Creates the error for the last system call, which should have changed a file.
    static func lastSystemError(writing url: URL) -> ArchiveError {
        let reason = String(cString: strerror(errno))
        return ArchiveError(.unwritable(path: url.displayPath, reason: reason), file: url.displayPath)
    }

    /// Creates the error for the last system call, which should have read a file.
    static func lastSystemError(reading url: URL) -> ArchiveError {
        ArchiveError(.unreadable(reason: String(cString: strerror(errno))), file: url.displayPath)
    }
}
