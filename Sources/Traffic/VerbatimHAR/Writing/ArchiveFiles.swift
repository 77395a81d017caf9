public import Foundation
import VerbatimJSON

/// The files a recording consists of on disk, before they are written.
///
/// `search-music.har`, and beside it `search-music/1.json` with the body of the first entry. The same archive
/// always gives the same names and the same bytes.
package struct ArchiveFiles: Sendable {
    /// Where the archive goes.
    package let url: URL
    /// The bodies, by entry.
    package let bodies: [Body]
    /// What is written.
    package let archive: Archive
    private let written: [WrittenBody]

    /// The file of a body.
    package struct Body: Sendable {
        /// The path relative to the folder of the archive, `search-music/1.json`.
        package let path: String
        /// What the file holds.
        package let bytes: Data
        /// The index of its entry, from 0.
        package let entry: Int
    }

    /// Lays an archive out: reads the bodies and decides names and layouts.
    ///
    /// - Throws: ``ArchiveError`` when a body cannot be read.
    package init(_ archive: Archive, at url: URL) throws(ArchiveError) {
        let stem = url.deletingPathExtension().lastPathComponent
        var bodies: [Body] = []
        var written: [WrittenBody] = []
        for (entry, interaction) in archive.interactions.enumerated() {
            let bytes = try interaction.responseBytes()
            guard !bytes.isEmpty else {
                written.append(WrittenBody(embedding: bytes))
                continue
            }
            let type = BodyFileType.fileExtension(
                of: bytes, mediaType: interaction.outcome.response?.headers["Content-Type"])
            let indented = type == "json" ? BodyLayout.indented([UInt8](bytes)) : nil
            let path = "\(stem)/\(entry + 1).\(type)"
            bodies.append(Body(path: path, bytes: indented.map { Data($0) } ?? bytes, entry: entry))
            written.append(
                WrittenBody(size: bytes.count, file: path, layout: indented == nil ? nil : .minified))
        }
        self.url = url
        self.archive = archive
        self.bodies = bodies
        self.written = written
    }

    /// The bytes of the archive itself.
    package var har: Data { har(naming: [:]) }

    /// The bytes of the archive with some bodies called by other paths.
    func har(naming paths: [String: String]) -> Data {
        archive.har { entry in
            var body = written[entry]
            if let file = body.file { body.file = paths[file] ?? file }
            return body
        }
    }
}

extension Archive {
    /// The archive as one self-contained HAR, every body embedded.
    ///
    /// - Throws: ``ArchiveError`` when a body cannot be read.
    public func embedded() throws(ArchiveError) -> Data {
        var bodies: [WrittenBody] = []
        for interaction in interactions {
            bodies.append(WrittenBody(embedding: try interaction.responseBytes()))
        }
        return har { bodies[$0] }
    }

    func har(body: (Int) -> WrittenBody) -> Data {
        var log = ObjectWriter(source: source?["log"])
        log.keep("version", otherwise: "1.2")
        log.keep("creator", otherwise: ["name": "verbatim", "version": "1"])
        log.set(
            "entries",
            .array(
                interactions.enumerated().map { entry, interaction in
                    EntryWriter(interaction: interaction, body: body(entry)).value
                }))
        var document = ObjectWriter(source: source)
        document.set("log", log.value)
        return Data((document.value.text(.pretty) + "\n").utf8)
    }
}
