public import VerbatimAPI

extension API {
    /// Every API Verbatim knows, in the order they are recorded and listed.
    public static let all = [googleBooks, iTunes, flickr, reqres]
}
