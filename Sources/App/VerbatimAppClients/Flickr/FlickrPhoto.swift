public import Foundation

/// A photo the app can show.
public struct FlickrPhoto: Sendable, Hashable, Identifiable {
    /// The identifier of the photo on Flickr.
    public let id: String
    /// The title its owner gave it; may be empty.
    public let title: String
    /// When it was taken. Flickr gives the camera's clock without a zone; it is read as GMT.
    public let dateTaken: Date
    /// Where the picture is, at most 640 pixels on its longer side.
    public let remoteURL: URL

    /// Creates a photo.
    public init(id: String, title: String, dateTaken: Date, remoteURL: URL) {
        self.id = id
        self.title = title
        self.dateTaken = dateTaken
        self.remoteURL = remoteURL
    }
}
