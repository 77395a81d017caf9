public import Foundation
import VerbatimJSON

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
    public private(set) var secrets: [Secret]
    /// The names that are no secrets although they usually are.
    public let except: Set<String>
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

    package func adding(_ secrets: [Secret]) -> Redaction {
        var redaction = self
        redaction.secrets += secrets
        return redaction
    }

    /// The length in bytes from which a value given with a secret is redacted everywhere.
    public static let minimumGivenLength = 6

    /// The length in bytes from which a value found under the name of a secret is redacted everywhere.
    ///
    /// A shorter one, such as `true` or `2026`, would also be redacted where it is no secret. It is replaced
    /// only where it was found.
    public static let minimumFoundLength = 8

    /// The number of values found under names that are redacted everywhere. A recording with more is refused,
    /// as others would be replaced only where they were found.
    public static let maximumFoundCount = 10_000
}

/// A value that must never be written to a file, identified by a name, by the value itself, or by both.
///
/// A secret applies everywhere at once: URLs, header fields, cookies, forms, JSON members, XML attributes and
/// elements, multipart parts and redirect targets.
public struct Secret: Sendable, Hashable {
    /// The name of the secret, compared without case.
    public let name: String
    /// The locations in which a value of that name is secret.
    public let locations: Set<Location>
    /// The value, which is secret in any location, or nil if only the name is known.
    public let value: String?

    /// A location of a named value.
    public enum Location: Sendable, Hashable, CaseIterable {
        /// A query item of any URL, wherever the URL appears, or a field of a form.
        case query
        /// A header field. The scheme of `Authorization` is not secret.
        case header
        /// A cookie, in `Cookie` or `Set-Cookie`.
        case cookie
        /// A member of a JSON object, at any depth.
        case json
        /// An attribute or an element of XML or HTML.
        case xml
    }

    /// Creates a secret with a name, and a value if it is known.
    public init(_ name: String, value: String? = nil, in locations: Set<Location> = Set(Location.allCases)) {
        self.name = name
        self.value = value
        self.locations = locations
    }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret with a name, whose values are secret in every location.
    public init(stringLiteral name: String) { self.init(name) }
}

/// A name whose values were redacted in a recording, with the part of the messages in which they were.
public struct RedactedName: Sendable, Hashable {
    /// The name of the secret: `api_key`.
    public var name: String
    /// The part of the messages.
    public var location: Location

    /// A part of a message.
    public enum Location: String, Sendable, Hashable, CaseIterable {
        /// The URL of a request: its query, its fragment, or the user before its host.
        case query
        /// A header field other than cookies.
        case header
        /// The field `Cookie`.
        case cookie = "Cookie"
        /// The field `Set-Cookie`.
        case setCookie = "Set-Cookie"
        /// The body of a request or a response.
        case body
    }
}

/// The values that were redacted in a recording.
public struct RedactionSummary: Sendable, Hashable {
    /// The number of redacted values, by name and location.
    public var counts: [RedactedName: Int]
    /// The names with a value that was redacted only where it has the name, sorted.
    ///
    /// The value is too short or too ordinary to be searched for.
    public var unsearched: [String]

    /// Whether nothing was redacted, and everything was searched for.
    public var isEmpty: Bool { counts.isEmpty && unsearched.isEmpty }

    /// Creates a summary.
    public init(counts: [RedactedName: Int] = [:], unsearched: [String] = []) {
        self.counts = counts
        self.unsearched = unsearched
    }
}

extension RedactionSummary: CustomStringConvertible {
    /// The names with their locations, `api_key in query (3), session in Set-Cookie (1)`, and the names whose
    /// values were not searched for elsewhere; empty if nothing was redacted.
    public var description: String {
        let list = counts.map { (name: $0.key.name, location: $0.key.location.rawValue, count: $0.value) }
            .sorted { ($0.location, $0.name) < ($1.location, $1.name) }
            .map { "\($0.name) in \($0.location) (\($0.count))" }
        let elsewhere =
            unsearched.isEmpty
            ? [] : ["too short or ordinary to search for elsewhere: \(unsearched.joined(separator: ", "))"]
        return ([list.joined(separator: ", ")] + elsewhere).filter { !$0.isEmpty }.joined(separator: "; ")
    }
}

/// The values that identify the machine on which a recording is made, and its user.
///
/// A value is a secret only if it cannot be part of ordinary text. It needs 8 bytes, or 12 if it has letters
/// only, and a word other than those that machines and accounts are named by everywhere: `localhost`,
/// `MacBook-Pro.local`, `runner` and `root` identify nothing. A home folder is as unusual as its last part.
struct MachineSecrets {
    private(set) var secrets: [Secret] = []

    init(_ environment: [String: String], host: String = MachineSecrets.host) {
        if let home = environment["HOME"], home.utf8.count >= 10, home.hasPrefix("/"),
            let name = home.split(separator: "/").last, !MachineSecrets.isOrdinary(name)
        {
            secrets.append(Secret("HOME", value: home, in: []))
        }
        for (name, value) in [("USER", environment["USER"] ?? ""), ("host", host)]
        where MachineSecrets.isUnusual(value) { secrets.append(Secret(name, value: value, in: [])) }
    }

    private static func isUnusual(_ value: String) -> Bool {
        let isWord = value.utf8.allSatisfy(\.isLetter)
        return value.utf8.count >= (isWord ? 12 : 8) && !isOrdinary(value)
    }

    private static func isOrdinary(_ name: some StringProtocol) -> Bool {
        name.lowercased().split { !$0.isLetter }.allSatisfy { ordinary.contains(String($0)) }
    }

    private static let ordinary: Set = [
        "admin", "administrator", "agent", "air", "app", "azure", "bitrise", "book", "build", "builder",
        "buildkite", "buildkitsandbox", "ci", "circleci", "cloud", "codespace", "codespaces", "computer",
        "container", "debian", "default", "desktop", "dev", "developer", "docker", "ec", "fedora", "git",
        "github", "gitlab", "guest", "home", "host", "hostname", "imac", "internal", "ip", "jenkins",
        "laptop", "linux", "local", "localdomain", "localhost", "mac", "macbook", "machine", "mini", "my",
        "node", "pc", "pro", "remote", "root", "runner", "runneradmin", "server", "service", "studio",
        "system", "teamcity", "test", "tester", "travis", "ubuntu", "user", "username", "users", "vagrant",
        "virtual", "vm", "vscode", "vsts", "windows", "work", "worker", "workspace",
    ]

    /// The name of the machine, or an empty text if the system does not report it.
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
