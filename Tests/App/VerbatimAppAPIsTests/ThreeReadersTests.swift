import Foundation
import Testing
import VerbatimAppAPIs
import VerbatimAppClients
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

/// Three ways to read the same recordings: the app's models, `JSONSerialization`, and `JSON` by name.
@Suite struct ThreeReadersTests {
    /// The title and the authors of a volume, as one reader has them.
    private struct Byline: Hashable, CustomStringConvertible {
        let title: String
        let authors: [String]?

        var description: String { "\(title) by \(authors?.joined(separator: ", ") ?? "nobody")" }
    }

    @Test func `agree on title and authors in every recording of Google Books`() throws {
        var volumes = 0
        for body in try Self.answers() {
            let byModel = try Self.byModel(body)
            #expect(try Self.bySerialization(body) == byModel)
            #expect(try Self.byName(body) == byModel)
            volumes += byModel.count
        }
        #expect(volumes > 0)
    }

    private static func byModel(_ body: Data) throws -> [Byline] {
        try GoogleBooksService.makeDecoder().decode(VolumeList.self, from: body).items.map {
            Byline(title: $0.volumeInfo.title, authors: $0.volumeInfo.authors)
        }
    }

    private static func bySerialization(_ body: Data) throws -> [Byline] {
        let list = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        return try (list["items"] as? [[String: Any]] ?? []).map { volume in
            let info = try #require(volume["volumeInfo"] as? [String: Any])
            return Byline(
                title: try #require(info["title"] as? String), authors: info["authors"] as? [String])
        }
    }

    private static func byName(_ body: Data) throws -> [Byline] {
        try JSON(parsing: body)["items"].elements.map { volume in
            let info = volume["volumeInfo"]
            let authors = info["authors"]
            return Byline(
                title: try #require(info["title"].string),
                authors: authors.exists ? authors.elements.compactMap(\.string) : nil)
        }
    }

    /// The bodies of all answers that list volumes.
    private static func answers() throws -> [Data] {
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
