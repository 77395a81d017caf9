import VerbatimJSON

/// The words in the name of a property, and what they say about its values.
struct PropertyName {
    private let words: Set<String>
    private let spelling: [String]
    /// Whether the values are kinds of objects: `type`, `@type`, `resourceType`, `__typename`.
    let isKind: Bool

    init(_ name: String) {
        spelling = ResourceName.words(of: name)
        let words = ResourceName.singular(spelling).map { $0.lowercased() }
        self.words = Set(words)
        isPlaceholder =
            ["foo", "bar", "baz"].contains(name)
            || name.hasPrefix("key") && name.utf8.count > 3 && name.utf8.dropFirst(3).allSatisfy(\.isDigit)
        // A class of its own may be one of animals or of lessons.
        isKind =
            ["_class", "@class"].contains(name)
            || words.last.map { ["type", "kind", "typename", "object"].contains($0) } ?? false
    }

    /// Whether a property has no other use than to say of which kind an object is.
    static func isOfKinds(_ name: String) -> Bool { ["$type", "@type", "__typename"].contains(name) }
    /// Whether the values may say of which kind an object is, also by who says it: `role`.
    var mayBeKind: Bool { isKind || words == ["role"] }
    /// Whether the values may be names of people or things, or keys of them, which are private.
    var isIdentifying: Bool { !words.isDisjoint(with: Self.identifying) }
    /// Whether the values are the content of a thing or texts of any kind, of which a few examples say
    /// nothing about the others.
    var isContent: Bool {
        spelling.count == 1
            && !words.isDisjoint(with: ["value", "data", "rdata", "content", "body", "target", "answer"])
            || !words.isDisjoint(with: [
                "symbol", "ticker", "language", "lang", "locale", "color", "colour", "department",
                "namespace", "admin", "term", "query", "search", "phrase",
            ])
    }
    /// Whether values that consist of digits are texts nevertheless, as others may not.
    var isText: Bool {
        !words.isDisjoint(with: [
            "token", "cursor", "password", "passphrase", "pin", "phone", "mobile", "fax", "zip", "zipcode",
            "postal", "postalcode", "postcode", "doi", "isbn", "ean", "gtin", "upc", "sku", "vin", "iban",
            "cvc", "cvv", "imei",
        ]) || words == ["after"] || words == ["before"]
            || last == "number"
                && !words.isDisjoint(with: [
                    "card", "account", "tracking", "tax", "vat", "registration", "serial", "reference",
                    "license", "passport",
                ])
    }
    /// Whether the values are versions, which are no numbers if they have a point.
    var isVersion: Bool { last == "version" || last == "v" }
    /// Whether the values are dates, which may look like numbers: `start_dt=2026`.
    var isDate: Bool { ["date", "dt"].contains(last) }
    /// Whether the values identify things, by numbers or otherwise: `productCode`, `OrderNumber`.
    var isCode: Bool { ["id", "code", "key", "number"].contains(last) }
    /// Whether the values identify things, which numbers may do: `organization.identifier`, `userIds`.
    var isID: Bool { ["id", "identifier"].contains(last) }
    /// Whether numbers identify, count or order things, or say when or whether something was, so that they
    /// are whole.
    var isCount: Bool {
        isID || isPlural || isKind || isVersion || words == ["total"]
            || !words.isDisjoint(with: [
                "age", "code", "count", "day", "decimal", "hour", "index", "is", "length", "level", "limit",
                "minute", "month", "num", "number", "offset", "order", "page", "port", "position", "priority",
                "quantity", "rank", "ranking", "second", "size", "status", "time", "timestamp", "year",
            ])
    }
    /// Whether another name has one of the words that are more than a letter.
    func shares(with other: PropertyName) -> Bool {
        words.contains { $0.utf8.count > 1 && other.words.contains($0) }
    }
    /// What the values are measures of, `money` or the last word, which have a fraction if others have one.
    var quantity: String? {
        Self.money.contains(last) ? "money" : Self.quantities.contains(last) ? last : nil
    }
    /// Whether all values have a format: `uuid` or `uri`.
    func says(_ format: String) -> Bool {
        (format == "uuid" ? ["uuid", "guid"] : format == "uri" ? ["uri", "url"] : []).contains(last)
    }
    /// Whether the values of a parameter are not by chance of a format that they have.
    func allows(_ format: String) -> Bool {
        switch format {
        case "email": !words.isDisjoint(with: ["email", "mail"])
        case "uri": !words.isDisjoint(with: Self.addresses)
        case "ipv4": words.contains("ipv4")
        case "uuid": says("uuid") || isIdentifying
        default: true
        }
    }
    /// Whether it is no chance that values have a format: four numbers may be a version rather than an IP
    /// address, and what is an email address here may be another address elsewhere.
    func mayHave(_ format: String) -> Bool {
        switch format {
        case "email": words.isEmpty || allows(format)
        case "ipv4":
            !words.isDisjoint(with: ["ip", "ipv4", "address", "addr", "host", "origin", "server"])
        default: true
        }
    }

    /// Whether the values are parts of a whole or coordinates, which are whole numbers by chance.
    var isShare: Bool {
        !words.isDisjoint(with: [
            "proportion", "ratio", "fraction", "probability", "confidence", "percentage", "percent", "pct",
            "pcnt", "factor", "latitude", "lat", "longitude", "lon", "lng", "float", "decimal",
        ]) || words.count > 1 && last == "rate"
    }

    /// Whether the values are what a thing may lack: texts that people leave out, the next page.
    var isOptional: Bool {
        !words.isDisjoint(with: [
            "description", "bio", "biography", "homepage", "website", "note", "subtitle", "summary",
            "comment", "next", "previous", "prev", "parent", "license", "milestone", "assignee", "credential",
        ])
    }
    /// Whether the values say when or why something happened that need not happen: `terminationReason`.
    var isOfEvent: Bool {
        !words.isDisjoint(with: [
            "canceled", "cancelled", "cancellation", "closed", "completed", "completion", "declined",
            "deleted", "deletion", "ended", "expired", "finished", "refunded", "rejected", "removed",
            "resolved", "restriction", "terminated", "termination",
        ])
    }
    /// Whether objects are rules that a thing may lack, where texts are one of a few policies.
    var isPolicy: Bool { words.contains("policy") }
    /// Whether the values are dates that everything has.
    var isUsualDate: Bool {
        !words.isDisjoint(with: [
            "created", "creation", "updated", "modified", "date", "timestamp", "time", "datetime",
        ])
    }

    // MARK: Dictionaries

    /// Whether the values identify something by a name or a code.
    var isKey: Bool {
        last != "format"
            && (isIdentifying
                || !words.isDisjoint(with: ["symbol", "ticker", "coin", "currency", "code", "sku"]))
    }
    /// Whether the values identify things among those of their kind.
    var isIdentifier: Bool { words.count == 1 && ["id", "slug", "key", "code"].contains(last) }
    /// Whether objects have the names that people chose for what they add to a thing: `labels`, `metricsMap`.
    var isDictionary: Bool {
        spelling.count > 1 && last == "map"
            || isPlural
                && [
                    "label", "annotation", "reaction", "dependency", "tag", "definition", "header", "var",
                    "variable",
                ].contains(last)
    }
    /// Whether objects have the labels of a thing, which are texts.
    var isOfLabels: Bool { isPlural && words.isSubset(of: ["label", "tag"]) }
    /// Whether objects have a value for each of several things: `votes_by_country`.
    var isGrouped: Bool {
        spelling.dropFirst().dropLast().contains { $0.lowercased() == "by" }
    }
    /// Whether objects say of a thing what its owner wants to.
    var isMetadata: Bool {
        words == ["metadata"] || isCustom || isOpen
    }
    /// Whether objects say what their owner wants to, if they do not describe a response.
    var isMeta: Bool { words == ["meta"] || words == ["property"] && isPlural }
    /// Whether objects have what each customer of a provider defines, or the author of a template.
    var isCustom: Bool {
        words == ["custom"] || words.contains("template") && !words.isDisjoint(with: ["model", "variable"])
            || words.count == 2 && spelling.first.map { Self.customs.contains($0.lowercased()) } ?? false
                && ["field", "property", "attribute", "variable", "param", "value", "data"].contains(last)
    }
    /// Whether objects have any properties: those that customers define, as two words say, or that were
    /// changed.
    var isOpen: Bool { isCustom && spelling.count > 1 || words == ["change"] && isPlural }
    /// Whether the name is one of those that examples have: `key1`, `foo`.
    let isPlaceholder: Bool
    /// Whether objects say something of each column that the users of an API have defined.
    var isOfColumns: Bool {
        isPlural && ["property", "field", "column", "attribute", "type"].contains(last)
    }
    /// Whether objects have the values of the columns of a table.
    var isRow: Bool { words == ["value"] && isPlural }
    /// Whether objects have the errors of several fields.
    var isOfErrors: Bool {
        ["error", "detail", "details", "field", "violation"].contains(last) || words == ["error", "message"]
    }
    var isField: Bool { last == "field" }
    /// Whether objects have what is wrong with each of several fields: `invalid_fields`, `field-errors`.
    var isOfFields: Bool { isField || isOfErrors && words.contains("field") }
    /// Whether the name is another one in the singular: `dependency` of `dependencies`.
    func isSingular(of other: PropertyName) -> Bool { !isPlural && other.isPlural && words == other.words }
    /// Whether all letters are small in the first word, as they are in the names of most APIs.
    var isSmall: Bool { spelling.first.map { $0.lowercased() == $0 } ?? false }
    /// Whether the property is one that many objects have.
    var isUsual: Bool { isOutcome || isWrapper || isPaging }
    /// Whether the values say which thing it is.
    var isOwn: Bool { ["id", "uid", "name", "namespace"].contains(last) }
    /// Whether what has the property is described in the way of its API rather than by its owner.
    var isUsualMetadata: Bool {
        isUsual || isKind || isOptional || isUsualDate || isIdentifying && words != ["key"]
            || !words.isDisjoint(with: ["language", "locale", "source", "format", "namespace"])
    }

    /// The last word in the singular, in small letters.
    private var last: String { ResourceName.singular(spelling).last?.lowercased() ?? "" }
    /// Whether the last word is a plural.
    var isPlural: Bool { ResourceName.singular(spelling) != spelling }

    // MARK: Objects

    /// Whether the values are parts of postal addresses.
    var isOfAddress: Bool {
        !words.isDisjoint(with: ["street", "city", "postal", "postcode", "zip", "zipcode", "line1"])
    }

    /// The name of the objects that a property has: `Item` for `items`, and what people are rather than what
    /// they do: `User` for `owner` and `created_by`.
    ///
    /// - Parameters:
    ///   - isList: Whether each is an element of a list.
    ///   - values: The objects, by which people are known; nil if nothing is known of them.
    func objectName(isList: Bool, _ values: ObservedShape? = nil) -> String {
        if isPerson(values) { return values?.isAddress == true ? "Address" : "User" }
        let last = ResourceName.singular(spelling).last?.lowercased() ?? ""
        if spelling.count > 1, last == "reference" || last == "ref" { return "Reference" }
        // What something is of, by or to another is no name of it.
        if spelling.count > 1, ["by", "to", "from", "of", "for", "in", "on"].contains(last) { return "" }
        return ResourceName.joined(isList ? ResourceName.element(spelling) : spelling, capitalized: true)
    }

    private func isPerson(_ values: ObservedShape?) -> Bool {
        let last = ResourceName.singular(spelling).last?.lowercased() ?? ""
        let isDone = spelling.count > 1 && last == "by"
        guard let values, !values.properties.isEmpty else { return isDone || Self.roles.contains(last) }
        // An author need not have an account.
        return Self.authors.contains(last) || isDone
            ? values.isAccount : Self.roles.contains(last) && values.identifiesItself
    }

    /// Whether the name says nothing about what the property contains.
    var isWrapper: Bool {
        spelling.count == 1 ? Self.wrappers.contains(spelling[0].lowercased()) : spelling.last == "Results"
    }

    /// Whether the name of a wrapper is also a noun for its elements, as `records` of a zone is.
    var mayBeNoun: Bool {
        !words.isDisjoint(with: ["record", "item", "object", "entry", "row", "element", "node", "content"])
    }

    /// Whether a word is the name, in the singular.
    func isNoun(_ word: String) -> Bool { words == [word] }

    /// Whether the property is about the list beside it: its length, its pages, its address.
    var isPaging: Bool {
        words.isSubset(of: Self.paging) || ["first", "last"].contains { words == ["id", $0] }
    }

    /// Whether the property leads to the page before or after: `next`, `previous_page_url`, `cursor`.
    var isNextPage: Bool {
        words == ["cursor"]
            || !words.isDisjoint(with: ["next", "previous", "prev"])
                && words.isSubset(of: [
                    "next", "previous", "prev", "page", "cursor", "token", "url", "uri", "link", "href",
                    "marker",
                ])
    }

    /// Whether the property holds what a call returned.
    var isResult: Bool {
        spelling.count == 1 && ["result", "data", "response", "payload"].contains(spelling[0])
    }

    /// Whether the property says how a call ended.
    var isOutcome: Bool {
        words.isSubset(of: [
            "success", "ok", "status", "error", "code", "info", "message", "msg", "warning", "request", "id",
        ])
    }

    /// Whether the property says whether a call succeeded.
    var isSuccess: Bool { words.count == 1 && ["success", "successful", "succeeded", "ok"].contains(last) }
    /// Whether the property says what went wrong: `error`, `errorCode`, `error_description`.
    var isError: Bool {
        spelling.first.map { ["error", "errors"].contains($0.lowercased()) } ?? false
            && words.isSubset(of: [
                "error", "code", "message", "msg", "description", "detail", "details", "type",
            ])
    }

    private static let roles: Set = [
        "owner", "creator", "author", "assignee", "reporter", "reviewer", "approver", "sender", "recipient",
        "actor", "committer", "uploader", "editor", "collaborator", "follower", "requester", "submitter",
        "leader", "organizer",
    ]
    private static let authors: Set = ["author", "editor", "reviewer"]
    private static let wrappers: Set = [
        "data", "items", "results", "result", "records", "values", "list", "content", "objects", "entries",
        "rows", "hits", "elements", "collection", "nodes", "node", "edges", "response", "payload",
    ]
    private static let paging: Set = [
        "page", "per", "size", "len", "length", "pagelen", "limit", "offset", "marker", "skip", "total",
        "count",
        "next",
        "previous",
        "prev", "first", "last", "cursor", "has", "more", "is", "start", "end", "max", "token", "link",
        "meta",
        "metadata", "object", "kind", "href", "url", "uri", "self", "etag", "pagination", "paging", "status",
        "success", "ok", "error", "took", "after", "before", "modhash", "incomplete", "included", "item",
        "result", "response", "number", "index", "at", "current", "nb",
        "odata", "context", "delta", "expand", "sync", "truncated", "matche", "match", "record", "in", "to",
    ]

    /// What is before the word for what customers define.
    private static let customs: Set = ["custom", "embedded", "raw", "dynamic", "trigger", "merge"]
    private static let money: Set = [
        "price", "cost", "amount", "fee", "balance", "tax", "discount", "paid", "due", "subtotal", "sum",
        "revenue", "commission", "profit", "cpa", "cpc", "cpm", "cpv",
    ]
    private static let quantities: Set = [
        "weight", "height", "width", "depth", "distance", "altitude", "elevation", "speed", "temperature",
        "score",
    ]
    private static let addresses: Set = [
        "url", "uri", "href", "link", "website", "homepage", "callback", "webhook",
    ]

    private static let identifying: Set = [
        "id", "uid", "uuid", "guid", "key", "token", "secret", "hash", "sha", "sha1", "sha256", "md5",
        "etag", "digest", "checksum", "signature", "fingerprint", "cursor", "name", "firstname", "lastname",
        "fullname", "username", "nickname", "login", "user", "owner", "author", "creator", "assignee",
        "member",
        "acct", "account", "keyword", "email", "mail", "phone", "address", "street", "city", "zip",
        "postcode", "title", "slug", "handle",
        "label", "tag", "subject", "description", "text", "message", "comment", "host", "hostname", "domain",
        "ip", "ipv4", "ipv6", "url", "uri", "href", "link", "path", "file", "filename", "ref", "branch",
        "version",
    ]
}
