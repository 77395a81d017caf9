public import Foundation
public import VerbatimAPI
import VerbatimModels
public import VerbatimTesting

/// Breaking findings are failures of the test, warnings are warnings; others are not reported. Overrides of
/// the contracts apply. Answers of stubs are not checked.
///
///     @Test(.recording("weather/berlin", keeping: .contract))
extension ContractRequirement {
    /// The contract in the folder `Contracts` next to the folder of the recordings.
    ///
    /// It is that of the recording's API, `Contracts/weather.json` for `weather/berlin`; if there is none,
    /// each interaction is checked against the contract with its URL. The models of the API take part if the
    /// recording is that of an ``VerbatimAPI/API``.
    public static var contract: ContractRequirement { contract() }

    /// Returns the requirement of a contract.
    ///
    /// - Parameters:
    ///   - api: The API whose models take part; nil is that of the recording.
    ///   - folder: The folder of the contracts, absolute or relative to that of the test's file; nil is the
    ///     folder `Contracts` next to that of the recordings.
    public static func contract(of api: API? = nil, in folder: String? = nil) -> ContractRequirement {
        ContractRequirement(RequiredContract(api: api, folder: folder))
    }

    /// Returns the requirement that a model of the app decodes the answers as well.
    ///
    /// ```swift
    /// @Test(.recording("weather/berlin", keeping: .contract.decoding(Forecast.self, decoder: { .weather })))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model. It decodes each successful answer in JSON.
    ///   - operation: The operation whose answers it decodes, by its id or by its method and path:
    ///     `GET /v1/now`. Without one, all successful answers in JSON must be those of one operation.
    ///   - decoder: Returns the decoder that the app uses for it.
    public func decoding<Model: Decodable & Sendable>(
        _ type: Model.Type, of operation: String? = nil,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) -> ContractRequirement {
        var contract = contract
        contract.models.append(
            DecodedModel(operation: operation, name: "\(type)") { ModelBinding($0, type, decoder: decoder) })
        return ContractRequirement(contract)
    }

    /// Returns the requirement that a model of the app decodes the items of the streams as well: the data of
    /// each event, or the JSON text of each line, record or part.
    ///
    /// ```swift
    /// @Test(.recording("chat/poem", keeping: .contract.decoding(items: MessageEvent.self)))
    /// ```
    ///
    /// - Parameters:
    ///   - type: The model. It decodes each item of each successful answer, or those of a kind.
    ///   - kind: The kind of the items: the name of an event, or the value of a property.
    ///   - property: The property whose value is the kind of an item.
    ///   - operation: The operation whose answers it decodes. Without one, all streams must be those of one
    ///     operation.
    ///   - decoder: Returns the decoder that the app uses for it.
    public func decoding<Item: Decodable & Sendable>(
        items type: Item.Type, kind: String? = nil, by property: String = "type",
        of operation: String? = nil, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) -> ContractRequirement {
        var contract = contract
        contract.models.append(
            DecodedModel(operation: operation, name: "\(type)", isOfItems: true) {
                ModelBinding($0, items: type, kind: kind, by: property, decoder: decoder)
            })
        return ContractRequirement(contract)
    }

    /// The contract, which no other module requires.
    var contract: RequiredContract { source as? RequiredContract ?? RequiredContract() }
}

struct RequiredContract: RecordingRequirement {
    var api: API?
    var folder: String?
    var models: [DecodedModel] = []

    func check(of recording: String, testFolder: URL, recordings: URL?) throws -> any RecordingCheck {
        try ContractCheck(self, recording: recording, testFolder: testFolder, recordings: recordings)
    }
}
