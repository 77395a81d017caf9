/// A web API that has a fake provider, by the name of its contract and its recordings.
public enum Provider: String, Sendable, CaseIterable {
    /// Google Books, and the host of its covers.
    case googleBooks = "google-books"
    /// The iTunes Search API, and the hosts of its artwork.
    case itunes
    /// The Flickr API, and the host of its images.
    case flickr
    /// reqres.in, with its avatars.
    case reqres

    /// The hosts of the API: the one that the app uses, and another one for redirects.
    public var hosts: [String] {
        switch self {
        case .googleBooks: ["www.googleapis.com", "books.googleapis.com"]
        case .itunes: ["itunes.apple.com", "ax.itunes.apple.com"]
        case .flickr: ["api.flickr.com", "www.flickr.com"]
        case .reqres: ["reqres.in", "www.reqres.in"]
        }
    }

    /// The hosts that serve only images.
    public var imageHosts: [String] {
        switch self {
        case .googleBooks: ["books.google.com"]
        case .itunes: (1...5).map { "is\($0)-ssl.mzstatic.com" }
        case .flickr: ["live.staticflickr.com"]
        case .reqres: []
        }
    }

    func makeFake(_ catalogue: Catalogue) -> any FakeProvider {
        switch self {
        case .googleBooks: FakeGoogleBooks(books: catalogue.books)
        case .itunes: FakeITunes(items: catalogue.storeItems)
        case .flickr: FakeFlickr(photos: catalogue.photos)
        case .reqres: FakeReqres(list: catalogue.users)
        }
    }
}
