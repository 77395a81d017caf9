public import Foundation

/// The secrets to keep out of recordings, lookups and messages.
///
/// Without any configuration, these are secret:
///
/// - `Authorization`, `Proxy-Authorization`, cookies, and the user and password of a URL,
/// - values of the names that APIs give to credentials, such as `api_key`, `access_token`, `password` and
///   `X-Api-Key`, in URLs, forms, JSON, XML, HTML and header fields. Case, `-`, `_` and `.` make no
///   difference. A value of an ambiguous name, such as `key` or `token`, is secret only if it looks like a
///   credential where it was found: `"key": "name"` does not. In JSON, `true`, `false` and `null` stay.
/// - the home folder, the user and the host of this machine, if they are long and unusual enough.
///
/// Live requests keep the real values, and so do the responses that the app gets while recording. Everything
/// that is looked up, written or printed has placeholders such as `REDACTED-api_key-1`, the same one for the
/// same value throughout a recording.
public struct Redaction: Sendable, Hashable {
    /// The secrets in addition to the usual ones.
    public let secrets: [Secret]
    /// The names that are no secrets although they usually are.
    public let except: Set<String>
    /// The secrets of this machine.
    let machine: [Secret]

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - secrets: The secrets in addition to the usual ones.
    ///   - except: The names that are no secrets although they usually are: of parameters, properties, header
    ///     fields and cookies, such as `key`; `Authorization`, `Cookie` and `Set-Cookie` for such fields as a
    ///     whole; `userinfo`, `HOME`, `USER` and `host`. Case, `-`, `_` and `.` make no difference.
    ///   - environment: The environment variables with the home folder and the user of this machine.
    public init(
        _ secrets: [Secret] = [], except: Set<String> = [],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.secrets = secrets
        self.except = except
        let names = Set(except.map { UsualNames.normalized($0.utf8) })
        machine = MachineSecrets(environment).secrets.filter {
            !names.contains(UsualNames.normalized($0.name.utf8))
        }
    }

    /// The length in bytes from which a value given with a secret is redacted everywhere.
    public static let minimumGivenLength = 6

    /// The length in bytes from which a value found under the name of a secret is redacted everywhere.
    ///
    /// A shorter one, such as `true` or `2026`, would also be redacted where it is no secret. It is replaced
    /// only where it was found.
    public static let minimumFoundLength = 8

    /// The number of values found under names that are redacted everywhere. Others are replaced only where
    /// they were found, so that a response with very many of them is still recorded in linear time.
    public static let maximumFoundCount = 1000
}
