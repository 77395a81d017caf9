public import Foundation

/// A client of the Flickr API.
///
/// https://www.flickr.com/services/api/
public struct FlickrService: Sendable {
    private let client: RESTClient
    private let apiKey: String
    private let baseURL: String

    /// Creates a service that loads on a session and identifies itself with an API key.
    public init(
        session: URLSession, apiKey: String, baseURL: String = "https://api.flickr.com/services/rest/"
    ) {
        client = RESTClient(session: session)
        self.apiKey = apiKey
        self.baseURL = baseURL
    }

    /// Returns yesterday's most interesting photos, leaving out those without an image of 640 pixels.
    ///
    /// https://www.flickr.com/services/api/flickr.interestingness.getList.html
    public func interestingPhotos(as format: FlickrFormat = .json) async throws(FlickrError) -> [FlickrPhoto]
    {
        try await photos(by: "flickr.interestingness.getList", as: format)
    }

    /// Returns the most recently uploaded photos, leaving out those without an image of 640 pixels.
    ///
    /// https://www.flickr.com/services/api/flickr.photos.getRecent.html
    public func recentPhotos(as format: FlickrFormat = .json) async throws(FlickrError) -> [FlickrPhoto] {
        try await photos(by: "flickr.photos.getRecent", as: format)
    }

    /// Loads the image of a photo.
    public func image(of photo: FlickrPhoto) async throws(FlickrError) -> DownloadedImage {
        do throws(RESTError) {
            return try await client.image(from: photo.remoteURL)
        } catch {
            throw FlickrError(error)
        }
    }

    /// Makes the decoder for responses in JSON.
    public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

    private func photos(by method: String, as format: FlickrFormat) async throws(FlickrError) -> [FlickrPhoto]
    {
        switch try await response(to: request(method, format), in: format) {
        case .page(let page): return try page.photos()
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

    private func request(_ method: String, _ format: FlickrFormat) -> RESTRequest {
        let formatItems =
            switch format {
            case .json: [("format", "json"), ("nojsoncallback", "1")]
            case .xml: [("format", "rest")]
            }
        let query = [("method", method), ("api_key", apiKey), ("extras", "url_z,date_taken")] + formatItems
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
    /// The photos that have an image; each of them must have a date as well.
    fileprivate func photos() throws(FlickrError) -> [FlickrPhoto] {
        var photos: [FlickrPhoto] = []
        for record in records {
            guard let url = record.url640 else { continue }
            guard let date = record.dateTaken else { throw .missingDate(photoID: record.id) }
            photos.append(FlickrPhoto(id: record.id, title: record.title, dateTaken: date, remoteURL: url))
        }
        return photos
    }
}

/// A response format of Flickr.
public enum FlickrFormat: Sendable, Hashable, CaseIterable {
    /// JSON, without a callback around it.
    case json
    /// XML, which Flickr calls REST.
    case xml
}
