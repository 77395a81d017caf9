/// A failure in terms of coding keys and types, before it is resolved in the document.
struct PendingFailure {
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
    /// The model of the request, and the number of keys of `path` that lead to it; nil for the document.
    let owner: (model: any Any.Type, depth: Int)?
    /// The type of the coding keys used in the request, which may belong to a closer owner.
    let keyType: (any Any.Type)?

    /// The identity of the failure: failures with the same one have the same path and expect the same.
    var identity: [String] { path.map(\.stringValue) + [String(describing: expected)] }

    var isTypeMismatch: Bool {
        if case .typeMismatch? = error as? DecodingError { true } else { false }
    }

    /// Whether the decoder rejected the whole document before it called any model.
    var isOfDocument: Bool { owner == nil && path.isEmpty && origin == .decoder }

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

/// The failures that models caught while the document as a whole was decoded.
///
/// A caught error is no loss if a model reads the same value in another way: as another type, or in another
/// attempt with the same decoder, such as the next case of a union.
struct CaughtFailures {
    struct Request {
        let path: [String]
        let failures: [PendingFailure]
        /// The number of containers opened before.
        fileprivate let order: Int
    }

    private var caught: [Request] = []
    /// The paths of the values read.
    private var readings: [[String]] = []
    /// The order in which the last container of a value was opened, by the path of the value.
    private var openings: [[String]: Int] = [:]
    private var order = 0

    var readCount: Int { readings.count }

    mutating func addReading(at path: [any CodingKey]) { readings.append(path.map(\.stringValue)) }

    /// Removes the last readings, which were made by a model that failed.
    mutating func removeReadings(after count: Int) { readings.removeSubrange(count...) }

    mutating func addOpening(at path: [any CodingKey]) {
        order += 1
        openings[path.map(\.stringValue)] = order
    }

    /// Creates a request, which is a failure of the document unless its model catches the error.
    func request(at path: [any CodingKey], isKeyed: Bool, _ failures: [PendingFailure]) -> Request {
        // Models that catch the error of an absent value treat it as nil.
        let lasting = failures.filter { !isKeyed || $0.path.count > path.count || !$0.isOfAbsentValue }
        return Request(path: path.map(\.stringValue), failures: lasting, order: order)
    }

    /// Adds the failed requests of a model that was decoded nevertheless.
    mutating func add(_ requests: [Request]) { caught += requests }

    /// The failures for which a model left out a value.
    var dropped: [PendingFailure] {
        let readValues = Set(readings)
        return caught.filter { request in
            !readValues.contains(request.path)
                && openings[request.path.dropLast(), default: 0] <= request.order
                && openings[request.path, default: 0] <= request.order
        }.flatMap(\.failures)
    }
}

extension PendingFailure {
    fileprivate var isOfAbsentValue: Bool {
        switch error as? DecodingError {
        case .keyNotFound?, .valueNotFound?: true
        default: false
        }
    }
}

extension [[String]: Int] {
    fileprivate subscript(path: ArraySlice<String>, default value: Int) -> Int {
        self[Array(path), default: value]
    }
}
