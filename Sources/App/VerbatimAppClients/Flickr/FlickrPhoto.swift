public import Foundation

/// A photo that the app can show.
public struct FlickrPhoto: Sendable, Hashable, Identifiable {
    /// The photo's identifier on Flickr.
    public let id: String
    /// The title, which may be empty.
    public let title: String
    /// The time on the camera's clock.
    public let dateTaken: FlickrDate
    /// The URL of an image with at most 640 pixels on its longer side.
    public let remoteURL: URL

    /// Creates a photo.
    public init(id: String, title: String, dateTaken: FlickrDate, remoteURL: URL) {
        self.id = id
        self.title = title
        self.dateTaken = dateTaken
        self.remoteURL = remoteURL
    }
}
