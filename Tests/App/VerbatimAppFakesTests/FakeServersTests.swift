import Foundation
import Testing
import VerbatimAppFakes

@Suite struct FakeServersTests {
    @Test func `maps both origins of every host of a provider to a separate server`() throws {
        let fakes = try FakeServers.start(providers: [.flickr])
        #expect(
            fakes.origins.keys.sorted() == [
                "http://api.flickr.com", "http://live.staticflickr.com", "http://www.flickr.com",
                "https://api.flickr.com", "https://live.staticflickr.com", "https://www.flickr.com",
            ])
        #expect(fakes.origins["http://api.flickr.com"] == fakes.origins["https://api.flickr.com"])
        #expect(Set(fakes.origins.values).count == 3)
    }

    @Test(arguments: [
        "https://www.googleapis.com/books/v1/volumes?q=9780142437247",
        "https://books.google.com/books/content?id=XV8XAAAAYAAJ&printsec=frontcover&img=1&zoom=1",
        "https://itunes.apple.com/search?term=moby+dick&limit=200",
        "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&api_key=0123456789abcdef0123456789abcdef&format=json",
        "https://reqres.in/api/users?page=2",
    ])
    func `sends the same response to the same request`(_ url: String) async throws {
        let (first, second) = (try await FakeClient().send(url), try await FakeClient().send(url))
        #expect(first.status == 200)
        #expect(first.body == second.body)
        let differing = first.http.allHeaderFields.filter { name, value in
            second[String(describing: name)] != String(describing: value)
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
    func `responds with a page to unknown paths`(_ url: String) async throws {
        let response = try await FakeClient().send(url)
        #expect(response.status == 404)
        #expect(response["Content-Type"]?.hasPrefix("text/html") == true)
        #expect(response.text.hasPrefix("<!DOCTYPE html>"))
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "9223372036854775808"])
    func `responds to numbers that no client sends`(_ number: String) async throws {
        let client = try FakeClient()
        for url in [
            "https://www.googleapis.com/books/v1/volumes?q=sea&startIndex=\(number)",
            "https://www.googleapis.com/books/v1/volumes?q=sea&maxResults=\(number)",
            "https://itunes.apple.com/search?term=sea&limit=\(number)",
            "https://itunes.apple.com/lookup?id=\(number)",
            "https://reqres.in/api/users?page=\(number)&per_page=\(number)",
            "https://reqres.in/api/users/\(number)",
            "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent"
                + "&api_key=0123456789abcdef0123456789abcdef&format=json&page=\(number)&per_page=\(number)",
        ] {
            #expect(200..<500 ~= (try await client.send(url).status), "\(url)")
        }
    }
}
