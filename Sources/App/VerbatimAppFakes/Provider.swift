/// A web API that has a fake provider, under the name its contract and recordings have.
public enum Provider: String, Sendable, CaseIterable {
    /// Google Books, and the host of its covers.
    case googleBooks = "google-books"
    /// The iTunes Search API, and the hosts of its artwork.
    case itunes
    /// The Flickr REST API, and the host of its pictures.
    case flickr
    /// reqres.in, with its avatars.
    case reqres

    /// The hosts of the API: the one the app asks, and another that a redirect may lead to.
    public var hosts: [String] {
        switch self {
        case .googleBooks: ["www.googleapis.com", "books.googleapis.com"]
        case .itunes: ["itunes.apple.com", "ax.itunes.apple.com"]
        case .flickr: ["api.flickr.com", "www.flickr.com"]
        case .reqres: ["reqres.in", "www.reqres.in"]
        }
    }

    /// The hosts that have nothing but its images.
    public var imageHosts: [String] {
        switch self {
        case .googleBooks: ["books.google.com"]
        case .itunes: (1...5).map { "is\($0)-ssl.mzstatic.com" }
        case .flickr: ["live.staticflickr.com"]
        case .reqres: []
        }
    }

    var fake: any FakeProvider {
        switch self {
        case .googleBooks: FakeGoogleBooks()
        case .itunes: FakeITunes()
        case .flickr: FakeFlickr()
        case .reqres: FakeReqres()
        }
    }
}
