import Foundation
import VerbatimJSON

/// The replacement of a recording's files. At any moment, even if the process is killed, the complete old
/// recording or the complete new one can be read.
///
/// Readers start from the archive, which is replaced by one rename. As bodies cannot be replaced in the same
/// instant, this takes three steps:
///
/// 1. The initializer writes everything under temporary names, the changed bodies twice. Nothing is replaced.
/// 2. ``replaceArchive()`` puts an interim archive in place, which refers to the changed bodies by the
///    temporary names of their first copies, and lists the bodies to remove. From this instant on, the new
///    recording is published.
/// 3. ``finish(under:)`` gives the second copies their final names, removes the bodies that only the old
///    archive refers to, puts the final archive in place, and removes the first copies.
///
/// A file is replaced or removed only if it is a regular file with the name of a body, such as `1.json`, and
/// the old archive lists it. If a process is killed, the next publication removes its temporary files.
package struct Publication {
    private let files: ArchiveFiles
    private let bodyFolder: URL
    /// The names of the bodies to remove, once the new archive no longer refers to them.
    private let obsolete: [String]
    private let bodies: [(interim: StagedFile, final: StagedFile)]
    private let interimArchive: StagedFile?
    private let finalArchive: StagedFile?

    /// Writes everything that changes under temporary names.
    ///
    /// - Parameters:
    ///   - files: The files of the new recording. Their folder must exist.
    ///   - lock: The lock of the folder, held since the old files were read.
    /// - Throws: ``ArchiveError``, also if something that is not the recording's is in the way of its files.
    package init(_ files: ArchiveFiles, under lock: borrowing FolderLock) throws(ArchiveError) {
        self.files = files
        bodyFolder = files.bodyFolder
        try FileKind.require(.folder, at: bodyFolder)
        let exists = try FileKind.require(.file, at: files.url) == .file
        let listed = exists ? try files.namesListedInOldArchive() : []
        let changed = try files.changedBodies(listed: listed)
        obsolete = (listed ?? []).subtracting(files.bodies.map(\.name)).sorted()
        let har = files.har
        let archiveChanges = !exists || files.url.contents != har
        if !changed.isEmpty { try AtomicFile.createFolder(bodyFolder) }
        do throws(ArchiveError) {
            bodies = try changed.map { body throws(ArchiveError) in
                let url = files.url(of: body)
                let interim = try StagedFile(body.bytes, for: url)
                return (interim, try StagedFile(body.bytes, for: url, sharing: interim))
            }
            finalArchive =
                archiveChanges || !changed.isEmpty || !obsolete.isEmpty
                ? try StagedFile(har, for: files.url) : nil
            let paths = zip(changed, bodies).map { ($0.path, files.path(of: $1.interim)) }
            let interim = Dictionary(paths) { first, _ in first }
            interimArchive =
                changed.isEmpty && obsolete.isEmpty
                ? nil : try StagedFile(files.har(replacing: interim, obsolete: obsolete), for: files.url)
        } catch {
            // The folder may be new. The first error is reported, and an empty folder does no harm.
            _ = try? AtomicFile.removeEmptyFolder(bodyFolder)
            throw error
        }
    }

    /// Whether the new recording differs from the old one.
    package var isChange: Bool { finalArchive != nil }

    /// Publishes the new recording, in one instant. If this fails, the old recording is as it was.
    package func replaceArchive() throws(ArchiveError) {
        try (interimArchive ?? finalArchive)?.commit()
        for body in bodies { body.interim.keep() }
    }

    /// Gives all files their final names, and removes those of the old recording.
    ///
    /// - Parameter lock: The lock of the folder.
    package func finish(under lock: borrowing FolderLock) throws(ArchiveError) {
        for body in bodies { try body.final.commit() }
        for name in obsolete { try AtomicFile.removeFile(bodyFolder.file(name)) }
        if interimArchive != nil { try finalArchive?.commit() }
        try AtomicFile.removeTemporaries(in: bodyFolder, under: lock) { BodyName.isValid($0) }
        try AtomicFile.removeTemporaries(of: files.url, under: lock)
        try AtomicFile.removeEmptyFolder(bodyFolder)
    }
}

extension ArchiveFiles {
    /// Publishes the files, alone. Returns whether any file changed.
    @discardableResult
    package func publish() throws(ArchiveError) -> Bool {
        let folder = url.deletingLastPathComponent()
        try AtomicFile.createFolder(folder)
        return try FolderLock.withLock(on: [folder]) { (lock: borrowing FolderLock) throws(ArchiveError) in
            let publication = try Publication(self, under: lock)
            try publication.replaceArchive()
            try publication.finish(under: lock)
            return publication.isChange
        }
    }

    fileprivate func url(of body: Body) -> URL { bodyFolder.file(body.name) }

    fileprivate func path(of copy: StagedFile) -> String { "\(stem)/\(copy.temporary.lastPathComponent)" }

    /// The names of the bodies that the old archive lists: those of its entries, temporary ones as their
    /// final names, and those that it was about to remove; nil if it is damaged.
    fileprivate func namesListedInOldArchive() throws(ArchiveError) -> Set<String>? {
        let document: JSON
        do throws(ArchiveError) {
            document = try Archive.document(at: url)
        } catch {
            guard error.isDamage else { throw error }
            return nil
        }
        let entries = document["log"]["entries"]
        guard entries.kind == .array else { return nil }
        let names = entries.elements.compactMap { entry -> String? in
            guard let path = entry["response"]["content"]["_file"].string, path.hasPrefix("\(stem)/") else {
                return nil
            }
            let name = String(path.dropFirst(stem.count + 1))
            return TemporaryName.destination(of: name) ?? name
        }
        let obsolete = document["log"]["_obsolete"].elements.compactMap(\.string)
        return Set((names + obsolete).filter(BodyName.isValid))
    }

    /// Returns the bodies that differ from their files.
    ///
    /// A different file that the old archive does not list is somebody else's. If that archive is damaged,
    /// the files beside it with the names of bodies are taken for its bodies.
    fileprivate func changedBodies(listed: Set<String>?) throws(ArchiveError) -> [Body] {
        var changed: [Body] = []
        for body in bodies {
            let url = url(of: body)
            let exists = try FileKind.require(.file, at: url) == .file
            if exists, url.contents == body.bytes { continue }
            if exists, let listed, !listed.contains(body.name) {
                let path = url.displayPath
                throw ArchiveError(
                    .obstructed(path: path, reason: "it is no part of the recording"), file: path)
            }
            changed.append(body)
        }
        return changed
    }
}

/// The names of sidecar files: the number of the entry and the file type, `12.json`.
enum BodyName {
    static func isValid(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let first = parts[0].first, first != UInt8(ascii: "0"), !parts[1].isEmpty
        else { return false }
        return parts[0].allSatisfy(\.isDigit) && parts[1].allSatisfy { 0x61...0x7a ~= $0 || $0.isDigit }
    }
}

extension URL {
    /// The contents of a file, or nil if it cannot be read and so is replaced.
    fileprivate var contents: Data? { try? Data(readingFile: self) }
}
