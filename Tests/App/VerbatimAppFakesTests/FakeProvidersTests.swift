import Foundation
import Testing
import VerbatimAppFakes

@Suite struct `Standing in` {
    @Test func `gives every host of a provider an origin of its own, by https and by http`() throws {
        let originMap = try FakeProviders.start(providers: [.flickr])
        #expect(
            originMap.origins.keys.sorted() == [
                "http://api.flickr.com", "http://live.staticflickr.com", "http://www.flickr.com",
                "https://api.flickr.com", "https://live.staticflickr.com", "https://www.flickr.com",
            ])
        #expect(originMap.origins["http://api.flickr.com"] == originMap.origins["https://api.flickr.com"])
        #expect(Set(originMap.origins.values).count == 3)
    }

    @Test(arguments: [
        "https://www.googleapis.com/books/v1/volumes?q=9780142437247",
        "https://books.google.com/books/content?id=XV8XAAAAYAAJ&printsec=frontcover&img=1&zoom=1",
        "https://itunes.apple.com/search?term=moby+dick&limit=200",
        "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&api_key=0123456789abcdef0123456789abcdef&format=json",
        "https://reqres.in/api/users?page=2",
    ])
    func `says the same to the same request`(_ url: String) async throws {
        let (one, other) = (try await Asker().ask(url), try await Asker().ask(url))
        #expect(one.status == 200)
        #expect(one.body == other.body)
        let differing = one.response.allHeaderFields.filter { name, value in
            other[String(describing: name)] != String(describing: value)
        }
        #expect(differing.keys.allSatisfy { String(describing: $0) == "Date" })
    }

    @Test(arguments: [
        "https://www.googleapis.com/books/v2", "https://books.google.com/nowhere",
        "https://itunes.apple.com/find",
        "https://is1-ssl.mzstatic.com/image/thumb/none/source/100x100bb.jpg", "https://api.flickr.com/",
        "https://live.staticflickr.com/1/2_3.jpg", "https://reqres.in/api",
        "https://reqres.in/img/faces/13-image.jpg",
    ])
    func `shows a page where there is nothing`(_ url: String) async throws {
        let reply = try await Asker().ask(url)
        #expect(reply.status == 404)
        #expect(reply["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(reply.text.hasPrefix("<!DOCTYPE html>"))
    }
}
