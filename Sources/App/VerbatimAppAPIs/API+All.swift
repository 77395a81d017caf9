public import VerbatimAPI

extension API {
    /// All APIs of the app, in the order in which they are listed and recorded.
    public static let all = [googleBooks, iTunes, flickr, reqres]
}
