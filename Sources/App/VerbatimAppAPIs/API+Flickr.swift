import Foundation
public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// Flickr: the interesting and the recent photos, as JSON and as XML, and their pictures.
    public static let flickr = API(
        name: "flickr", title: "Flickr",
        keys: [flickrKey],
        scenarios: [
            Scenario("interesting-photos", "lists the interesting photos and loads the first") { stage in
                let flickr = FlickrService(session: stage.session, apiKey: stage.key(flickrKey))
                let photos = try await flickr.interestingPhotos()
                _ = try await flickr.image(of: try Scenario.require(photos.first, "photo"))
            },
            Scenario("recent-photos", "lists the recent photos") { stage in
                let flickr = FlickrService(session: stage.session, apiKey: stage.key(flickrKey))
                _ = try Scenario.require(try await flickr.recentPhotos().first, "photo")
            },
            Scenario("recent-photos-xml", "lists the recent photos in the XML form") { stage in
                let flickr = FlickrService(session: stage.session, apiKey: stage.key(flickrKey))
                _ = try Scenario.require(try await flickr.recentPhotos(as: .xml).first, "photo")
            },
            Scenario("invalid-key", "asks with a key that Flickr never gave out") { stage in
                let flickr = FlickrService(session: stage.session, apiKey: "invalid")
                try await Scenario.expect("failure 100") { () async throws(FlickrError) in
                    try await flickr.recentPhotos()
                } where: { error in
                    if case .failed(let failure) = error { failure.code == 100 } else { false }
                }
            },
        ],
        models: ["flickr.photos.getRecent", "flickr.interestingness.getList"].flatMap { method in
            [
                ModelBinding(method, FlickrPhotosResponse.self, decoder: FlickrService.makeDecoder),
                ModelBinding("\(method).rest", model: "FlickrPhotosResponse", failures: failuresInXML),
            ]
        })

    /// The XML form is not decoded but parsed, up to the first fault.
    @Sendable private static func failuresInXML(_ data: Data) -> [ModelFailure] {
        do throws(FlickrXMLError) {
            _ = try FlickrPhotosResponse(xml: data)
            return []
        } catch {
            return [
                ModelFailure(
                    line: error.line, found: "not as expected: \(error.reason)",
                    expected: "FlickrPhotosResponse expects the XML form of a list of photos")
            ]
        }
    }

    /// The key Flickr wants with every request.
    private static let flickrKey = AccessKey(
        variable: "FLICKR_API_KEY", secret: Secret("api_key"),
        source: "https://www.flickr.com/services/apps/create/")
}
