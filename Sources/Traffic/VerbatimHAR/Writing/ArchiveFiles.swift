public import Foundation
import VerbatimJSON

/// The files of a recording before they are written: `search-music.har`, and beside it `search-music/1.json`
/// with the body of the first entry.
///
/// Equal archives have equal files, byte for byte.
package struct ArchiveFiles: Sendable {
    package let url: URL
    /// The sidecar files, in the order of entries.
    package let bodies: [Body]
    package let archive: Archive
    /// The name of the archive without its extension, which is that of the folder with the bodies.
    let stem: String
    package let har: Data
    private let written: [WrittenBody]

    package struct Body: Sendable {
        /// The path relative to the folder of the archive, `search-music/1.json`.
        package let path: String
        let name: String
        package let bytes: Data
        /// The index of its entry, from 0.
        package let entry: Int
    }

    /// Creates the files of an archive, whose bodies are read.
    ///
    /// - Throws: ``ArchiveError`` if a body cannot be read.
    package init(_ archive: Archive, at url: URL) throws(ArchiveError) {
        stem = url.deletingPathExtension().lastPathComponent
        var bodies: [Body] = []
        var written: [WrittenBody] = []
        for (entry, interaction) in archive.interactions.enumerated() {
            if let lost = WrittenBody(lostBodyOf: interaction) {
                written.append(lost)
                continue
            }
            let bytes = try interaction.responseBytes()
            guard !bytes.isEmpty else {
                written.append(WrittenBody(embedding: bytes))
                continue
            }
            let type = BodyFileType.fileExtension(
                of: bytes, mediaType: interaction.outcome.response?.headers["Content-Type"])
            let indented = type == "json" ? BodyLayout.indented([UInt8](bytes)) : nil
            let name = "\(entry + 1).\(type)"
            let path = "\(stem)/\(name)"
            bodies.append(
                Body(path: path, name: name, bytes: indented.map { Data($0) } ?? bytes, entry: entry))
            written.append(
                WrittenBody(size: bytes.count, file: path, layout: indented == nil ? nil : .minified))
        }
        self.url = url
        self.archive = archive
        self.bodies = bodies
        self.written = written
        har = archive.har { written[$0] }
    }

    var bodyFolder: URL { url.deletingLastPathComponent().file(stem) }

    /// Returns the bytes of the archive file with other paths for some bodies, and in an interim archive with
    /// the names of the bodies that are about to be removed.
    func har(replacing paths: [String: String], obsolete: [String]) -> Data {
        archive.har(obsolete: obsolete) { entry in
            var body = written[entry]
            if let file = body.file { body.file = paths[file] ?? file }
            return body
        }
    }
}

extension Archive {
    /// Returns the archive as a self-contained HAR, in which every body is embedded.
    ///
    /// - Throws: ``ArchiveError`` if a body cannot be read.
    public func selfContainedHAR() throws(ArchiveError) -> Data {
        var bodies: [WrittenBody] = []
        for interaction in interactions {
            if let lost = WrittenBody(lostBodyOf: interaction) {
                bodies.append(lost)
            } else {
                bodies.append(WrittenBody(embedding: try interaction.responseBytes()))
            }
        }
        return har { bodies[$0] }
    }

    func har(obsolete: [String]? = nil, body: (Int) -> WrittenBody) -> Data {
        var log = ObjectWriter(source: source?["log"])
        log.copy("version", default: "1.2")
        log.copy("creator", default: ["name": .string(Archive.creator), "version": "1"])
        log.set("_obsolete", obsolete.map { .array($0.map { .string($0) }) })
        log.set(
            "entries",
            .array(
                interactions.enumerated().map { entry, interaction in
                    EntryWriter(interaction: interaction, body: body(entry)).value
                }))
        if let origin { log.set("_origin", .string(origin.rawValue)) }
        var document = ObjectWriter(source: source)
        document.set("log", log.value)
        return Data((document.value.text(.pretty) + "\n").utf8)
    }
}
