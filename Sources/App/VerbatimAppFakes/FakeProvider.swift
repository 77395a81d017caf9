import VerbatimHAR
import VerbatimJSON

/// A web API that has a fake provider: its name and its hosts, and the faults that it can have.
public struct FakeProvider: Sendable {
    /// The name of its contract and of its recordings.
    public let name: String
    /// The hosts of the API: the one that the app uses, and another one for redirects.
    public let hosts: [String]
    /// The hosts that serve only images.
    public let imageHosts: [String]
    /// The responses to faults that are error responses.
    let errors: [Fault: FakeResponse]
    /// Further faults that other providers cannot have.
    let ownFaults: Set<Fault>
    let mutableFields: MutableFields
    let api: any FakeAPI.Type

    /// All fake providers, in the order in which they are listed.
    public static let all = [googleBooks, itunes, flickr, reqres]

    init(
        _ name: String, hosts: [String], imageHosts: [String] = [], errors: [Fault: FakeResponse],
        ownFaults: Set<Fault> = [], mutableFields: MutableFields, api: any FakeAPI.Type
    ) {
        self.name = name
        self.hosts = hosts
        self.imageHosts = imageHosts
        self.errors = errors.merging(Self.usualErrors) { own, _ in own }
        self.ownFaults = ownFaults
        self.mutableFields = mutableFields
        self.api = api
    }

    /// The responses of providers that say no more than the status.
    private static let usualErrors: [Fault: FakeResponse] = [
        .badRequest: .page(400, "Bad Request"), .tooManyRequests: .page(429, "Too Many Requests"),
        .internalError: .page(500, "Internal Server Error"), .badGateway: .page(502, "Bad Gateway"),
        .unavailable: .page(503, "Service Unavailable"),
    ]

    /// Returns whether the provider can have a fault.
    public func canHave(_ fault: Fault) -> Bool {
        Fault.ofEveryProvider.contains(fault) || errors[fault] != nil || ownFaults.contains(fault)
    }
}

extension FakeProvider: Hashable {
    /// Whether two providers have the same name.
    public static func == (a: FakeProvider, b: FakeProvider) -> Bool { a.name == b.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The responses of a fake provider: their contents, and the form in which the provider writes them.
protocol FakeAPI: Sendable {
    /// Reads the contents from a catalogue.
    init(_ catalogue: Catalogue) throws(CatalogueError)
    /// Returns the response to a request to one of the provider's hosts.
    func response(to request: FakeRequest) -> FakeResponse
    /// The media type of pages, with the provider's spelling of the charset.
    static var pageType: String { get }
    /// Returns JSON in the provider's layout, with its media type.
    func text(of value: JSONValue, for request: FakeRequest) -> (mediaType: String, text: String)
    /// Returns the headers of a response with a body of a media type.
    func headers(
        of response: FakeResponse, mediaType: String?, body: HTTPBody, to request: FakeRequest
    ) -> HeaderFields
}

extension FakeAPI {
    func write(_ response: FakeResponse, to request: FakeRequest) -> HTTPResponse {
        let (mediaType, body) = content(of: response, to: request)
        let headers = headers(of: response, mediaType: mediaType, body: body, to: request)
        return HTTPResponse(response.status, headers: headers, body: body)
    }

    private func content(of response: FakeResponse, to request: FakeRequest) -> (String?, HTTPBody) {
        switch response {
        case .json(let value, _):
            let written = text(of: value, for: request)
            return (written.mediaType, .text(written.text))
        case .page(let status, let title): return (Self.pageType, .text(HTMLPage.text(status, title)))
        case .text(_, let mediaType, let text): return (mediaType, .text(text))
        case .image(let picture, let offset): return (picture.mediaType, .data(picture.bytes(from: offset)))
        case .empty, .redirect: return (nil, .empty)
        }
    }
}

/// The response of a fake provider, not yet written as HTTP.
enum FakeResponse {
    case json(JSONValue, status: Int = 200)
    /// An HTML page with its title.
    case page(Int, String)
    case text(Int, mediaType: String, String)
    /// An image, or the rest of it from an offset.
    case image(Picture, from: Int = 0)
    case empty(Int)
    case redirect(to: String)

    var status: Int {
        switch self {
        case .json(_, let status), .page(let status, _), .text(let status, _, _), .empty(let status): status
        case .image(_, let offset): offset == 0 ? 200 : 206
        case .redirect: 302
        }
    }

    var isImage: Bool {
        if case .image = self { true } else { false }
    }
}

/// The names of the fields, at any depth of a provider's responses, that faults change.
struct MutableFields {
    var dates: [String]
    /// Writes a date in another format.
    var reformatDate: @Sendable (String) -> String
    /// The fields that are removed or become null.
    var values: [String]
    /// The numbers that become strings.
    var numbers: [String]
}

/// A page as a web server shows it.
enum HTMLPage {
    static func text(_ status: Int, _ title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>\(title)</title>
        </head>
        <body>
        <h1>\(status) \(title)</h1>
        </body>
        </html>

        """
    }
}

extension HeaderFields {
    /// Returns the lines of both, in order.
    static func + (first: HeaderFields, second: HeaderFields) -> HeaderFields {
        HeaderFields(first.fields + second.fields)
    }
}
