/// A failure in terms of coding keys and types, before it is resolved in the document.
struct PendingFailure {
    /// The requested value.
    enum Expected {
        case value(any Any.Type)
        case object
        case array
    }

    /// The part that rejected the value.
    enum Origin {
        /// The real decoder could not return what was requested.
        case decoder
        /// The model's own `init(from:)` rejected what it received.
        case model
        /// The dictionary could not convert a property's name to a key.
        case name
    }

    let path: [any CodingKey]
    let expected: Expected
    /// The request of the expected model in its turn, if its value failed as a whole.
    let form: Expected?
    let origin: Origin
    let error: any Error
    /// The model that made the request, and the number of keys of `path` that lead to it; nil if the document
    /// itself failed.
    let owner: (model: any Any.Type, depth: Int)?
    /// The type of the coding keys used in the request, which may belong to a closer owner.
    let keyType: (any Any.Type)?
}

extension PendingFailure {
    /// The identity of the failure: failures with the same one have the same path and expect the same.
    var identity: [String] { path.map(\.stringValue) + [String(describing: expected)] }

    var isTypeMismatch: Bool {
        if case .typeMismatch? = error as? DecodingError { true } else { false }
    }

    /// Whether the decoder rejected the whole document before it called any model.
    var isOfDocument: Bool {
        owner == nil && path.isEmpty && origin == .decoder
    }

    /// The message of the error.
    var message: String {
        guard let error = error as? DecodingError else { return String(describing: error) }
        return error.context.debugDescription
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default:
            Context(codingPath: [], debugDescription: String(describing: self))
        }
    }
}
