public import Foundation

/// A model and the decoder the app decodes it with, as one thing that judges documents.
public struct DecodableModel: Sendable {
    /// The model's name, e.g. `Volume.Info`.
    public let name: String
    private let judge: @Sendable (Data) -> (failures: [DecodeFailure], usage: KeyUsage)

    /// Binds a model to the decoder the app decodes it with.
    ///
    /// - Parameter decoder: Makes the decoder, with the app's strategies set; called once for each document.
    public init<Model: Decodable & SendableMetatype, Decoder: TopLevelDecoder>(
        _ type: Model.Type, decoder: @escaping @Sendable () -> Decoder
    ) {
        name = ModelName.of(type)
        judge = { data in
            let report = ModelDecoding.check(type, in: data, with: decoder())
            return (report.failures, report.usage)
        }
    }

    /// Every failure to decode the document; empty when the app can.
    public func failures(in data: Data) -> [DecodeFailure] {
        judge(data).failures
    }

    /// Which keys the model asks for in the document, and which it leaves.
    public func usage(in data: Data) -> KeyUsage {
        judge(data).usage
    }
}
