public import Foundation

/// The part of a file that arrived before a download ended early.
///
/// It can be stored and used after the app has been launched again. Unlike the resume data of the URL loading
/// system, it works on every platform and in replays: the rest is requested as a range.
///
/// RFC 9110, section 14: https://www.rfc-editor.org/rfc/rfc9110#section-14
public struct PartialDownload: Sendable, Hashable, Codable {
    /// The file with the bytes that arrived, which belongs to the owner of this value.
    public let file: URL
    /// The number of these bytes.
    public let size: Int
    /// The `ETag` or the `Last-Modified` of the whole, by which the service knows whether it has changed.
    public let validator: String

    /// Creates a part.
    public init(file: URL, size: Int, validator: String) {
        self.file = file
        self.size = size
        self.validator = validator
    }
}

extension RESTResponse {
    /// The value for `If-Range`, for which a weak `ETag` is not allowed; nil if the service sends ranges of
    /// nothing.
    ///
    /// RFC 9110, section 13.1.5: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
    var rangeValidator: String? {
        if let tag = header("ETag"), !tag.hasPrefix("W/") { return tag }
        return header("Last-Modified")
    }

    /// The first byte in the body of a response with status 206, and the size of the whole if it is known.
    ///
    /// RFC 9110, section 14.4: https://www.rfc-editor.org/rfc/rfc9110#section-14.4
    var contentRange: (start: Int, size: Int?)? {
        guard status == 206,
            let match = header("Content-Range")?.wholeMatch(of: #/bytes ([0-9]+)-[0-9]+/([0-9]+|\*)/#),
            let start = Int(match.1)
        else { return nil }
        return (start, Int(match.2))
    }
}
