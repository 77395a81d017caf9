/// One way in which a recorded request differs from the one asked for.
public enum RequestDifference: Sendable, Hashable {
    /// Another method.
    case method(recorded: String, asked: String)
    /// Another scheme, host or port.
    case origin(recorded: String, asked: String)
    /// Another path.
    case path(recorded: String, asked: String)
    /// A query item that has another value or is missing on one side (nil).
    case queryItem(String, recorded: String?, asked: String?)
    /// A matched header field that has another value or is missing on one side (nil).
    case header(String, recorded: String?, asked: String?)
    /// A field of a form that has another value or is missing on one side (nil).
    case field(String, recorded: String?, asked: String?)
    /// A member of a JSON body, by JSON Pointer, that has another value or is missing on one side (nil).
    case bodyMember(String, recorded: String?, asked: String?)
    /// Another body, told by its length in bytes.
    case body(recorded: Int, asked: Int)

    /// How much further away this puts a recorded request.
    var distance: Int {
        switch self {
        case .origin: 16
        case .path: 8
        case .method: 4
        case .body: 2
        case .queryItem, .header, .field, .bodyMember: 1
        }
    }
}
