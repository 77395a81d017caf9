import Testing
import VerbatimAppClients

@testable import VerbatimAppFakes

@Suite struct CatalogueTests {
    @Test func `identifiers are unique`() throws {
        #expect(try Self.areUnique(FakeGoogleBooks(Catalogue()).books.map(\.id)))
        #expect(try Self.areUnique(FakeITunes(Catalogue()).items.map(\.id)))
        #expect(try Self.areUnique(FakeFlickr(Catalogue()).photos.map(\.id)))
        #expect(try Self.areUnique(FakeReqres(Catalogue()).list.users.map(\.id)))
    }

    private static func areUnique(_ identifiers: [some Hashable]) -> Bool {
        !identifiers.isEmpty && Set(identifiers).count == identifiers.count
    }

    @Test func `the ISBNs of a book are equal`() throws {
        for book in try FakeGoogleBooks(Catalogue()).books {
            let isbns = book.identifiers.filter { $0.type.hasPrefix("ISBN") }.map { ISBN($0.identifier) }
            #expect(Set(isbns).count <= 1, "\(book.title)")
        }
    }

    @Test func `artists, collections and genres are the same in all items`() throws {
        let items = try FakeITunes(Catalogue()).items
        #expect(Set(items.map(\.artist)).count == Set(items.map(\.artist.id)).count)
        #expect(Set(items.map(\.genre)).count == Set(items.map(\.genre.id)).count)
        let collections = items.compactMap(\.collection)
        #expect(Set(collections).count == Set(collections.map(\.id)).count)
    }

    @Test func `an unreadable file is reported with the reason`() {
        let error = CatalogueError(file: "books.json", reason: "the file is missing from the resources")
        #expect(error.description == "books.json: the file is missing from the resources")
    }
}
