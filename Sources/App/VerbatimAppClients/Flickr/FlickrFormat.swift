/// The form Flickr answers in.
public enum FlickrFormat: Sendable, Hashable, CaseIterable {
    /// JSON without a callback around it.
    case json
    /// XML, which Flickr calls REST.
    case xml
}
