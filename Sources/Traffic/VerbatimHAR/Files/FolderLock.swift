package import Foundation

/// The proof that other processes and threads are kept from writing into some folders.
///
/// The folders themselves are locked: no lock file remains, and a killed process releases the locks.
package struct FolderLock: ~Copyable {
    private init() {}

    /// Waits for the locks of folders, which must exist, and performs work while they are held.
    ///
    /// Deadlocks if the caller holds one of them already. Folders are locked in the same order everywhere,
    /// each once, whatever their paths.
    package static func withLock<Result>(
        on folders: [URL], _ work: (borrowing FolderLock) throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        var opened: [OpenFolder] = []
        defer { for folder in opened { close(folder.descriptor) } }
        for folder in folders { opened.append(try OpenFolder(folder)) }
        var last: OpenFolder?
        for folder in opened.sorted(by: { $0.identity < $1.identity }) {
            if let last, last.identity == folder.identity { continue }
            try folder.lock()
            last = folder
        }
        return try work(FolderLock())
    }
}

private struct OpenFolder {
    let descriptor: Int32
    let identity: FileIdentity
    private let url: URL

    init(_ url: URL) throws(ArchiveError) {
        let descriptor = open(url.fileName, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .lastSystemError(writing: url) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = ArchiveError.lastSystemError(writing: url)
            close(descriptor)
            throw error
        }
        identity = FileIdentity(status)
        self.descriptor = descriptor
        self.url = url
    }

    func lock() throws(ArchiveError) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .lastSystemError(writing: url) }
        }
    }
}
