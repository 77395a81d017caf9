import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Finds the credentials that requests carry, redacted or not, and describes them as security schemes.
///
/// https://spec.openapis.org/oas/v3.1.1.html#security-scheme-object
struct SecurityBuilder: TrafficFacts {
    /// A kind of credential.
    struct Scheme: Hashable, Comparable, Codable {
        /// The name of the scheme in the components.
        let name: String
        /// The security scheme object.
        let object: JSONValue

        /// The name of the query parameter that is the credential, if one is.
        var queryParameter: String? { object["in"] == "query" ? object["name"]?.string : nil }

        // The objects of one name are nearly always the same.
        func hash(into hasher: inout Hasher) { hasher.combine(name) }

        static func < (left: Scheme, right: Scheme) -> Bool {
            (left.name, left.object.text(.compact)) < (right.name, right.object.text(.compact))
        }
    }

    /// The credentials that one request has together.
    typealias Credentials = Set<Scheme>

    /// Those of the requests that the server accepted.
    private var accepted: Set<Credentials> = []
    /// Those of the requests that it rejected, but for another reason than their credentials.
    private var passed: Set<Credentials> = []
    /// Those of all requests.
    private(set) var sent: Set<Credentials> = []

    /// The schemes of the challenges with which the server answered.
    ///
    /// RFC 9110, section 11.6.1: https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
    private(set) var challenges: Set<Scheme> = []
    /// Whether an export redacted all values of `Authorization` that do not say which scheme they have.
    private(set) var areRedacted = true

    /// More are no alternatives, but what some requests have besides.
    static let greatestNumber = 4

    mutating func add(_ interaction: Interaction, isAccepted: Bool) {
        let credentials = Self.credentials(of: interaction.request)
        sent.insert(credentials)
        if credentials.contains(.unnamed) {
            let values = interaction.request.headers.values(of: "Authorization")
            areRedacted = areRedacted && values.allSatisfy { IdentifierForm($0) == .redacted }
        }
        if let response = interaction.outcome.response, response.status == 401 {
            challenges.formUnion(response.headers.values(of: "WWW-Authenticate").compactMap(Self.scheme))
        }
        if isAccepted { return accepted.formUnion([credentials]) }
        let isDenied = interaction.outcome.response.map { [401, 403].contains($0.status) } ?? true
        if !isDenied, !credentials.isEmpty { passed.insert(credentials) }
    }

    mutating func append(_ next: SecurityBuilder) {
        accepted.formUnion(next.accepted)
        passed.formUnion(next.passed)
        sent.formUnion(next.sent)
        challenges.formUnion(next.challenges)
        areRedacted = areRedacted && next.areRedacted
    }

    /// The credentials that a request needs, any of several; empty if no request shows what is needed.
    var alternatives: Set<Credentials> {
        guard passed.count <= Self.greatestNumber else { return Self.least(accepted) }
        let others = passed.filter { passed in !accepted.contains { passed.isComparable(to: $0) } }
        return Self.least(accepted.union(others))
    }

    /// The credentials without those that have others of them and more, or what all have if there are many.
    static func least(_ all: Set<Credentials>) -> Set<Credentials> {
        guard let first = all.first else { return [] }
        guard all.count <= greatestNumber else { return [all.reduce(first) { $0.intersection($1) }] }
        return all.filter { credentials in !all.contains { $0.isStrictSubset(of: credentials) } }
    }

    /// Whether a request carries credentials or cookies.
    static func hasCredentials(_ request: HTTPRequest) -> Bool {
        request.headers["Cookie"] != nil || !credentials(of: request).isEmpty
    }

    private static func credentials(of request: HTTPRequest) -> Credentials {
        let headers = request.headers.map { (name: $0.name, value: $0.value) }
        let query = RequestTarget.fields(URLParts(request.url).query ?? "")
        return Set(
            request.headers.values(of: "Authorization").compactMap(scheme)
                + apiKeys(headers, in: .header) + apiKeys(query, in: .query))
    }

    private static func scheme(ofAuthorization value: String) -> Scheme? {
        switch value.prefix(while: { $0 != " " }).lowercased() {
        case "bearer": .bearer
        case "basic": .basic
        case "digest": .digest
        default:
            // An export may say what it redacted: `<BEARER_TOKEN>`.
            IdentifierForm(value) == .redacted && value.lowercased().contains("bearer")
                ? .bearer : value.isEmpty ? nil : .unnamed
        }
    }

    /// The fields that are credentials, and what says whose they are or proves it: `App-Id` with `App-Key`,
    /// `Api-Nonce` with `Api-Signature`.
    private static func apiKeys(
        _ fields: [(name: String, value: String)], in location: CredentialName.Location
    ) -> [Scheme] {
        let named = fields.map { (CredentialName($0.name, in: location), $0.value) }.filter { !$1.isEmpty }
        let secrets = named.map(\.0).filter(\.isSecret)
        let owners = Set(secrets.compactMap(\.owner))
        let isSigned = !secrets.isEmpty && named.contains { $0.0.isSignature }
        return named.filter { name, value in
            if name.isSecret { return true }
            let isOwned = !owners.isEmpty && name.owner.map(owners.contains) ?? false
            if name.isProof, isSigned || isOwned { return true }
            // An export may remove more than credentials: `X-Shop-Tenant` beside `X-Shop-Token`.
            return isOwned && name.isIdentity || name.isSecret(value) && !(isOwned && location == .header)
        }.map { name, _ in
            Scheme(apiKey: location == .header ? name.text.lowercased() : name.text, in: location)
        }
    }
}

extension SecurityBuilder.Scheme {
    fileprivate init(apiKey name: String, in location: CredentialName.Location) {
        let words = ResourceName.joined(ResourceName.words(of: name), capitalized: false)
        self.init(
            name: words.isEmpty ? location.rawValue + "Key" : words,
            object: ["type": "apiKey", "in": .string(location.rawValue), "name": .string(name)])
    }

    /// The scheme of an `Authorization` that does not name one.
    static let unnamed = Self(apiKey: "Authorization", in: .header)
    fileprivate static let basic = Self(name: "basic", object: ["type": "http", "scheme": "basic"])
    fileprivate static let bearer = Self(name: "bearer", object: ["type": "http", "scheme": "bearer"])
    fileprivate static let digest = Self(name: "digest", object: ["type": "http", "scheme": "digest"])

    /// Whether a parameter is the credential.
    func describes(_ parameter: JSONValue) -> Bool {
        let name = parameter["name"]?.string
        return object["in"] == parameter["in"]
            && object["name"]?.string == (object["in"] == "header" ? name?.lowercased() : name)
    }
}

extension Set {
    /// Whether the set has all elements of another one, or the other way round.
    fileprivate func isComparable(to other: Set) -> Bool { isSubset(of: other) || other.isSubset(of: self) }
}

/// The credentials that the operations of an API need.
struct SecurityRequirements {
    /// The names of the security schemes in the components.
    private(set) var names: [SecurityBuilder.Scheme: String] = [:]
    /// The scheme of all challenges, if redacted credentials say nothing of theirs.
    private let challenge: SecurityBuilder.Scheme?
    /// The credentials that any operation takes in place of some.
    private var others: [SecurityBuilder.Credentials: Set<SecurityBuilder.Credentials>] = [:]

    init(_ operations: [(path: String, security: SecurityBuilder)]) {
        var paths: [SecurityBuilder.Credentials: Set<String>] = [:]
        for (path, security) in operations {
            for credentials in security.alternatives { paths[credentials, default: []].insert(path) }
        }
        let schemes = Set(paths.keys.joined())
        let all = operations.reduce(into: Set()) { $0.formUnion($1.security.challenges) }
        let isKnown = all.count == 1 && schemes.isDisjoint(with: all)
        challenge = isKnown && operations.allSatisfy(\.security.areRedacted) ? all.first : nil
        var distinct = DistinctNames(besides: [])
        for scheme in schemes.sorted() { names[scheme] = distinct.take([described(scheme).name]) }
        // Those of one operation are alternatives for all. So are those of several operations at a path if
        // both are used elsewhere: `/session` may exchange one for the other.
        let repeated = Set(paths.filter { $0.value.count > 1 }.keys)
        for (_, operations) in Dictionary(grouping: operations, by: \.path) {
            let each = operations.map(\.security.alternatives)
            for group in each + [repeated.intersection(each.joined())] { combine(group) }
        }
    }

    /// The scheme by which credentials are described.
    func described(_ scheme: SecurityBuilder.Scheme) -> SecurityBuilder.Scheme {
        scheme == .unnamed ? challenge ?? scheme : scheme
    }

    /// Takes some credentials for alternatives, but for those with a password, which often get others.
    private mutating func combine(_ group: Set<SecurityBuilder.Credentials>) {
        let group = group.filter { !$0.isEmpty && !$0.contains(.basic) }
        guard (2...SecurityBuilder.greatestNumber).contains(group.count) else { return }
        for credentials in group {
            others[credentials, default: []].formUnion(group.filter { !$0.isComparable(to: credentials) })
        }
    }

    /// The alternatives for an operation, each with all its credentials together.
    ///
    /// - Parameter parameters: The names of what all its requests have in the query. One that is a credential
    ///   in another operation is one here, too, whatever its values: tests may have replaced them by `1234`.
    func credentials(
        for security: SecurityBuilder, sending parameters: Set<String>
    ) -> [SecurityBuilder.Credentials] {
        var alternatives = security.alternatives
        let known = security.sent.map { $0.intersection(names.keys) }
        if alternatives.isEmpty { alternatives = SecurityBuilder.least(Set(known.filter { !$0.isEmpty })) }
        if (alternatives + known).allSatisfy(\.isEmpty) {
            return [Set(names.keys.filter { $0.queryParameter.map(parameters.contains) ?? false })]
        }
        alternatives = SecurityBuilder.least(alternatives.union(alternatives.flatMap { others[$0] ?? [] }))
        let all = alternatives.sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
        // A query has no parameters but those that the contract knows.
        let optional = Set(known.joined().filter { $0.queryParameter != nil }).subtracting(all.joined())
        return optional.isEmpty ? all : all + [all[0].union(optional)]
    }

    /// The security requirements of an operation; empty if it needs no credentials.
    func object(_ alternatives: [SecurityBuilder.Credentials]) -> JSONValue {
        if alternatives == [[]] { return [] }
        return .array(
            alternatives.map { credentials in
                .object(JSONObject(credentials.compactMap { names[$0] }.sorted().map { ($0, []) }))
            })
    }
}
