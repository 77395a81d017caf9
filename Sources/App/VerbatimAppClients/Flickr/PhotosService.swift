/// A stream of photos.
public protocol PhotosService: Sendable {
    /// Lists photos, leaving out those without an image of 640 pixels.
    ///
    /// - Returns: Pages of photos, which may have different numbers of them.
    func photos(in list: PhotoList) -> PageSequence<FlickrPhoto, FlickrError>

    /// Loads the image of a photo.
    func image(of photo: FlickrPhoto) async throws(FlickrError) -> DownloadedImage

    /// Cancels all requests in progress; they throw errors that are ``ServiceError/isCancelled``.
    func cancel()
}

/// A list of photos on Flickr.
public enum PhotoList: Sendable, Hashable {
    /// Yesterday's most interesting photos.
    ///
    /// https://www.flickr.com/services/api/flickr.interestingness.getList.html
    case interesting
    /// The most recently uploaded photos.
    ///
    /// https://www.flickr.com/services/api/flickr.photos.getRecent.html
    case recent
    /// The photos whose title, description or tags contain a text; Flickr sends no more than 4,000 of them.
    ///
    /// https://www.flickr.com/services/api/flickr.photos.search.html
    case matching(String)

    /// The method and its parameters.
    var query: [(String, String)] {
        switch self {
        case .interesting: [("method", "flickr.interestingness.getList")]
        case .recent: [("method", "flickr.photos.getRecent")]
        case .matching(let text): [("method", "flickr.photos.search"), ("text", text)]
        }
    }
}
