package import VerbatimContract
import VerbatimHAR

extension Rule {
    /// The rules about changes between two recordings of a scenario.
    package static let ofDrift: [Rule] = driftAreas.flatMap(\.rules)

    /// The same rules by the part of a recording that they are about, as `verbatim rules` groups them.
    package static let driftAreas: [(area: String, rules: [Rule])] = [
        ("drift-interaction", [interactionAdded, interactionRemoved, statusChanged]),
        ("drift-header", [headerAdded, headerRemoved, headerChanged, mediaTypeChanged]),
        (
            "drift-body",
            [
                bodyKindChanged, propertyAdded, propertyRemoved, propertyBecameOptional,
                propertyBecameRequired, listEmptied, typeAdded, typeRemoved, formatChanged, dateFormatChanged,
                vocabularyAdded, vocabularyRemoved, valueRefused,
            ]
        ),
    ]

    // MARK: Interactions and headers

    private static let interaction = "an interaction of a scenario"
    private static let pairing =
        "Requests are paired by method and URL; those that differ in their query alone are the same."

    static let interactionAdded = Rule(
        "drift-interaction-added", .info, .widens, of: interaction, "was added",
        "the app sends another request", pairing
    ) { .recordings([list], [list, authors]) }.showing(.request)
    package static let interactionRemoved = Rule(
        "drift-interaction-removed", .warning, .narrows, of: interaction, "was removed",
        "the app no longer sends the request, or failed before it", pairing
    ) { .recordings([list, authors], [list]) }.showing(.silence)
    static let statusChanged = Rule(
        "drift-status-changed", .breaking, .both, of: interaction, "has a different outcome",
        "the same request has a different result",
        "The status differs, or there is a response on one side only."
    ) { .recordings([list], [RecordedExample(status: 404)]) }.showing(.status)

    private static let header = "a header of a response"
    private static let volatility =
        "Headers that caches, gateways and load balancers add are not compared, nor are values that "
        + "differ in every response."

    static let headerAdded = Rule(
        "drift-header-added", .info, .widens, of: header, "was added", "the app does not read it yet",
        volatility
    ) { headers(nil, "12") }.showing(.fewer)
    static let headerRemoved = Rule(
        "drift-header-removed", .warning, .narrows, of: header, "was removed",
        "code that reads it finds nothing", volatility
    ) { headers("12", nil) }.showing(.headerLoss)
    static let headerChanged = Rule(
        "drift-header-changed", .warning, .both, of: header, "has a different format",
        "code that parses it may fail", volatility
    ) { headers("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06", "X-Since") }.showing(.header)
    static let mediaTypeChanged = Rule(
        "drift-media-type-changed", .warning, .both, of: "a response", "has a different media type",
        "a decoder that is chosen by it is not found",
        "A `charset` alone is a change of the header; other parameters are not compared."
    ) { headers("application/json", "text/javascript", "Content-Type") }.showing(.mediaType)

    // MARK: Bodies

    static let bodyKindChanged = Rule(
        "drift-body-kind-changed", .breaking, .both, of: "the body of a response", "is of a different kind",
        "a decoder fails at the first byte",
        "The first bytes show another format, such as HTML in place of JSON."
    ) { bodies(#"{"title": "Emma"}"#, "<!DOCTYPE html><html></html>") }.showing(.bodyKind)

    private static let property = "a property of recorded objects"

    static let propertyAdded = Rule(
        "drift-property-added", .info, .widens, of: property, "was added", "APIs grow",
        "None of the old objects at the path has it, some of the new objects have it."
    ) { bodies(#"{"title": "Emma"}"#, #"{"title": "Emma", "pages": 474}"#) }.showing(.new)
    static let propertyRemoved = Rule(
        "drift-property-removed", .breaking, .narrows, of: property, "was removed",
        "a model that requires it does not decode; info if it was optional",
        "None of the new objects at the path has it."
    ) { bodies(#"{"title": "Emma", "pages": 474}"#, #"{"title": "Emma"}"#) }.showing(.missing)
    static let propertyBecameOptional = Rule(
        "drift-property-became-optional", .warning, .widens, of: property, "is now optional",
        "a model that requires it does not decode",
        "All old objects at the path have it, and not all new objects."
    ) { bodies(#"[{"title": "Emma"}, {"title": "Sanditon"}]"#, #"[{"title": "Emma"}, {}]"#) }.showing(.fewer)
    static let propertyBecameRequired = Rule(
        "drift-property-became-required", .info, .narrows, of: property, "is always present",
        "code that does without it still works",
        "All new objects at the path have it, and not all old objects."
    ) { bodies(#"[{"title": "Emma"}, {}]"#, #"[{"title": "Emma"}, {"title": "Sanditon"}]"#) }.showing(.fewer)

    static let listEmptied = Rule(
        "drift-list-emptied", .warning, .narrows, of: "a list of recorded bodies", "is empty",
        "the app shows nothing; info if the contract allows it",
        "The old arrays at the path have elements, and none of the new ones has any."
    ) { bodies(#"{"books": [{"title": "Emma"}]}"#, #"{"books": []}"#) }.showing(.limit)

    private static let value = "a value of recorded bodies"

    static let typeAdded = Rule(
        "drift-type-added", .breaking, .widens, of: value, "has another type",
        "a model does not decode it, even if its property is optional; a warning if it is null",
        "A type occurs that no old value at the path has. An integer and a fraction differ."
    ) { bodies(#"{"pages": 474}"#, #"{"pages": "474"}"#) }.showing(.type)
    static let typeRemoved = Rule(
        "drift-type-removed", .info, .narrows, of: value, "has fewer types",
        "code that reads all types reads the rest", "Of several types at the path, one no longer occurs."
    ) { bodies(#"{"pages": [474, "many"]}"#, #"{"pages": [474]}"#) }.showing(.fewer)
    static let formatChanged = Rule(
        "drift-format-changed", .breaking, .both, of: "a string of recorded bodies", "has a different format",
        "a URL, a date or a number in a string is not read",
        "All old strings at the path are URLs, dates or numbers, and a new one is not."
    ) { bodies(#"{"cover": "https://example.com/7.jpg"}"#, #"{"cover": "/7.jpg"}"#) }.showing(.limit)
    static let dateFormatChanged = Rule(
        "drift-date-format-changed", .warning, .both, of: "a date of recorded bodies",
        "has a different date format",
        "decoders differ in the precision, fraction and offset they read",
        "The dates are written in a way in which no old date at the path is."
    ) { bodies(#"{"updated": "2026-01-01T00:00:00Z"}"#, #"{"updated": "2026-01-01T00:00:00.123Z"}"#) }
    .showing(.date)

    private static let vocabulary = "a string with few different values"
    private static let repetition =
        "The strings at the path repeat a few words, as those of an enumeration do."
    private static let kinds = #"["novel", "play", "novel", "play", "novel", "novel"]"#

    static let vocabularyAdded = Rule(
        "drift-vocabulary-added", .warning, .widens, of: vocabulary, "has new values",
        "a closed enumeration does not decode them", repetition
    ) { bodies(kinds, #"["novel", "play", "novel", "essay", "novel", "novel"]"#) }.showing(.word)
    static let vocabularyRemoved = Rule(
        "drift-vocabulary-removed", .info, .narrows, of: vocabulary, "has fewer values",
        "the app does without the others", repetition
    ) { bodies(kinds, #"["novel", "novel", "novel", "novel"]"#) }.showing(.fewer)
    static let valueRefused = Rule(
        "drift-value-not-decoded", .breaking, .widens, of: "a place of recorded bodies",
        "has a value that a model does not decode",
        "the app fails on it, although type and format are as they were",
        "A model of the app decodes the old values at the path, and not a new one, and no other change of "
            + "the body explains it: an enumeration lacks a case, or the model's own code rejects the value."
    ) {
        .recordings(
            [.json(#"{"title": "Emma", "kind": "novel"}"#)],
            [.json(#"{"title": "Caractacus", "kind": "play"}"#)],
            model: """
                struct Book: Decodable {
                    let title: String
                    let kind: Kind

                    enum Kind: String, Decodable { case novel, essay }
                }
                """)
    }.showing(.refusal)

    // MARK: Examples

    private static let list = RecordedExample()
    private static let authors = RecordedExample("GET", "/authors")

    private static func bodies(_ old: String, _ new: String) -> RuleExample {
        .recordings([.json(old)], [.json(new)])
    }

    private static func headers(_ old: String?, _ new: String?, _ name: String = "X-Total") -> RuleExample {
        func response(_ value: String?) -> RecordedExample {
            RecordedExample(headers: value.map { [name: $0] } ?? [:])
        }
        return .recordings([response(old)], [response(new)])
    }
}
