import VerbatimHAR
import VerbatimJSON

/// A fake of a web API: the contents of its responses, and the form in which the provider writes them.
protocol FakeProvider: Sendable {
    /// Returns the response to a request to one of the provider's hosts.
    func response(to request: FakeRequest) -> FakeResponse
    /// Returns the provider's error response for a fault, or nil if the fault is not an error response.
    func errorResponse(for fault: Fault) -> FakeResponse?
    /// The fields that faults change in its responses.
    var mutableFields: MutableFields { get }
    /// Writes a response in the provider's layout, with its media types and headers.
    func write(_ response: FakeResponse, to request: FakeRequest) -> HTTPResponse
}

/// The response of a fake provider, not yet written as HTTP.
enum FakeResponse {
    case json(JSONValue, status: Int = 200)
    /// An HTML page with its title.
    case page(Int, String)
    case text(Int, mediaType: String, String)
    case image(Picture)
    case empty(Int)
    case redirect(to: String)

    var status: Int {
        switch self {
        case .json(_, let status), .page(let status, _), .text(let status, _, _), .empty(let status):
            status
        case .image: 200
        case .redirect: 302
        }
    }

    var isImage: Bool {
        if case .image = self { return true }
        return false
    }
}

/// The names of the fields, at any depth of a provider's responses, that faults change.
struct MutableFields {
    /// The fields that contain dates.
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
