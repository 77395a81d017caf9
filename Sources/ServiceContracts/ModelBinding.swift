public import Decodability
public import Foundation

/// Which of the app's models decodes the bodies of which responses.
public struct ModelBinding: Sendable {
    /// The operation id in the contract.
    public var operation: String
    /// The status codes.
    public var statuses: ClosedRange<Int>
    /// The name of the model: `ITunesSearchResponse`.
    public var model: String
    /// The app's own decoding of a body: every failure, in document order; none when it decodes.
    public var failures: @Sendable (Data) -> [DecodeFailure]

    /// Binds an operation to a way of decoding.
    public init(
        operation: String, statuses: ClosedRange<Int> = 200...299, model: String,
        failures: @escaping @Sendable (Data) -> [DecodeFailure]
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = model
        self.failures = failures
    }
}
