public import Foundation
package import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// A model of the app with the responses whose bodies it decodes, or the items of them.
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
    /// Whether dates are decoded by the strategy `iso8601`, which accepts more forms on newer systems.
    public var readsISO8601Dates = false
    /// The name of the model with its module, `App.Volume.Info`, by which a source file could name it; nil if
    /// it is not decoded by `Codable`.
    package private(set) var qualifiedName: String?
    /// The reader of the items of a sequence; nil if the model decodes whole bodies.
    private var items: ItemReader?

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
    ///
    /// ```swift
    /// ModelBinding("getForecast", Forecast.self, decoder: { .weather })
    /// ```
    ///
    /// Bodies are decoded on any thread, so the model's conformance must not belong to an actor: where a
    /// target has the main actor as its default isolation, declare it `nonisolated struct Forecast`.
    ///
    /// - Parameter decoder: Returns the decoder of the app. The default has no strategy for dates, and so
    ///   decodes only numbers as dates.
    public init<Model: Decodable & Sendable>(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, _ type: Model.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.operation = operation
        self.statuses = statuses
        self.model = "\(type)"
        qualifiedName = String(reflecting: type)
        self.read = { data in ModelReading(of: data, as: type, with: decoder()) }
        self.accepts = { data in ModelDecoding.accepts(type, in: data, with: decoder()) }
        if case .iso8601 = decoder().dateDecodingStrategy { readsISO8601Dates = true }
    }

    /// Binds the items of a stream to a model and the decoder that the app uses for each: the data of an
    /// event, or the JSON text of a line, a record or a part.
    ///
    /// ```swift
    /// ModelBinding("createMessage", items: MessageEvent.self)
    /// ModelBinding("createMessage", items: ContentDelta.self, kind: "content_block_delta")
    /// ```
    ///
    /// Comments, and `[DONE]` in place of data, are not decoded. What ``read`` and ``accepts`` get is the
    /// JSON array of the items.
    ///
    /// - Parameters:
    ///   - type: The model. It decodes each item, or those of a kind.
    ///   - kind: The kind of the items that it decodes: the name of an event, or the value of a property. If
    ///     nil, it decodes all of them.
    ///   - property: The property whose value is the kind of an item.
    ///   - decoder: Returns the decoder of the app.
    public init<Item: Decodable & Sendable>(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, items type: Item.Type,
        kind: String? = nil, by property: String = "type",
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.init(operation, statuses: statuses, type, decoder: decoder)
        items = ItemReader(
            kind: kind, property: property,
            read: { [decoder = decoder()] in ModelReading(of: $0, as: type, with: decoder) },
            accepts: { [decoder = decoder()] in ModelDecoding.accepts(type, in: $0, with: decoder) })
        self = reading(.lines)
    }

    package var isOfItems: Bool { items != nil }
    /// The kind of the items that the model decodes; nil if it decodes all of them, or whole bodies.
    package var itemKind: String? { items?.kind }

    /// Returns the binding for items in a format. It reads the JSON array of them.
    package func reading(_ format: ItemFormat) -> ModelBinding {
        guard let items else { return self }
        var binding = self
        binding.read = { items.reading(of: $0, format) }
        binding.accepts = { items.accepts($0, format) }
        return binding
    }

    /// Returns whether the model decodes the bodies of a response.
    ///
    /// - Parameter operation: The operation id, or the method and path if the binding has these.
    public func reads(_ operation: String, status: Int) -> Bool {
        self.operation == operation && statuses.contains(status)
    }

    /// Returns the operation of a contract that the binding names, by its id or by its method and path.
    package func operation(in contract: Contract) -> APIOperation? {
        contract.operations.first { $0.id == operation }
            ?? contract.operations.first { "\($0.method) \($0.path)" == operationWithMethodInUpperCase }
    }

    private var operationWithMethodInUpperCase: String {
        guard let space = operation.firstIndex(of: " ") else { return operation }
        return operation[..<space].uppercased() + operation[space...]
    }

    /// Returns the binding with the operation id of a contract, or unchanged if there is no such operation.
    package func resolved(in contract: Contract) -> ModelBinding {
        var binding = self
        binding.operation = operation(in: contract)?.id ?? operation
        return binding
    }

    /// Returns a finding if a contract has no operation of the binding: its model decodes no response then.
    package func finding(in contract: Contract) -> Finding? {
        guard operation(in: contract) == nil else { return nil }
        let names = contract.operations.map(\.id)
        let known = names.prefix(Self.listed).map { "'\($0)'" }.joined(separator: ", ")
        let others = names.count > Self.listed ? " and \(names.count - Self.listed) more" : ""
        return Finding(
            .bindingUnknownOperation, about: .init(api: contract.api, part: "the binding of \(model)"),
            .expected(names.isEmpty ? "an operation" : "one of \(known)\(others)", found: "'\(operation)'"),
            at: SourceLocation(file: contract.file),
            next: "correct the operation of the ModelBinding, or declare it in \(contract.file), "
                + "and run \(ToolCommand.checkingModels("check", contract.api))")
    }

    /// The number of operations that a message lists.
    private static let listed = 10
}

extension Rule {
    package static let bindingUnknownOperation = Rule(
        "binding-unknown-operation", .breaking, "a model is bound to an operation that the contract lacks",
        "the model is never checked, so that nothing is found about it",
        "The operation id of a `ModelBinding` is misspelled, or the contract has another one by now."
    ) { .model(ModelSource.bound, .plain, [.json(#"{"title": "Emma"}"#)]) }
}
