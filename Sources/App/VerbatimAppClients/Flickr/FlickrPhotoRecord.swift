public import Foundation

/// A photo as the lists of Flickr have it.
///
/// What a list says beside the id and the title depends on the `extras` asked for.
public struct FlickrPhotoRecord: Sendable, Hashable, Identifiable, Decodable {
    /// The identifier of the photo.
    public let id: String
    /// The title; may be empty.
    public let title: String
    /// When it was taken, if `date_taken` was asked for.
    public let dateTaken: Date?
    /// Where a picture of at most 640 pixels is, if `url_z` was asked for and there is one.
    public let url640: URL?

    private enum CodingKeys: String, CodingKey {
        case id, title
        case dateTaken = "datetaken"
        case url640 = "url_z"
    }
}
