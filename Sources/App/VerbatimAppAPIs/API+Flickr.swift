import Foundation
public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// The Flickr API: interesting and recent photos, in JSON and XML, a search, and images.
    public static let flickr = API(
        name: "flickr",
        keys: [flickrKey],
        // 3,600 queries an hour: https://www.flickr.com/services/developer/api/
        rate: .perSecond(1),
        // "105: Service currently unavailable", with status 200:
        // https://www.flickr.com/services/api/flickr.photos.getRecent.html
        isBusy: { _, body in failure(in: body)?.code == 105 },
        scenarios: [
            Scenario("interesting-photos", "lists the most interesting photos and loads the first image") {
                context in
                let flickr = FlickrService(context)
                let photos = try await flickr.interestingPhotos()
                _ = try await flickr.image(of: try Scenario.require(photos.first, "photo"))
            },
            Scenario("recent-photos", "lists the most recent photos") { context in
                let flickr = FlickrService(context)
                _ = try Scenario.require(try await flickr.recentPhotos().first, "photo")
            },
            Scenario("recent-photos-xml", "lists the most recent photos in XML") { context in
                let flickr = FlickrService(context)
                _ = try Scenario.require(try await flickr.recentPhotos(as: .xml).first, "photo")
            },
            Scenario("search", "reads two pages of photos that match a word") { context in
                let flickr = FlickrService(context, pageSize: 1)
                let pages = flickr.photos(in: .matching("harbour"))
                let read = try await pages.prefix(2).reduce(into: []) { $0.append($1) }
                try Scenario.require(read.count == 2, "second page")
            },
            Scenario(
                "missing-image", "loads an image that does not exist", refusals: [404], needsKeys: false,
                guess: "status 404 for an image that does not exist"
            ) { context in
                try await Scenario.expectStatus(
                    404, of: "https://live.staticflickr.com/65535/1_0000000000_z.jpg", in: context)
            },
            Scenario("invalid-key", "sends an API key that Flickr never issued", needsKeys: false) {
                context in
                let flickr = FlickrService(session: context.session, apiKey: "invalid")
                try await Scenario.expect("failure 100") { () async throws(FlickrError) in
                    try await flickr.recentPhotos()
                } where: { error in
                    if case .failed(let failure) = error { failure.code == 100 } else { false }
                }
            },
        ] + flickrFaults,
        models: [
            .image("images.get"),
            ModelBinding(
                "flickr.photos.search.any", FlickrPhotosResponse.self, decoder: FlickrService.makeDecoder),
        ]
            + ["flickr.photos.getRecent", "flickr.interestingness.getList"].flatMap { method in
                [
                    ModelBinding(method, FlickrPhotosResponse.self, decoder: FlickrService.makeDecoder),
                    ModelBinding("\(method).rest", model: "FlickrPhotosResponse", reading: readXML),
                ]
            })

    /// Failures that only the fake provider shows on request, which the app reads in its lists.
    private static let flickrFaults: [Scenario] = [
        ("oauth-incomplete", "flickr=400", 400, "sends an incomplete OAuth signature"),
        ("oauth-invalid", "flickr=401", 401, "sends an invalid OAuth signature"),
        ("too-many-requests", "flickr=429", 429, "asks too often in an hour"),
    ].map { name, fault, status, summary in
        Scenario(name, summary, fakeEnvironment: ["VERBATIM_FAKE": fault], refusals: [status]) { context in
            let flickr = FlickrService(session: context.session, apiKey: ScenarioContext.placeholderKey)
            for format in FlickrFormat.allCases {
                try await expectFlickrStatus(status) { () async throws(FlickrError) in
                    try await flickr.recentPhotos(as: format)
                }
            }
            try await expectFlickrStatus(status) { () async throws(FlickrError) in
                try await flickr.interestingPhotos()
            }
            try await expectFlickrStatus(status) { () async throws(FlickrError) in
                var pages = flickr.photos(in: .matching("harbour")).makeAsyncIterator()
                return try await pages.next()?.items ?? []
            }
        }
    }

    private static func expectFlickrStatus(
        _ status: Int, from work: () async throws(FlickrError) -> [FlickrPhoto]
    ) async throws {
        try await Scenario.expect("an error with status \(status)", from: work) { error in
            switch error {
            case .oauthProblem(_, status): true
            case .request(.clientError(let response)): response.status == status
            default: false
            }
        }
    }

    /// Reads a response in XML, which is not read by `Codable`; reports the first failure of the page, or
    /// each photo that it leaves out.
    @Sendable private static func readXML(_ data: Data) -> ModelReading {
        do throws(FlickrXMLError) {
            guard case .page(let page) = try FlickrPhotosResponse(xml: data) else {
                return ModelReading(failures: [])
            }
            return ModelReading(failures: [], dropped: page.$records.map { xmlFailure($0.line, $0.reason) })
        } catch {
            return ModelReading(failures: [xmlFailure(error.line, error.reason)])
        }
    }

    private static func xmlFailure(_ line: Int?, _ reason: String) -> ModelFailure {
        ModelFailure(
            line: line, found: "not as expected: \(reason)",
            expected: "FlickrPhotosResponse expects a list of photos in XML")
    }

    private static func failure(in body: Data) -> FlickrFailure? {
        let json = try? FlickrService.makeDecoder().decode(FlickrPhotosResponse.self, from: body)
        guard case .failure(let failure) = json ?? (try? FlickrPhotosResponse(xml: body)) else { return nil }
        return failure
    }

    /// The key that Flickr requires with every request.
    fileprivate static let flickrKey = AccessKey(
        variable: "FLICKR_API_KEY", secret: Secret("api_key"),
        source: "https://www.flickr.com/services/apps/create/")
}

extension FlickrService {
    fileprivate convenience init(_ context: ScenarioContext, pageSize: Int = 20) {
        self.init(session: context.session, apiKey: context.key(API.flickrKey), pageSize: pageSize)
    }
}
