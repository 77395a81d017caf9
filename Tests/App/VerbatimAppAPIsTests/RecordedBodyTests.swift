import Foundation
import Testing
import VerbatimAppAPIs
import VerbatimAppClients
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

/// Compares three ways to read recorded bodies: the app's models, `JSONSerialization` and `JSON`.
@Suite struct RecordedBodyTests {
    /// The title and the authors of a volume.
    private struct Byline: Hashable, CustomStringConvertible {
        let title: String
        let authors: [String]?

        var description: String { "\(title) by \(authors?.joined(separator: ", ") ?? "unknown")" }
    }

    @Test func `models, JSONSerialization and JSON agree on titles and authors`() throws {
        var volumes = 0
        for body in try Self.bodies() {
            let bylines = try Self.bylinesByModel(body)
            #expect(try Self.bylinesByJSONSerialization(body) == bylines)
            #expect(try Self.bylinesByJSON(body) == bylines)
            volumes += bylines.count
        }
        #expect(volumes > 0)
    }

    private static func bylinesByModel(_ body: Data) throws -> [Byline] {
        try GoogleBooksService.makeDecoder().decode(VolumeList.self, from: body).items.map {
            Byline(title: $0.volumeInfo.title, authors: $0.volumeInfo.authors)
        }
    }

    private static func bylinesByJSONSerialization(_ body: Data) throws -> [Byline] {
        let list = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        return try (list["items"] as? [[String: Any]] ?? []).map { volume in
            let info = try #require(volume["volumeInfo"] as? [String: Any])
            return Byline(
                title: try #require(info["title"] as? String), authors: info["authors"] as? [String])
        }
    }

    private static func bylinesByJSON(_ body: Data) throws -> [Byline] {
        try JSON(parsing: body)["items"].elements.map { volume in
            let info = volume["volumeInfo"]
            let authors = info["authors"]
            return Byline(
                title: try #require(info["title"].string),
                authors: authors.exists ? authors.elements.compactMap(\.string) : nil)
        }
    }

    /// The bodies of all recorded responses that list volumes.
    private static func bodies() throws -> [Data] {
        let folder = PackageFolder.url.appending(path: "Recordings/google-books")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".har")
        }
        let archives = names.sorted().map { folder.appending(path: $0) }
        return try archives.flatMap { try Archive(contentsOf: $0).interactions }.compactMap { interaction in
            let request = interaction.request.url
            guard request.contains("/books/v1/volumes?"), case .response(let response) = interaction.outcome,
                response.status == 200
            else { return nil }
            return try response.body.bytes()
        }
    }
}
