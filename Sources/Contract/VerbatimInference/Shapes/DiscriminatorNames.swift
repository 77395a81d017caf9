/// The names of the members by which APIs tell the kind of an element.
///
/// Names decide, not values: what tells kinds apart must not depend on how many were recorded.
enum DiscriminatorNames {
    static let all = [
        "wrapperType", "kind", "type", "@type", "_type", "__typename", "object", "objectType", "resourceType",
        "mediaType", "itemType",
    ]

    /// So many kinds are no kinds any more.
    static let limit = 32
}
