public import Foundation
import VerbatimDecoding

/// Which of the app's models reads the bodies of which responses.
public struct ModelBinding: Sendable {
    /// The operation id in the contract.
    public var operation: String
    /// The status codes.
    public var statuses: ClosedRange<Int>
    /// The name of the model: `ITunesSearchResponse`.
    public var model: String
    /// Reads a body as the app does, and tells everything about it: failures, and the keys it asked for.
    public var read: @Sendable (Data) -> ModelReading
    /// Whether the app reads a body: the verdict alone, at the price the app pays.
    public var accepts: @Sendable (Data) -> Bool
    /// Whether dates are read by the strategy `iso8601`, which takes more forms on newer systems than on older ones.
    public var readsISO8601Dates = false

    /// Binds an operation to a way of reading.
    ///
    /// - Parameter failures: Every reason why the app cannot read a body, in document order; none when it can.
    public init(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, model: String,
        failures: @escaping @Sendable (Data) -> [ModelFailure]
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = model
        self.read = { ModelReading(failures: failures($0)) }
        self.accepts = { failures($0).isEmpty }
    }

    /// Binds the JSON bodies of an operation to a model and the decoder the app uses for it.
    public init<Model: Decodable & Sendable>(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, _ type: Model.Type,
        decoder: @escaping @Sendable () -> JSONDecoder
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = "\(type)"
        self.read = { data in
            let report = ModelDecoding.check(type, in: data, with: decoder())
            return ModelReading(
                failures: report.failures.map(ModelFailure.init), usage: report.usage,
                unjudged: report.unjudged)
        }
        self.accepts = { data in (try? decoder().decode(type, from: data)) != nil }
        if case .iso8601 = decoder().dateDecodingStrategy { readsISO8601Dates = true }
    }

    /// Whether it reads the bodies of a response.
    public func reads(_ operation: String, status: Int) -> Bool {
        self.operation == operation && statuses.contains(status)
    }
}
