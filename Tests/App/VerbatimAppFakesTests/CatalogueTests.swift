import Testing
import VerbatimAppClients

@testable import VerbatimAppFakes

@Suite struct CatalogueTests {
    @Test func `identifiers are unique`() throws {
        let catalogue = try Catalogue()
        #expect(Set(catalogue.books.map(\.id)).count == catalogue.books.count)
        #expect(Set(catalogue.storeItems.map(\.id)).count == catalogue.storeItems.count)
        #expect(Set(catalogue.photos.map(\.id)).count == catalogue.photos.count)
        #expect(Set(catalogue.users.users.map(\.id)).count == catalogue.users.users.count)
    }

    @Test func `the ISBNs of a book are equal`() throws {
        for book in try Catalogue().books {
            let isbns = book.identifiers.filter { $0.type.hasPrefix("ISBN") }.map { ISBN($0.identifier) }
            #expect(Set(isbns).count <= 1, "\(book.title)")
        }
    }

    @Test func `artists, collections and genres are the same in all items`() throws {
        let items = try Catalogue().storeItems
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
