import Foundation
import VerbatimJSON

extension ArchiveFiles {
    /// A step of a publication. Tests stop at one, as if the process were killed.
    package enum Step: Sendable, Hashable {
        case newBody(String)
        case stagedBody(String)
        case interimArchive
        case finalBody(String)
        case finalArchive
        case removed(String)
    }

    /// Writes the files so that at any moment, even if the process is killed, the complete old recording or
    /// the complete new one can be read.
    ///
    /// Readers start from the archive, which is replaced by one rename. A body that replaces another of the
    /// same name cannot be replaced in the same instant, so this takes two steps: an interim archive refers
    /// to the new bodies by temporary names, and once it is written the new bodies get their final names.
    ///
    /// - Parameter step: Called before each change to the disk.
    /// - Returns: Whether any file changed.
    @discardableResult
    package func publish(
        before step: (Step) throws(ArchiveError) -> Void = { _ in }
    ) throws(ArchiveError) -> Bool {
        let folder = url.deletingLastPathComponent()
        try AtomicFile.createFolder(folder)
        return try FolderLock.withLock(on: folder) { (lock: borrowing FolderLock) throws(ArchiveError) in
            try publish(under: lock, before: step)
        }
    }

    /// Writes the files for a caller that has read the old ones under the same lock.
    ///
    /// - Parameters:
    ///   - lock: The lock of the folder.
    ///   - step: Called before each change to the disk.
    /// - Returns: Whether any file changed.
    package func publish(
        under lock: borrowing FolderLock, before step: (Step) throws(ArchiveError) -> Void = { _ in }
    ) throws(ArchiveError) -> Bool {
        var publication = Publication(files: self, folder: url.deletingLastPathComponent())
        return try publication.run(before: step)
    }
}

/// A publication, under the lock of the folder.
private struct Publication {
    let files: ArchiveFiles
    let folder: URL
    /// The random part of temporary names, so that no published archive refers to them.
    let mark = UUID().uuidString.prefix(8).lowercased()
    /// The temporary paths of bodies, by their final paths.
    var staged: [String: String] = [:]

    init(files: ArchiveFiles, folder: URL) {
        self.files = files
        self.folder = folder
    }

    mutating func run(
        before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Bool {
        let har = files.har
        let archiveChanges = contents(of: files.url.lastPathComponent) != har
        let bodiesChange = try writeBodies(before: step)
        if !staged.isEmpty {
            try step(.interimArchive)
            try AtomicFile.write(files.har(replacing: staged), to: files.url)
            try nameStagedBodies(before: step)
        }
        if archiveChanges || !staged.isEmpty {
            try step(.finalArchive)
            try AtomicFile.write(har, to: files.url)
        }
        let removed = try removeLeftovers(before: step)
        return archiveChanges || bodiesChange || removed
    }

    /// Writes every body that changed: under its final name if that is free, or else under a temporary name.
    private mutating func writeBodies(
        before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Bool {
        try AtomicFile.createFolder(bodyFolder)
        var changed = false
        for body in files.bodies {
            let existing = contents(of: body.path)
            guard existing != body.bytes else { continue }
            changed = true
            if existing == nil {
                try step(.newBody(body.path))
                try AtomicFile.write(body.bytes, to: url(body.path))
            } else {
                let name = (body.path as NSString).lastPathComponent
                let path = (body.path as NSString).deletingLastPathComponent + "/.\(name).\(mark)"
                try step(.stagedBody(body.path))
                try AtomicFile.write(body.bytes, to: url(path))
                staged[body.path] = path
            }
        }
        return changed
    }

    /// Writes the staged bodies under their final names. The archive still refers to the staged ones.
    private func nameStagedBodies(
        before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        for body in files.bodies where staged[body.path] != nil {
            try step(.finalBody(body.path))
            try AtomicFile.write(body.bytes, to: url(body.path))
        }
    }

    /// Removes bodies that no entry refers to, and the temporary files of killed processes.
    private func removeLeftovers(
        before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Bool {
        let named = Set(files.bodies.map { url($0.path).lastPathComponent })
        var removed = false
        for name in AtomicFile.names(in: bodyFolder) where !named.contains(name) && name.isBodyName {
            let leftover = bodyFolder.appendingPathComponent(name)
            try step(.removed(name))
            try AtomicFile.remove(leftover)
            removed = true
        }
        try AtomicFile.removeTemporaries(of: files.url)
        if AtomicFile.names(in: bodyFolder).isEmpty { try AtomicFile.remove(bodyFolder) }
        return removed
    }

    private var bodyFolder: URL { files.url.deletingPathExtension() }

    private func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Returns the contents of a file, or nil if it cannot be read and so is replaced.
    private func contents(of path: String) -> Data? {
        try? Data(readingFile: url(path))
    }
}

extension String {
    /// Whether the file is written by this module, `12.json` or its temporary file, and not by the user.
    fileprivate var isBodyName: Bool {
        let name = drop { $0 == "." }
        let number = name.prefix { $0 != "." }
        return !number.isEmpty && number.count < name.count && number.allSatisfy(\.isNumber)
    }
}
