import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// The contracts in `Contracts/`.
@Suite struct CommittedContractsTests {
    private static let folder = PackageFolder.url("Contracts")

    /// Read once for all cases.
    private static let contracts = Result<ContractSet, ContractError> { () throws(ContractError) in
        try ContractSet(contentsOf: folder)
    }

    @Test func `there is one for every API`() throws {
        let contracts = try Self.contracts.get()
        #expect(contracts.contracts.map(\.api) == ["flickr", "google-books", "itunes", "reqres"])
    }

    @Test(arguments: ["flickr", "google-books", "itunes", "reqres"])
    func `it is written as the tools write it, so that only changes show in a review`(api: String) throws {
        let file = Self.folder.appendingPathComponent("\(api).json")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(try JSON(parsing: text).value.text(.pretty) + "\n" == text)
    }

    @Test func `every response requires a date`() throws {
        for contract in try Self.contracts.get().contracts {
            for response in contract.operations.flatMap(\.responses) {
                #expect(response.headers.contains { $0.name == "Date" && $0.isRequired })
            }
        }
    }

    @Test(arguments: [
        ("https://www.googleapis.com/books/v1/volumes?q=9780143039433", "volumes.list"),
        ("https://www.googleapis.com/books/v1/volumes/zyTCAlFPjgYC", "volumes.get"),
        ("https://books.google.com/books/content?id=zyTCAlFPjgYC&img=1&zoom=1", "covers.get"),
        ("https://itunes.apple.com/search?term=x&limit=200", "search"),
        (
            "https://is1-ssl.mzstatic.com/image/thumb/Music115/v4/aa/bb/cc/x/y.jpg/100x100bb.jpg",
            "artwork.get"
        ),
        ("https://is3-ssl.mzstatic.com/image/thumb/Music/y.tif/100x100bb.jpg", "artwork.get"),
        (
            "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&format=json&nojsoncallback=1"
                + "&extras=date_taken,license,owner_name,url_q,url_z,url_l", "flickr.photos.getRecent"
        ),
        (
            "https://api.flickr.com/services/rest?method=flickr.photos.getRecent&format=json&extras=url_z",
            "flickr.photos.getRecent.any"
        ),
        (
            "https://api.flickr.com/services/rest/?method=flickr.interestingness.getList&format=rest"
                + "&extras=date_taken,license,owner_name,url_q,url_z,url_l",
            "flickr.interestingness.getList.rest"
        ),
        (
            "https://www.flickr.com/services/rest/?method=flickr.photos.search",
            "flickr.photos.search.rest.any"
        ),
        ("https://live.staticflickr.com/65535/10101747234_47a50de040_z.jpg", "images.get"),
        ("http://farm8.staticflickr.com/7458/10101747234_47a50de040.jpg", "images.get"),
        ("https://reqres.in/api/users/2", "users.get"),
        ("https://reqres.in/img/faces/7-image.jpg", "avatars.get"),
    ])
    func `match the requests of the app`(url: String, operation: String) throws {
        let contracts = try Self.contracts.get()
        let match = contracts.match(.init("GET", url), at: RequestTarget(url))
        guard case .operation(let found) = match else {
            Issue.record("no operation matches \(url)")
            return
        }
        #expect(found.operation.id == operation)
    }
}
