public import VerbatimJSON

/// One reason why a document cannot be decoded to a model.
public struct DecodeFailure: Error, Sendable, Hashable {
    /// What is wrong, by a permanent name.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A key that must be there is not.
        case missingKey = "missing-key"
        /// A value that must be there is null.
        case null
        /// A value of another JSON type than the model takes.
        case wrongType = "wrong-type"
        /// A number with a fraction, or too large, for the model's type.
        case numberDoesNotFit = "number-does-not-fit"
        /// A raw value no case of the enumeration has.
        case unknownCase = "unknown-case"
        /// A date the decoder's strategy does not read.
        case badDate = "bad-date"
        /// A string that is no URL.
        case badURL = "bad-url"
        /// Data the decoder's strategy does not read.
        case badData = "bad-data"
        /// A member's name of which the model can make no key of its dictionary.
        case badKey = "bad-key"
        /// A value that the model's own initializer does not accept.
        case refused
        /// A document, or a value in it, that is not JSON.
        case notJSON = "not-json"
        /// No failure of the document: the plain and the watched decode disagree.
        case toolFault = "tool-fault"
    }

    /// The value at the location.
    public struct Found: Sendable, Hashable {
        /// The value's JSON type; nil when there is no value.
        public let kind: JSON.Kind?
        /// The value as it is written in the document, cut to 100 bytes; empty when there is none.
        public let text: String
    }

    /// What the model asked for at the location.
    public struct Wanted: Sendable, Hashable {
        /// The model that asked, e.g. `Volume.Info`.
        public let model: String
        /// The keys from the model to the location, with `[]` for an element, e.g. `authors[]`; empty for the
        /// document.
        public let property: String
        /// The type that was asked for, e.g. `Int`.
        public let type: String
        /// The form in which that type reads its value, when that was amiss: `String`, `an object`.
        public let form: String?
    }

    /// What is wrong.
    public let kind: Kind
    /// Where it is wrong; for a missing key, where the key would be.
    public let pointer: JSONPointer
    /// The position of the value, or of the nearest object or array around it; nil when the document is not
    /// plain JSON.
    public let position: JSONPosition?
    /// What is there.
    public let found: Found
    /// What the model wanted there; nil for a document that is not JSON and for a fault of the tool.
    public let wanted: Wanted?
    /// The words of the decoder, or of the model, where they say more than the kind does.
    public let reason: String?
}
