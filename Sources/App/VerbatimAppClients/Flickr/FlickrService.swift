public import Foundation

/// A stream of photos.
public protocol PhotosService: RemoteService {
    /// Lists photos, leaving out those without an image of 640 pixels or a date.
    ///
    /// - Returns: Pages of photos, which may have different numbers of them.
    func photos(in list: PhotoList) -> PageSequence<FlickrPhoto, FlickrError>

    /// Loads the image of a photo.
    func image(of photo: FlickrPhoto) async throws(FlickrError) -> DownloadedImage
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

/// A client of the Flickr API.
///
/// https://www.flickr.com/services/api/
public final class FlickrService: PhotosService {
    private let client: RESTClient
    private let apiKey: String
    private let baseURL: String
    private let pageSize: Int?
    private let requests = TaskRegistry()

    /// Creates a service that loads on a session and identifies itself with an API key.
    ///
    /// - Parameter pageSize: The number of records on a page, from 1 to 500; nil is as Flickr has it, 100.
    public init(
        session: URLSession, apiKey: String, pageSize: Int? = nil,
        baseURL: String = "https://api.flickr.com/services/rest/"
    ) {
        client = RESTClient(session: session)
        self.apiKey = apiKey
        self.pageSize = pageSize
        self.baseURL = baseURL
    }

    /// Returns the first of yesterday's most interesting photos.
    public func interestingPhotos(as format: FlickrFormat = .json) async throws(FlickrError) -> [FlickrPhoto]
    {
        try await page(of: .interesting, as: format).photos
    }

    /// Returns the most recently uploaded photos.
    public func recentPhotos(as format: FlickrFormat = .json) async throws(FlickrError) -> [FlickrPhoto] {
        try await page(of: .recent, as: format).photos
    }

    /// Lists photos, leaving out those without an image of 640 pixels or a date.
    public func photos(in list: PhotoList) -> PageSequence<FlickrPhoto, FlickrError> {
        photos(in: list, as: .json)
    }

    /// Lists photos in one of the formats, leaving out those without an image of 640 pixels or a date.
    public func photos(
        in list: PhotoList, as format: FlickrFormat
    ) -> PageSequence<FlickrPhoto, FlickrError> {
        PageSequence(startingAt: 1) { [self] (number) async throws(FlickrError) in
            let page = try await page(of: list, as: format, number: number)
            return ListPage(page.photos, total: page.total, next: number < page.pages ? number + 1 : nil)
        }
    }

    /// Loads the image of a photo.
    public func image(of photo: FlickrPhoto) async throws(FlickrError) -> DownloadedImage {
        do throws(RESTError) {
            return try await requests.run { [client] () async throws(RESTError) -> DownloadedImage in
                try await client.image(from: photo.remoteURL)
            }
        } catch {
            throw FlickrError(error)
        }
    }

    /// The requests in progress.
    public var activity: RequestActivity { client.activity }

    /// Cancels all requests in progress.
    public func cancel() { requests.cancelAll() }

    /// Makes the decoder for responses in JSON.
    public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

    /// Loads a page of a list; without a number, the first one.
    private func page(
        of list: PhotoList, as format: FlickrFormat, number: Int? = nil
    ) async throws(FlickrError) -> FlickrPhotoPage {
        let request = request(list, format, page: number)
        let contents = try await requests.run { [self] () async throws(FlickrError) in
            try await response(to: request, in: format)
        }
        switch contents {
        case .page(let page): return page
        case .failure(let failure): throw .failed(failure)
        }
    }

    private func response(
        to request: RESTRequest, in format: FlickrFormat
    ) async throws(FlickrError) -> FlickrPhotosResponse {
        do throws(RESTError) {
            let response = try await client.response(to: request).successful()
            switch format {
            case .json: return try response.decoded(by: Self.makeDecoder())
            case .xml: return try response.decodedXML()
            }
        } catch {
            throw FlickrError(error)
        }
    }

    private func request(_ list: PhotoList, _ format: FlickrFormat, page: Int?) -> RESTRequest {
        let formatItems =
            switch format {
            case .json: [("format", "json"), ("nojsoncallback", "1")]
            case .xml: [("format", "rest")]
            }
        let pageItems = [("page", page), ("per_page", pageSize)].compactMap { name, number in
            number.map { (name, String($0)) }
        }
        let query =
            list.query + [("api_key", apiKey), ("extras", FlickrPhotoRecord.extras)] + formatItems + pageItems
        return RESTRequest(.get, baseURL, query: query.map(URLQueryItem.init))
    }
}

extension RESTResponse {
    fileprivate func decodedXML() throws(RESTError) -> FlickrPhotosResponse {
        do throws(FlickrXMLError) {
            return try FlickrPhotosResponse(xml: body)
        } catch {
            throw .undecodable(self, error)
        }
    }
}

extension FlickrPhotoPage {
    /// The photos that have an image and a date.
    fileprivate var photos: [FlickrPhoto] { records.compactMap(FlickrPhoto.init) }
}

/// A response format of Flickr.
public enum FlickrFormat: Sendable, Hashable, CaseIterable {
    /// JSON, without a callback around it.
    case json
    /// XML, which Flickr calls REST.
    case xml
}
