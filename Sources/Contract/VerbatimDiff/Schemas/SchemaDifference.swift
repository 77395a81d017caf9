import VerbatimContract
import VerbatimJSON

/// A difference between two schemas, or between parts of them.
struct SchemaDifference: Sendable {
    let kind: ChangeKind
    /// The part of the value that it is about.
    var part: SchemaPart
    var direction: Direction
    /// The path from the value to the part.
    var path: [PathToken]
    var old: String
    var new: String
    /// The forms whose values show it.
    var site: Site
    /// The keyword that a value has to violate to show it; nil for any.
    var keyword: String?
    /// The property that it is about, if the site is its object.
    var property: String?
    /// The part of the documents that makes the difference, if only references lead to it.
    var cause: Origin?

    /// Two forms, and the path that leads to them.
    struct Site: Hashable, Sendable {
        var old: SchemaBranch.Index
        var new: SchemaBranch.Index
        var path: [PathToken] = []
    }

    /// The part of the documents that shows a difference.
    struct Origin: Hashable, Sendable {
        let site: Site
        let keyword: String?
        let property: String?
    }

    /// The part of the documents that shows it.
    var origin: Origin { cause ?? Origin(site: site, keyword: keyword, property: property) }

    /// Returns the direction; a difference of one of several alternatives that exclude each other goes both
    /// ways.
    func direction(isAmbiguous: Bool) -> Direction {
        isAmbiguous && direction != .none ? .both : direction
    }

    /// The same difference, seen from a value that has this one at a path.
    func located(at prefix: [PathToken], isAmbiguous: Bool) -> SchemaDifference {
        var difference = self
        difference.path = prefix + path
        difference.site.path = prefix
        difference.direction = direction(isAmbiguous: isAmbiguous)
        if path.isEmpty, part == .value, kind == .type(.becameNullable) || kind == .type(.becameNotNullable) {
            if prefix.last == .anyElement { difference.part = .items }
            if prefix.last == .anyProperty { difference.part = .mapValue }
        }
        return difference
    }
}

/// The part of a value that a difference is about.
enum SchemaPart: Hashable, Sendable {
    /// The value itself.
    case value
    case requiredProperty, optionalProperty
    /// The elements of an array.
    case items
    /// The values of a dictionary.
    case mapValue
    case additionalProperties

    /// A property.
    static func property(isRequired: Bool) -> SchemaPart {
        isRequired ? .requiredProperty : .optionalProperty
    }
}

/// The side of an exchange that a schema describes.
enum ExchangeSide: Sendable {
    case request, response

    /// Returns whether messages of the side do not have a property: responses do not have write-only ones,
    /// requests do not have read-only ones.
    func hides(_ annotations: SchemaAnnotations) -> Bool {
        switch self {
        case .request: annotations.isReadOnly
        case .response: annotations.isWriteOnly
        }
    }
}

/// A step from a value to a part of it.
enum PathToken: Hashable, Sendable {
    case property(String)
    case element(Int)
    /// Any element of an array.
    case anyElement
    /// Any property that the schema does not name.
    case anyProperty

    /// The token in a pattern of a JSON Pointer.
    var text: String {
        switch self {
        case .property(let name): name
        case .element(let index): String(index)
        case .anyElement, .anyProperty: "*"
        }
    }
}

extension [PathToken] {
    /// The path as a JSON Pointer with `*` for any element and any property that is not named.
    var pointer: JSONPointer { JSONPointer(map(\.text)) }
}
