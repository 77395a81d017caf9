import VerbatimJSON

extension DecodeFailure: CustomStringConvertible {
    /// What is there and what the model wants, in one line.
    public var description: String {
        switch kind {
        case .notJSON: "\(location) is not JSON: \(reason ?? "")"
        case .toolFault: "verbatim and the decoder disagree: \(reason ?? "")"
        case .badKey: "\(location) has a name that is no key; \(wish) keys"
        case .numberDoesNotFit: "\(location) is \(value), which does not fit; \(wish)"
        case .unknownCase: "\(location) is \(value); \(wish), which has no such case"
        case .badDate, .badURL, .badData, .refused: "\(location) is \(value); \(wish)\(because)"
        case .missingKey, .null, .wrongType: "\(location) is \(value); \(wish)"
        }
    }

    private var location: String {
        pointer.tokens.isEmpty ? "the document" : "'\(pointer)'"
    }

    private var value: String {
        found.kind == nil && position == nil && kind != .missingKey ? "another value" : found.description
    }

    private var wish: String {
        wanted.map(String.init(describing:)) ?? "the model wants another value"
    }

    private var because: String {
        reason.map { ": \($0)" } ?? ""
    }
}

extension DecodeFailure.Found: CustomStringConvertible {
    /// The value with its JSON type: `the string "312"`.
    public var description: String {
        switch kind {
        case nil: "missing"
        case .null?: "null"
        case .bool?: text
        case .number?: "the number \(text)"
        case .string?: "the string \(text)"
        case .array?: "the array \(text)"
        case .object?: "the object \(text)"
        }
    }
}

extension DecodeFailure.Wanted: CustomStringConvertible {
    /// The property and its type: `Volume.Info.pageCount wants Int`.
    public var description: String {
        let asker = property.isEmpty || property.hasPrefix("[") ? model + property : "\(model).\(property)"
        return switch form {
        case let form? where property.isEmpty: "\(asker) wants \(form)"
        case let form?: "\(asker) wants \(type) as \(form)"
        case nil: "\(asker) wants \(type)"
        }
    }
}

extension DecodeFailure {
    static func fault(_ reason: String) -> DecodeFailure {
        DecodeFailure(
            kind: .toolFault, pointer: .root, position: nil, found: Found(kind: nil, text: ""), wanted: nil,
            reason: reason)
    }
}
