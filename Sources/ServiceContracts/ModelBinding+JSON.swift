import Decodability
public import Foundation

extension ModelBinding {
    /// Binds the JSON bodies of an operation to a model and the decoder the app uses for it.
    public init<Model: Decodable & Sendable>(
        _ operation: String, statuses: ClosedRange<Int> = 200...299, _ type: Model.Type,
        decoder: @escaping @Sendable () -> JSONDecoder
    ) {
        self.init(operation: operation, statuses: statuses, model: "\(type)") { data in
            ModelDecoding.check(type, in: data, with: decoder()).failures
        }
    }
}
