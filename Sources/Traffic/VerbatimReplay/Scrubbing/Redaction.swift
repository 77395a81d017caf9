/// What is kept out of recordings, lookups and messages.
///
/// Credentials and cookies always are. The live request keeps the real values, and so does the answer the app
/// gets while recording; everything looked up, written or said has pseudonyms, `SCRUBBED-api_key-1`, the same one
/// for the same value throughout a recording.
public struct Redaction: Sendable, Hashable {
    /// The secrets, in the order they were given.
    public let secrets: [Secret]

    /// Creates a redaction of some secrets beside credentials and cookies.
    public init(_ secrets: [Secret] = []) {
        self.secrets = secrets
    }

    /// A value that was given is looked for everywhere when it has this many bytes.
    public static let shortestGiven = 6

    /// A value that was found under the name of a secret is looked for everywhere when it has this many bytes.
    ///
    /// A shorter one, such as `true` or `2026`, would be taken out of what is no secret as well; it is replaced
    /// where it was found.
    public static let shortestFound = 8

    /// The fields whose value is a credential, after an optional scheme.
    static let credentialFields: Set = ["authorization", "proxy-authorization"]
}
