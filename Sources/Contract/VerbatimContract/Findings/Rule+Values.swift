import VerbatimJSON

// MARK: - The values of the body

extension Rule {
    package static let responsePropertyMissing = Rule(
        "response-property-missing", .breaking, "a required property is missing",
        "a model that requires it does not decode",
        "The schema lists the property in `required`. One that is `writeOnly` need not be there."
    ) {
        .check(.required("title", ["type": "string"]), .json("{}"))
    }.showing(.missing)
    package static let responsePropertyType = Rule(
        "response-property-type", .breaking, "a value has another type",
        "a model does not decode, even if the property is optional",
        "The value has none of the types of `type`. Null is a type of its own; 3.0 is an integer."
    ) { .check(.property("pages", ["type": "integer"]), .json(#"{"pages": "474"}"#)) }.showing(.type)
    package static let responsePropertyValue = Rule(
        "response-property-value", .breaking, "a value is not in its enumeration",
        "a closed enumeration does not decode it",
        "The value is not listed in `enum`, or is not that of `const`. `x-known-values` lists the values of an "
            + "open set instead, where a new one is a warning: `response-value-unknown`."
    ) { .check(.property("state", ["enum": ["new", "used"]]), .json(#"{"state": "lost"}"#)) }.showing(.word)
    package static let responsePropertyFormat = Rule(
        "response-property-format", .breaking, "a value does not have its format",
        "code that parses a URL, an address or a number in a string fails",
        "The string does not have its `format`, such as `uri`, `email` or `uuid`."
    ) {
        .check(.property("cover", ["type": "string", "format": "uri"]), .json(#"{"cover": "no cover"}"#))
    }.showing(.limit)
    package static let responsePropertyDate = Rule(
        "response-property-date", .breaking, "a date has another format",
        "one date strategy cannot read two formats",
        "The string matches none of the patterns of `x-date-formats`, or has not the `format` of a date. Days "
            + "have to exist in the calendar."
    ) {
        .check(
            .property("published", ["type": "string", "x-date-formats": ["yyyy-MM-dd"]]),
            .json(#"{"published": "1815-12"}"#))
    }.showing(.date)
    package static let responsePropertyDateProfile = Rule(
        "response-property-date-profile", .breaking, "a date has another precision, fraction or offset",
        "date decoders differ in which of them they read",
        "The date has its `format`, but is not written as `x-date-profile` says."
    ) {
        .check(
            .property(
                "updated",
                [
                    "type": "string", "format": "date-time",
                    "x-date-profile": ["fraction": "never", "offset": "Z"],
                ]), .json(#"{"updated": "2026-11-21T10:05:56.789Z"}"#))
    }.showing(.date)
    package static let responsePropertyPattern = Rule(
        "response-property-pattern", .breaking, "a value does not match its pattern",
        "code that parses the value fails",
        "The string does not contain what the regular expression of `pattern` describes."
    ) {
        .check(
            .property("isbn", ["type": "string", "pattern": "^[0-9]{13}$"]),
            .json(#"{"isbn": "0-14-143951-3"}"#))
    }.showing(.limit)
    package static let responsePropertyRange = Rule(
        "response-property-range", .breaking, "a number is out of range",
        "code that counts or indexes with it fails",
        "The number violates `minimum`, `maximum`, their exclusive forms, or `multipleOf`."
    ) {
        .check(.property("pages", ["type": "integer", "minimum": 1]), .json(#"{"pages": 0}"#))
    }.showing(.limit)
    package static let responsePropertyLength = Rule(
        "response-property-length", .breaking, "a string, an array or an object is too short or too long",
        "code that relies on the length fails",
        "The number of characters, elements or properties is beyond `minLength`, `maxLength`, `minItems`, "
            + "`maxItems`, `minProperties` or `maxProperties`."
    ) {
        .check(.property("title", ["type": "string", "minLength": 1]), .json(#"{"title": ""}"#))
    }.showing(.limit)
    package static let responsePropertyForbidden = Rule(
        "response-property-forbidden", .breaking, "a forbidden property is present",
        "the contract excludes it explicitly",
        "The schema has `additionalProperties: false` or the like, and does not name the property."
    ) {
        .check(
            .body(["properties": ["title": ["type": "string"]], "additionalProperties": false]),
            .json(#"{"title": "Emma", "titel": "Emma"}"#))
    }.showing(.new)
    package static let responsePropertyDuplicate = Rule(
        "response-property-duplicate", .warning, "a property occurs twice",
        "parsers differ in which value they use",
        "An object has the same name twice, which JSON allows and no object in Swift can represent."
    ) { .check(.property("id", ["type": "integer"]), .json(#"{"id": 1, "id": 2}"#)) }
    package static let responseValueUnknown = Rule(
        "response-value-unknown", .warning, "an open enumeration has a new value",
        "the app has not handled it before",
        "`x-known-values` lists the values seen so far. A new one is allowed, and worth a look."
    ) {
        .check(
            .property("kind", ["type": "string", "x-known-values": ["novel", "play"]]),
            .json(#"{"kind": "podcast"}"#))
    }.showing(.word)
    package static let responsePropertyUndocumented = Rule(
        "response-property-undocumented", .info, "a property is not in the contract",
        "APIs grow, and code that reads properties by name is not affected",
        "The schema describes properties, but not this one, and does not forbid it either."
    ) {
        .check(.property("title", ["type": "string"]), .json(#"{"title": "Emma", "rating": 5}"#))
    }.showing(.new)
}
