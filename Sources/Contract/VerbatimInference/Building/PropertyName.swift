/// The words in the name of a property, and what they say about its values.
struct PropertyName {
    private let words: Set<String>
    /// Whether the values are kinds of objects: `type`, `@type`, `resourceType`, `__typename`.
    let isKind: Bool

    init(_ name: String) {
        let words = ResourceName.singular(ResourceName.words(of: name)).map { $0.lowercased() }
        self.words = Set(words)
        isKind = words.last.map { ["type", "kind", "typename", "object", "class"].contains($0) } ?? false
    }

    /// Whether the values may be names of people or things, or keys of them, which are private.
    var isIdentifying: Bool { !words.isDisjoint(with: Self.identifying) }
    /// Whether values that consist of digits are texts nevertheless, as others may not.
    var isText: Bool {
        !words.isDisjoint(with: [
            "password", "passphrase", "pin", "phone", "mobile", "fax", "zip", "postal", "postcode",
        ])
    }
    /// Whether the values may be IP addresses rather than versions of four numbers.
    var isAddress: Bool {
        !words.isDisjoint(with: ["ip", "ipv4", "address", "addr", "host", "origin", "server"])
    }

    private static let identifying: Set = [
        "id", "uid", "uuid", "guid", "key", "token", "secret", "hash", "sha", "sha1", "sha256", "md5",
        "etag", "digest", "checksum", "signature", "fingerprint", "cursor", "name", "firstname", "lastname",
        "fullname", "username", "nickname", "login", "user", "owner", "author", "creator", "assignee",
        "member",
        "email", "mail", "phone", "address", "street", "city", "zip", "postcode", "title", "slug", "handle",
        "label", "tag", "subject", "description", "text", "message", "comment", "host", "hostname", "domain",
        "ip", "url", "uri", "href", "link", "path", "file", "filename", "ref", "branch", "version",
    ]
}
