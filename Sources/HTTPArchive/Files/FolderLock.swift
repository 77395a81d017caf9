package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps other processes and threads from publishing into the same folder.
///
/// The lock is on the folder itself: it leaves no file behind and ends with the process, however that ends.
package enum FolderLock {
    /// Waits for the lock and does the work under it.
    package static func hold<Result>(
        _ folder: URL, _ work: () throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError(folder) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw systemError(folder) }
        }
        return try work()
    }

    private static func systemError(_ folder: URL) -> ArchiveError {
        let reason = String(cString: strerror(errno))
        return ArchiveError(.unwritable(path: folder.displayPath, reason: reason), file: folder.displayPath)
    }
}
