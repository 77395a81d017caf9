import Foundation
import Testing
import VerbatimContract
import VerbatimTestSupport

@testable import VerbatimModels

/// The declarations found in Swift sources.
@Suite struct SourceIndexTests {
    @Test(
        arguments: [
            ("id", "Photo", "Photo.id Models/Photo.swift:6:9"),
            ("url_l", "Photo", "Photo.remoteURL Models/Photo.swift:12:9"),
            ("date_taken", "Photo", "Photo.taken Models/Photo.swift:8:16"),
            ("width", "Photo.Size", "Photo.Size.width Models/Photo.swift:27:13"),
            ("height", "Photo.Size", "Photo.Size.height Models/Photo.swift:27:20"),
            ("depth", "Photo.Size", "Photo.Size.depth Models/Photo.swift:28:13"),
            ("latitude", "Photo.Location", "Photo.Location.latitude Models/Photo.swift:38:13"),
            ("raw", "Photo.Location", "Photo.Location.raw Models/Photo.swift:44:14"),
            ("next_page", "Page<Photo>", "Page<Photo>.nextPage Models/Photo.swift:52:9"),
            ("class", "Page", "Page.class Models/Photo.swift:53:9"),
            ("text", "Part", "Part.text Models/Photo.swift:56:38"),
        ])
    func `finds the property that is decoded from a key`(key: String, model: String, expected: String) throws
    {
        let property = try #require(Self.index.property(readFrom: key, of: model))
        #expect("\(property) \(property.location)" == expected)
    }

    @Test(
        arguments: [
            ("title", "Photo"), ("remoteURL", "Photo"), ("shared", "Photo"), ("inner", "Photo"),
            ("id", "Twice"), ("id", "Missing"), ("local", "Local"), ("fake", "Fake"), ("branch", "Branches"),
        ])
    func `returns nil for missing and ambiguous properties`(key: String, model: String) {
        #expect(Self.index.property(readFrom: key, of: model) == nil)
    }

    @Test(arguments: ["struct A { let b = \"", "struct A { let b: Int } /* ", "struct A { let b: Int"])
    func `omits a source that is not terminated`(text: String) {
        let index = SourceIndex([("A.swift", [UInt8](text.utf8))])
        #expect(index.property(readFrom: "b", of: "A") == nil)
    }

    @Test(arguments: ["#\"\"\"#", "\"\"", "#\"\\(\"#", "\"\\\"{\"", "/[\"{]/", "\"\"\"\n{\"\n\"\"\""])
    func `finds the end of a literal`(literal: String) throws {
        let text = "struct A { let first = \(literal); let b: Int }"
        let index = SourceIndex([("A.swift", [UInt8](text.utf8))])
        #expect(index.property(readFrom: "b", of: "A") != nil)
    }

    @Test func `parses the sources of the app`() throws {
        let services = PackageFolder.url.appending(path: "Sources/App/VerbatimAppClients")
        let property = try #require(
            SourceIndex(contentsOf: services).property(readFrom: "datetaken", of: "FlickrPhotoRecord"))
        #expect(property.description == "FlickrPhotoRecord.dateTaken")
        #expect(
            property.location.file.hasSuffix(
                "Sources/App/VerbatimAppClients/Flickr/FlickrPhotoRecord.swift"))
    }

    @Test func `is empty for a folder that does not exist`() {
        let index = SourceIndex(contentsOf: PackageFolder.url.appending(path: "no-such-folder"))
        #expect(index.property(readFrom: "id", of: "Volume") == nil)
    }

    private static let index = SourceIndex([("Models/Photo.swift", [UInt8](source.utf8))])

    private static let source = #"""
        import Foundation

        // struct Fake { let fake: Int }
        /* struct Fake { /* nested */ let fake: Int } */
        struct Photo: Decodable {
            let id: String
            /// "When", as the camera's clock says: { not a brace }
            public let taken: Date
            static let shared = "let url_l: Int \(["}": 1]["}"] ?? 0) {"
            let pattern = #/"{/#
            var count = 0, more = { let inner = 1; return inner }()
            let remoteURL: URL?

            var title: String { let title = "title"; return title }

            class func make() -> Photo? { nil }

            private enum CodingKeys: String, CodingKey {
                case id
                case taken = "date_taken", remoteURL = "url_l"
            }

            init(from decoder: any Decoder) throws { struct Local { let local: Int } }

            @available(*, deprecated, message: "{")
            struct Size: Decodable {
                let width, height: Int
                let depth: [String: Set<Int>]; var area: Int { width * height / 2 }
            }
        }

        extension Photo {
            /// Where.
            struct Location {
                let format = """
                    let latitude: Double {
                    """
                let latitude: Double
            }
        }

        extension Photo.Location: Decodable {
            enum Keys: String, CodingKey {
                case raw = "raw", unit
            }
        }

        protocol Paged { var nextPage: Int { get } }

        final class Page<Element: Decodable>: Decodable where Element: Sendable {
            static var limit: Int { 10 }
            let nextPage: (_ from: Int, Element) -> Int
            let `class`: String
        }

        indirect enum Part: Decodable { case text(String), list([Part]) }

        #if os(Linux)
            struct Branches { let branch: Int }
        #else
            struct Branches { let branch: Int }
        #endif

        enum One { struct Twice { let id: Int } }
        struct Twice { let id: Int }
        struct Twice { let id: Int }
        let fake = "\("struct Fake { let fake: Int }")"
        """#
}
