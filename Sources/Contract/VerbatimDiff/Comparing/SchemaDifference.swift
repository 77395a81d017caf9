import VerbatimJSON

/// One difference between two schemas, at some depth below them.
struct SchemaDifference: Sendable {
    /// What happened, as the id of a rule with a location for its subject: `@-max-length-increased`.
    let kind: Kind
    var direction: Direction
    /// Where below the schemas it is.
    var path: [PathToken]
    /// What was said, in words.
    var was: String
    /// What is said now, in words.
    var now: String
    /// The forms whose values show it, and where below the schemas those are.
    var site: Site
    /// The keyword a value must break to show it; nil for any.
    var keyword: String?
    /// The member that it is about, where the site is its object.
    var member: String?

    /// What happened, before it is known to what.
    enum Kind: Hashable, Sendable {
        /// `max-length-increased`, for `response-property-max-length-increased`.
        case keyword(String)
        /// `optional-property-added`, for `response-optional-property-added`; responses only.
        case response(String)
        /// No rule knows it.
        case unhandled
    }

    struct Site: Hashable, Sendable {
        var old: SchemaBranch.Index
        var new: SchemaBranch.Index
        var path: [PathToken] = []
    }

    /// The same difference, seen from further above.
    func below(_ token: PathToken) -> SchemaDifference {
        var difference = self
        difference.path.insert(token, at: 0)
        difference.site.path.insert(token, at: 0)
        return difference
    }
}

/// One step from a value to a part of it.
enum PathToken: Hashable, Sendable {
    case member(String)
    /// The element with an index.
    case element(Int)
    /// Any element of an array.
    case anyElement
    /// Any member that is not named.
    case anyMember

    /// The token in a pattern of a JSON Pointer.
    var text: String {
        switch self {
        case .member(let name): name
        case .element(let index): String(index)
        case .anyElement, .anyMember: "*"
        }
    }
}

extension [PathToken] {
    /// The path as a JSON Pointer with `*` for any element and any member that is not named.
    var pointer: JSONPointer { JSONPointer(map(\.text)) }
}
