public import Foundation

/// The bytes of a message body, in memory or still in a file.
///
/// A recording with sidecar bodies is opened without reading any of them.
public enum HTTPBody: Sendable, Hashable {
    /// The bytes themselves.
    case data(Data)
    /// A file that holds exactly the bytes.
    case file(URL)
    /// A file that holds the bytes in a reviewable layout, to be turned back into the original bytes.
    case laidOut(URL, BodyLayout)

    /// No bytes.
    public static let empty = HTTPBody.data(Data())

    /// Creates a body from text, as UTF-8.
    public static func text(_ text: String) -> HTTPBody { .data(Data(text.utf8)) }
}
