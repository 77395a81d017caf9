package import Foundation

/// A new file that is complete under a temporary name, `.1.json.verbatim-1f0c2a9b`, beside its destination.
///
/// Everything that may fail for lack of space or permission has been done then: what remains is one rename,
/// which replaces the destination in an instant. The file is not flushed to the disk: after a power failure
/// version control has the old recording, and flushing would take longer than most recordings.
package final class StagedFile {
    private let destination: URL
    let temporary: URL
    private var isOwned = true

    /// Writes a file under a temporary name.
    ///
    /// - Parameter copy: A file with the same bytes and destination, whose bytes the new one shares where the
    ///   file system has links.
    package init(_ bytes: Data, for destination: URL, sharing copy: StagedFile? = nil) throws(ArchiveError) {
        self.destination = destination
        let name = TemporaryName.make(for: destination.lastPathComponent)
        temporary = destination.deletingLastPathComponent().file(name)
        if let copy, link(copy.temporary.fileName, temporary.fileName) == 0 { return }
        let descriptor = open(temporary.fileName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            isOwned = false
            throw .lastSystemError(writing: destination)
        }
        let isFilled = StagedFile.fill(descriptor, with: bytes)
        let error = ArchiveError.lastSystemError(writing: destination)
        // A full disk may be reported here only.
        guard close(descriptor) == 0 else { throw .lastSystemError(writing: destination) }
        guard isFilled else { throw error }
    }

    deinit {
        // A temporary file that stays is removed by the next writer.
        if isOwned { unlink(temporary.fileName) }
    }

    package func commit() throws(ArchiveError) {
        guard rename(temporary.fileName, destination.fileName) == 0 else {
            throw .lastSystemError(writing: destination)
        }
        isOwned = false
    }

    /// Leaves the file under its temporary name, as something refers to it now.
    func keep() { isOwned = false }

    private static func fill(_ descriptor: Int32, with bytes: Data) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var offset = 0
            while offset < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
                let count = write(descriptor, rest.baseAddress, rest.count)
                guard count > 0 || (count < 0 && errno == EINTR) else { return false }
                offset += max(0, count)
            }
            return true
        }
    }
}

/// The names of temporary files: `.1.json.verbatim-1f0c2a9b` for `1.json`. No one else gives such names.
enum TemporaryName {
    private static let mark = ".verbatim-"

    static func make(for name: String) -> String {
        ".\(name)\(mark)\(UUID().uuidString.prefix(8).lowercased())"
    }

    /// Returns the name of the file that a temporary name was made for, or nil if a name is not temporary.
    static func destination(of name: String) -> String? {
        let suffix = name.suffix(mark.utf8.count + 8)
        let digits = suffix.dropFirst(mark.utf8.count)
        guard name.hasPrefix("."), suffix.hasPrefix(mark), digits.count == 8, digits.allSatisfy(\.isMark)
        else { return nil }
        let destination = name.dropFirst().dropLast(suffix.count)
        return destination.isEmpty ? nil : String(destination)
    }
}

extension Character {
    fileprivate var isMark: Bool { "0"..."9" ~= self || "a"..."f" ~= self }
}
