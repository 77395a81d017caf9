package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps other processes and threads from publishing into the same folder, as long as it lives.
///
/// The lock is on the folder itself: it leaves no file behind and ends with the process, however that ends.
package struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for the lock of a folder, which must be there; who holds it already waits for ever.
    private init(_ folder: URL) throws(ArchiveError) {
        descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FolderLock.systemError(folder) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FolderLock.systemError(folder) }
        }
    }

    deinit { close(descriptor) }

    /// Waits for the lock and does the work under it.
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
