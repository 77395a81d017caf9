/// The secrets to keep out of recordings, lookups and messages.
///
/// Credentials and cookies are always redacted. Live requests keep the real values, and so do the responses
/// that the app gets while recording. Everything that is looked up, written or printed has placeholders such
/// as `REDACTED-api_key-1`, the same one for the same value throughout a recording.
public struct Redaction: Sendable, Hashable {
    /// The secrets.
    public let secrets: [Secret]

    /// Creates a redaction of secrets in addition to credentials and cookies.
    public init(_ secrets: [Secret] = []) {
        self.secrets = secrets
    }

    /// The length in bytes from which a value given with a secret is redacted everywhere.
    public static let minimumGivenLength = 6

    /// The length in bytes from which a value found under the name of a secret is redacted everywhere.
    ///
    /// A shorter one, such as `true` or `2026`, would also be redacted where it is no secret. It is replaced
    /// only where it was found.
    public static let minimumFoundLength = 8

    /// The fields whose values are credentials, after an optional scheme.
    static let credentialFields: Set = ["authorization", "proxy-authorization"]
}
