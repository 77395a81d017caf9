/// A failure as the pass meets it: in coding keys and types, before the document is consulted.
struct PendingFailure {
    /// What was asked for at the location.
    enum Wanted {
        case value(any Any.Type)
        case object
        case array
    }

    /// Who found fault with the value.
    enum Origin {
        /// The real decoder could not give what was asked for.
        case decoder
        /// The model's own `init(from:)` refused what it was given.
        case model
        /// The dictionary could make no key of the member's name.
        case name
    }

    let path: [any CodingKey]
    let wanted: Wanted
    /// What the wanted model asked for in its turn, when its value failed as a whole.
    let form: Wanted?
    let origin: Origin
    let error: any Error
    /// The model that asked, and how many keys of `path` lead to it; nil when the document itself failed.
    let owner: (model: any Any.Type, depth: Int)?
    /// The type of the keys the model asked by, which may name a closer owner.
    let keys: (any Any.Type)?
}

extension PendingFailure {
    /// Whether two lapses are of the same location and tell the same of it.
    func isSame(as other: PendingFailure) -> Bool {
        path.map(\.stringValue) == other.path.map(\.stringValue)
            && String(describing: wanted) == String(describing: other.wanted)
    }

    var isTypeMismatch: Bool {
        if case .typeMismatch? = error as? DecodingError { true } else { false }
    }

    /// Whether the decoder refused the whole document before any model saw it.
    var isOfDocument: Bool {
        owner == nil && path.isEmpty && origin == .decoder
    }

    /// The words of whoever threw the error.
    var words: String {
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
