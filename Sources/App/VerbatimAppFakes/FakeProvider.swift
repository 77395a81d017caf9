import VerbatimHAR
import VerbatimJSON

/// What stands in for a provider: it knows what to say, and how the provider would write it.
protocol FakeProvider: Sendable {
    /// What is said to a call of one of its hosts.
    func content(for call: FakeRequest) -> Content
    /// The same as the provider would write it: layout, media type, fields.
    func response(_ content: Content, to call: FakeRequest) -> HTTPResponse
    /// What is said instead when a fault makes the provider refuse; nil when it is no such fault.
    func refusal(_ fault: Fault) -> Content?
    /// Where its answers break when it changes its mind.
    var weakSpots: MutableFields { get }
}

/// What a fake provider says, before it is written.
enum Content {
    case json(JSONValue, status: Int = 200)
    /// A page for people, with its title.
    case page(Int, String)
    case text(Int, mediaType: String, String)
    case image(Picture)
    case empty(Int)
    case redirect(String)

    var status: Int {
        switch self {
        case .json(_, let status), .page(let status, _), .text(let status, _, _), .empty(let status): status
        case .image: 200
        case .redirect: 302
        }
    }

    var isImage: Bool {
        if case .image = self { return true }
        return false
    }
}

/// Members of a provider's answers that breakages change, wherever they stand.
struct MutableFields {
    /// Dates, and how the provider writes one after it has changed its mind.
    var dates: [String]
    var otherDate: @Sendable (String) -> String
    /// Members that go, or become null.
    var values: [String]
    /// Numbers that become strings.
    var numbers: [String]
}
