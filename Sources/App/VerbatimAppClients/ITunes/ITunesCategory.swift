/// What to search for in the iTunes Store.
public enum ITunesCategory: Sendable, Hashable, CaseIterable {
    /// Everything the store sells.
    case all
    /// Songs and music videos.
    case music
    /// Apps.
    case software
    /// Electronic books.
    case ebooks

    /// The value of `entity`; everything is what the service searches when it is not given.
    ///
    /// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/Searching.html
    var entity: String? {
        switch self {
        case .all: nil
        case .music: "musicTrack"
        case .software: "software"
        case .ebooks: "ebook"
        }
    }
}
