import VerbatimContract
import VerbatimHAR

extension DriftRule {
    /// The subject of the summary.
    var subject: String {
        switch self {
        case .interactionAdded, .interactionRemoved, .statusChanged: "an interaction of a scenario"
        case .headerAdded, .headerRemoved, .headerChanged: "a header of a response"
        case .mediaTypeChanged: "a response"
        case .bodyKindChanged: "the body of a response"
        case .propertyAdded, .propertyRemoved, .propertyBecameOptional, .propertyBecameRequired:
            "a property of recorded objects"
        case .typeAdded, .typeRemoved: "a value of recorded bodies"
        case .formatChanged: "a string of recorded bodies"
        case .dateFormatChanged: "a date of recorded bodies"
        case .vocabularyAdded, .vocabularyRemoved: "a string with few different values"
        case .valueRefused: "a place of recorded bodies"
        }
    }

    /// What exactly the rule reports.
    var meaning: String {
        switch self {
        case .interactionAdded, .interactionRemoved:
            "Requests are paired by method and URL; those that differ in their query alone are the same."
        case .statusChanged: "The status differs, or there is a response on one side only."
        case .headerAdded, .headerRemoved, .headerChanged:
            "Headers that caches, gateways and load balancers add are not compared, nor are values that "
                + "differ in every response."
        case .mediaTypeChanged: "Parameters such as `charset` are not compared."
        case .bodyKindChanged: "The first bytes show another format, such as HTML in place of JSON."
        case .propertyAdded: "None of the old objects at the path has it, some of the new objects have it."
        case .propertyRemoved: "None of the new objects at the path has it."
        case .propertyBecameOptional: "All old objects at the path have it, and not all new objects."
        case .propertyBecameRequired: "All new objects at the path have it, and not all old objects."
        case .typeAdded: "A type occurs that no old value at the path has. An integer and a fraction differ."
        case .typeRemoved: "Of several types at the path, one no longer occurs."
        case .formatChanged: "All old strings at the path are URLs, dates or numbers, and a new one is not."
        case .dateFormatChanged: "The dates are written in a way in which no old date at the path is."
        case .vocabularyAdded, .vocabularyRemoved:
            "The strings at the path repeat a few words, as those of an enumeration do."
        case .valueRefused:
            "A model of the app decodes the old values at the path, and not a new one, and no other change of "
                + "the body explains it: an enumeration lacks a case, or the model's own code rejects the value."
        }
    }

    /// Something that the rule reports.
    var example: RuleExample {
        func bodies(_ old: String, _ new: String) -> RuleExample {
            .recordings([.json(old)], [.json(new)])
        }
        func headers(_ old: String?, _ new: String?, _ name: String = "X-Total") -> RuleExample {
            func response(_ value: String?) -> RecordedExample {
                RecordedExample(headers: value.map { [name: $0] } ?? [:])
            }
            return .recordings([response(old)], [response(new)])
        }
        let (list, authors) = (RecordedExample(), RecordedExample("GET", "/authors"))
        return switch self {
        case .interactionAdded: .recordings([list], [list, authors])
        case .interactionRemoved: .recordings([list, authors], [list])
        case .statusChanged: .recordings([list], [RecordedExample(status: 404)])
        case .headerAdded: headers(nil, "12")
        case .headerRemoved: headers("12", nil)
        case .headerChanged: headers("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06", "X-Since")
        case .mediaTypeChanged: headers("application/json", "text/javascript", "Content-Type")
        case .bodyKindChanged: bodies(#"{"title": "Emma"}"#, "<!DOCTYPE html><html></html>")
        case .propertyAdded: bodies(#"{"title": "Emma"}"#, #"{"title": "Emma", "pages": 474}"#)
        case .propertyRemoved: bodies(#"{"title": "Emma", "pages": 474}"#, #"{"title": "Emma"}"#)
        case .propertyBecameOptional:
            bodies(#"[{"title": "Emma"}, {"title": "Sanditon"}]"#, #"[{"title": "Emma"}, {}]"#)
        case .propertyBecameRequired:
            bodies(#"[{"title": "Emma"}, {}]"#, #"[{"title": "Emma"}, {"title": "Sanditon"}]"#)
        case .typeAdded: bodies(#"{"pages": 474}"#, #"{"pages": "474"}"#)
        case .typeRemoved: bodies(#"{"pages": [474, "many"]}"#, #"{"pages": [474]}"#)
        case .formatChanged:
            bodies(#"{"cover": "https://example.com/7.jpg"}"#, #"{"cover": "/7.jpg"}"#)
        case .dateFormatChanged:
            bodies(#"{"updated": "2026-01-01T00:00:00Z"}"#, #"{"updated": "2026-01-01T00:00:00.123Z"}"#)
        case .vocabularyAdded:
            bodies(
                #"["novel", "play", "novel", "play", "novel", "novel"]"#,
                #"["novel", "play", "novel", "essay", "novel", "novel"]"#)
        case .vocabularyRemoved:
            bodies(
                #"["novel", "play", "novel", "play", "novel", "novel"]"#,
                #"["novel", "novel", "novel", "novel"]"#)
        case .valueRefused:
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
        }
    }
}
