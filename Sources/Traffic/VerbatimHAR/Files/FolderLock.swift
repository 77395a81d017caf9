package import Foundation

/// A lock that keeps other processes and threads from publishing into a folder during its lifetime.
///
/// The folder itself is locked: no lock file remains, and a killed process releases the lock.
package struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for the lock of a folder, which must exist. Deadlocks if the caller holds it already.
    private init(_ folder: URL) throws(ArchiveError) {
        descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderLock.systemError(folder) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FolderLock.systemError(folder) }
        }
    }

    deinit { close(descriptor) }

    /// Waits for the lock of a folder, and performs work while it is held.
    package static func withLock<Result>(
        on folder: URL, _ work: (borrowing FolderLock) throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        try work(try FolderLock(folder))
    }

    private static func systemError(_ folder: URL) -> ArchiveError {
        let reason = String(cString: strerror(errno))
        return ArchiveError(.unwritable(path: folder.displayPath, reason: reason), file: folder.displayPath)
    }
}
