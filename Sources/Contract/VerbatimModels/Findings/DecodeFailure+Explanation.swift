import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

extension DecodeFailure.Kind {
    /// What exactly the rule about this kind of failure reports.
    var meaning: String {
        switch self {
        case .missingKey: "The property of the model is not optional, and the object lacks the name."
        case .null: "The property of the model is not optional, and the value is null."
        case .wrongType: "An optional property fails as well, as only null and absence make it nil."
        case .numberDoesNotFit: "The number has a fraction, or is beyond the range of the integer type."
        case .unknownCase:
            "The string is no raw value of the enumeration. An optional property fails as well."
        case .badDate: "The decoder has one strategy for all dates of a body."
        case .badURL: "The decoder makes the URL with `URL(string:)`, which refuses an empty string."
        case .badData: "The decoder reads `Data` as Base64 unless it has another strategy."
        case .badKey: "The keys of the dictionary are numbers or have a type of the app."
        case .rejected:
            "An initializer of the model throws an error of its own, or the reader of a binding for a format "
                + "other than JSON does."
        case .notJSON: "The decoder refuses the bytes as a whole."
        case .toolFault:
            "Verbatim decodes a body twice: with the decoder of the app, and traced. If one succeeds and the "
                + "other does not, please report it."
        }
    }

    /// Something that the rule about this kind of failure reports.
    var example: RuleExample {
        func model(_ source: String, _ name: String, _ schema: JSONValue, _ body: String) -> RuleExample {
            .model(source, .property(name, schema), [.json(body)])
        }
        let string: JSONValue = ["type": "string"]
        return switch self {
        case .missingKey: model(ModelSource.titled, "title", string, "{}")
        case .null: model(ModelSource.titled, "title", string, #"{"title": null}"#)
        case .wrongType: model(ModelSource.maybeTitled, "title", string, #"{"title": 7}"#)
        case .numberDoesNotFit: model(ModelSource.small, "shelf", ["type": "number"], #"{"shelf": 300}"#)
        case .unknownCase: model(ModelSource.stated, "state", string, #"{"state": "lost"}"#)
        case .badDate: model(ModelSource.dated, "updated", string, #"{"updated": "21 November 2026"}"#)
        case .badURL: model(ModelSource.covered, "cover", string, #"{"cover": ""}"#)
        case .badData: model(ModelSource.stored, "scan", string, #"{"scan": "?"}"#)
        case .badKey:
            model(ModelSource.copies, "copies", ["type": "object"], #"{"copies": {"first": "lost"}}"#)
        case .rejected: model(ModelSource.rated, "rating", ["type": "integer"], #"{"rating": 7}"#)
        case .notJSON: model(ModelSource.titled, "title", string, "title: Emma")
        case .toolFault: .unavailable
        }
    }
}
