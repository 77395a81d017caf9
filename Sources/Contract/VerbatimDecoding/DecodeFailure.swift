public import VerbatimJSON

/// A reason why a document cannot be decoded as a model.
public struct DecodeFailure: Error, Sendable, Hashable {
    /// A kind of failure, by a permanent name.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A required key is missing.
        case missingKey = "missing-key"
        /// A required value is null.
        case null
        /// A value has another JSON type than the model decodes.
        case wrongType = "wrong-type"
        /// A number has a fraction, or is too large, for the model's type.
        case numberDoesNotFit = "number-does-not-fit"
        /// A value is not the raw value of any case of the enumeration.
        case unknownCase = "unknown-case"
        /// A date does not follow the decoder's strategy.
        case badDate = "bad-date"
        /// A string is not a URL.
        case badURL = "bad-url"
        /// A value does not follow the decoder's strategy for `Data`.
        case badData = "bad-data"
        /// A property's name cannot be converted to a key of the model's dictionary.
        case badKey = "bad-key"
        /// The model's own initializer rejects a value.
        case rejected
        /// The document, or a value in it, is not JSON.
        case notJSON = "not-json"
        /// The plain and the traced decode disagree: a fault of this module, not of the document.
        case toolFault = "tool-fault"
    }

    /// The value in the document.
    public struct Found: Sendable, Hashable {
        /// The JSON type of the value; nil if there is no value.
        public let kind: JSON.Kind?
        /// The text of the value in the document, a line of at most 100 characters; empty if there is none.
        public let text: String
    }

    /// The value that the model requested.
    public struct Expected: Sendable, Hashable {
        /// The model that requested the value, for example `Volume.Info`.
        public let model: String
        /// The keys from the model to the value, with `[]` for an element: `authors[]`; empty for a document.
        public let property: String
        /// The type that the model requested, for example `Int`.
        public let type: String
        /// The form in which the type decodes its value, if the failure is about the form: `String`, `an
        /// object`.
        public let form: String?
    }

    /// The kind of failure.
    public let kind: Kind
    /// The value in the document; for a missing key, the value that the key would have.
    public let pointer: JSONPointer
    /// The position of the value, or of the innermost existing object or array around it; nil if the document
    /// is not plain JSON.
    public let position: JSONPosition?
    /// The value in the document.
    public let found: Found
    /// The value that the model requested; nil for a document that is not JSON and for a fault of this
    /// module.
    public let expected: Expected?
    /// The message of the decoder or of the model, if it says more than the kind does.
    public let reason: String?

    static func fault(_ reason: String) -> DecodeFailure {
        DecodeFailure(
            kind: .toolFault, pointer: .root, position: nil, found: Found(kind: nil, text: ""), expected: nil,
            reason: reason)
    }
}

// MARK: - Messages

extension DecodeFailure: CustomStringConvertible {
    /// The value and what the model expects instead, in one line.
    public var description: String { message.onOneLine }

    private var message: String {
        switch kind {
        case .notJSON: "\(subject) is not JSON: \(reason ?? "")"
        case .toolFault: "verbatim and the decoder disagree: \(reason ?? "")"
        case .badKey: "\(subject) has a name that is not a valid key; \(expectation) keys"
        case .numberDoesNotFit: "\(subject) is \(value), which does not fit; \(expectation)"
        case .unknownCase: "\(subject) is \(value); \(expectation), which has no such case"
        case .badDate, .badURL, .badData, .rejected:
            "\(subject) is \(value); \(expectation)\(reason.map { ": \($0)" } ?? "")"
        case .missingKey, .null, .wrongType: "\(subject) is \(value); \(expectation)"
        }
    }

    private var subject: String { pointer.tokens.isEmpty ? "the document" : "'\(pointer)'" }

    private var value: String {
        found.kind == nil && position == nil && kind != .missingKey ? "another value" : found.description
    }

    private var expectation: String {
        expected.map(String.init(describing:)) ?? "the model expects another value"
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

extension DecodeFailure.Expected: CustomStringConvertible {
    /// The property: `Volume.Info.pageCount`; of an element of a list, that of the list.
    public var name: String { Self.name(of: String(property.prefix { $0 != "[" }), in: model) }

    private static func name(of property: String, in model: String) -> String {
        property.isEmpty || property.hasPrefix("[") ? model + property : "\(model).\(property)"
    }

    /// The property and its type: `Volume.Info.pageCount expects Int`.
    public var description: String { "\(Self.name(of: property, in: model)) \(need)" }

    /// The type, as a predicate of the property: `expects Int`.
    public var need: String {
        switch form {
        case let form? where property.isEmpty: "expects \(form)"
        case let form?: "expects \(type) as \(form)"
        case nil: "expects \(type)"
        }
    }
}
