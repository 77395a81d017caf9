/// A web API that has a stand-in, under the name its contract and recordings have.
public enum Provider: String, Sendable, CaseIterable {
    /// Google Books, and the host of its covers.
    case googleBooks = "google-books"
    /// The iTunes Search API, and the hosts of its artwork.
    case itunes
    /// The Flickr REST API, and the host of its pictures.
    case flickr
    /// reqres.in, with its avatars.
    case reqres

    /// The hosts that answer in its name: the API first, then another name of it, then those of its images.
    public var hosts: [String] {
        switch self {
        case .googleBooks: ["www.googleapis.com", "books.googleapis.com", "books.google.com"]
        case .itunes:
            ["itunes.apple.com", "ax.itunes.apple.com"] + (1...5).map { "is\($0)-ssl.mzstatic.com" }
        case .flickr: ["api.flickr.com", "www.flickr.com", "live.staticflickr.com"]
        case .reqres: ["reqres.in", "www.reqres.in"]
        }
    }

    var standIn: any StandIn {
        switch self {
        case .googleBooks: GoogleBooksStandIn()
        case .itunes: ITunesStandIn()
        case .flickr: FlickrStandIn()
        case .reqres: ReqresStandIn()
        }
    }
}
