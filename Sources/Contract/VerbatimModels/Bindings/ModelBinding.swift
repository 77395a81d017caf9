public import Foundation
import VerbatimDecoding

/// A model of the app with the responses whose bodies it decodes.
public struct ModelBinding: Sendable {
    /// The operation id in the contract, or the method and the path as written there: `GET /volumes/{id}`.
    public var operation: String
    /// The status codes of the responses.
    public var statuses: ClosedRange<Int>
    /// The name of the model: `ITunesSearchResponse`.
    public var model: String
    /// Reads a body as the app does, and reports every failure and the keys that the model requested.
    public var read: @Sendable (Data) -> ModelReading
    /// Returns whether the app reads a body, even if it leaves out values. Costs no more than in the app.
    public var accepts: @Sendable (Data) -> Bool
    /// Whether dates are decoded by the strategy `iso8601`, which accepts more forms on newer systems than on
    /// older ones.
    public var readsISO8601Dates = false
    /// The name of the model with its module, `App.Volume.Info`, by which a source file could name it; nil if
    /// it is not decoded by `Codable`.
    package private(set) var qualifiedName: String?

    /// Binds an operation to a function that reads its bodies.
    ///
    /// - Parameter failures: Returns every reason why the app cannot read a body, in document order.
    public init(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, model: String,
        failures: @escaping @Sendable (Data) -> [ModelFailure]
    ) {
        self.init(
            operation, statuses: statuses, model: model, reading: { ModelReading(failures: failures($0)) })
    }

    /// Binds an operation to a function that reads its bodies, and may leave out values.
    ///
    /// - Parameter reading: Reads a body as the app does.
    public init(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, model: String,
        reading: @escaping @Sendable (Data) -> ModelReading
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = model
        self.read = reading
        self.accepts = { reading($0).failures.isEmpty }
    }

    /// Binds the JSON bodies of an operation to a model and the decoder that the app uses for it.
    public init<Model: Decodable & Sendable>(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, _ type: Model.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = "\(type)"
        qualifiedName = String(reflecting: type)
        self.read = { data in
            let report = ModelDecoding.check(type, in: data, with: decoder())
            return ModelReading(
                failures: report.failures.map(ModelFailure.init),
                dropped: report.dropped.map(ModelFailure.init), usage: report.usage,
                unexplored: report.unexplored)
        }
        self.accepts = { data in ModelDecoding.accepts(type, in: data, with: decoder()) }
        if case .iso8601 = decoder().dateDecodingStrategy { readsISO8601Dates = true }
    }

    /// Returns whether the model decodes the bodies of a response.
    ///
    /// - Parameter operation: The operation id, or the method and path if the binding has these.
    public func reads(_ operation: String, status: Int) -> Bool {
        self.operation == operation && statuses.contains(status)
    }
}
