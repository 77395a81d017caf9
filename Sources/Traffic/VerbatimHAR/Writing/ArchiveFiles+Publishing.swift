import Foundation

extension ArchiveFiles {
    /// A moment between two changes to the disk; tests end a publication there, as a kill would.
    package enum Step: Sendable, Hashable {
        case newBody(String)
        case stagedBody(String)
        case interimArchive
        case finalBody(String)
        case finalArchive
        case removed(String)
    }

    /// Puts the files in place so that whoever reads at any moment, or after a kill at any moment, finds the old
    /// recording or the new one, whole.
    ///
    /// The archive is the only file readers start from, and it is replaced by one rename. A body that replaces
    /// another of the same name cannot be replaced in the same instant, so it takes two steps: an interim archive
    /// names the new bodies by names of their own, the old ones stay until it is in location, and only then do
    /// the new bodies get the names a reviewer expects.
    ///
    /// - Returns: Whether anything was changed.
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

    /// Puts the files in place for who has read the old ones under the same lock.
    package func publish(
        under lock: borrowing FolderLock, before step: (Step) throws(ArchiveError) -> Void = { _ in }
    ) throws(ArchiveError) -> Bool {
        var publication = Publication(files: self, folder: url.deletingLastPathComponent())
        return try publication.run(before: step)
    }
}

/// One run of a publication, under the lock of the folder.
private struct Publication {
    let files: ArchiveFiles
    let folder: URL
    /// Marks the files of this run, so that no archive in place names them.
    let mark = UUID().uuidString.prefix(8).lowercased()
    var staged: [String: String] = [:]

    init(files: ArchiveFiles, folder: URL) {
        self.files = files
        self.folder = folder
    }

    mutating func run(before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void) throws(ArchiveError)
        -> Bool
    {
        let har = files.har
        let archiveChanges = contents(of: files.url.lastPathComponent) != har
        let placed = try locationBodies(before: step)
        if !staged.isEmpty {
            try step(.interimArchive)
            try AtomicFile.write(files.har(naming: staged), to: files.url)
            try nameStagedBodies(before: step)
        }
        if archiveChanges || !staged.isEmpty {
            try step(.finalArchive)
            try AtomicFile.write(har, to: files.url)
        }
        let removed = try removeLeftovers(before: step)
        return archiveChanges || placed || removed
    }

    /// Writes every body that is not there yet: under its name when the name is free, else under a staging name.
    private mutating func locationBodies(
        before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Bool {
        try AtomicFile.createFolder(bodyFolder)
        var placed = false
        for body in files.bodies {
            let existing = contents(of: body.path)
            guard existing != body.bytes else { continue }
            placed = true
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
        return placed
    }

    /// Gives the staged bodies their names; the archive in place names the staged ones until the next step.
    private func nameStagedBodies(
        before step: (ArchiveFiles.Step) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        for body in files.bodies where staged[body.path] != nil {
            try step(.finalBody(body.path))
            try AtomicFile.write(body.bytes, to: url(body.path))
        }
    }

    /// Removes bodies no entry names any more and what killed runs left behind.
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

    /// What stands in a file, or nil when there is none; one that cannot be read is replaced.
    private func contents(of path: String) -> Data? {
        try? Data(contentsOf: url(path), options: .mappedIfSafe)
    }
}

extension String {
    /// Whether a file is one this module writes, `12.json` or a temporary of it, and not a reader's own.
    fileprivate var isBodyName: Bool {
        let name = drop { $0 == "." }
        let number = name.prefix { $0 != "." }
        return !number.isEmpty && number.count < name.count && number.allSatisfy(\.isNumber)
    }
}
