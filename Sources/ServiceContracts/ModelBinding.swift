import Decodability
public import Foundation

/// Which of the app's models reads the bodies of which responses.
public struct ModelBinding: Sendable {
    /// The operation id in the contract.
    public var operation: String
    /// The status codes.
    public var statuses: ClosedRange<Int>
    /// The name of the model: `ITunesSearchResponse`.
    public var model: String
    /// The app's own reading of a body: every reason why it fails, in document order; none when it succeeds.
    public var failures: @Sendable (Data) -> [ModelFailure]

    /// Binds an operation to a way of reading.
    public init(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, model: String,
        failures: @escaping @Sendable (Data) -> [ModelFailure]
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = model
        self.failures = failures
    }

    /// Binds the JSON bodies of an operation to a model and the decoder the app uses for it.
    public init<Model: Decodable & Sendable>(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, _ type: Model.Type,
        decoder: @escaping @Sendable () -> JSONDecoder
    ) {
        self.init(operation, statuses: statuses, model: "\(type)") { data in
            ModelDecoding.check(type, in: data, with: decoder()).failures.map(ModelFailure.init)
        }
    }
}
