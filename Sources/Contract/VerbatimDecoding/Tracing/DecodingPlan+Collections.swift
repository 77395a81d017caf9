/// A collection of the standard library, which is requested with probes as its elements.
///
/// Thus every element is decoded whatever happens to the others, and the real decoder treats the collection
/// as it treats the app's: for example, its key strategy does not apply to dictionaries with string keys.
protocol ProbedCollection: Decodable {
    static var plan: AnyDecodingPlan { get }
}

extension ProbedCollection {
    /// The kind of a collection: a leaf if its elements are leaves.
    fileprivate static func kind<Element: Decodable>(of type: Element.Type) -> AnyDecodingPlan.Kind {
        DecodingPlan<Element>.make(for: type).kind == .leaf ? .leaf : .collection
    }
}

extension Optional: ProbedCollection where Wrapped: Decodable {
    static var plan: AnyDecodingPlan {
        ProxyPlan<Self, Probe<Wrapped>?>(kind(of: Wrapped.self)) { probe in
            probe.map { $0.outcome.optional } ?? .decoded(nil)
        }
    }
}

extension Array: ProbedCollection where Element: Decodable {
    static var plan: AnyDecodingPlan {
        ProxyPlan<Self, [Probe<Element>]>(kind(of: Element.self), probedUsage: \.element) { probes in
            DecodeOutcome.all(probes.map(\.outcome)) { $0 }
        }
    }
}

extension Set: ProbedCollection where Element: Decodable {
    static var plan: AnyDecodingPlan {
        ProxyPlan<Self, [Probe<Element>]>(kind(of: Element.self), probedUsage: \.element) { probes in
            DecodeOutcome.all(probes.map(\.outcome)) { Set($0) }
        }
    }
}

extension Dictionary: ProbedCollection where Key: Decodable, Value: Decodable {
    static var plan: AnyDecodingPlan {
        guard Key.self == String.self else { return DecodingPlan<Self>.model }
        return ProxyPlan<Self, [String: Probe<Value>]>(.collection, probedUsage: \.dictionaryValue) {
            probes in
            let pairs = probes.compactMap { name, probe in
                (name as? Key).map { key in probe.outcome.map { (key, $0) } }
            }
            return DecodeOutcome.all(pairs) { Dictionary($0) { first, _ in first } }
        }
    }
}

/// A dictionary, whose keys are not properties of a model.
protocol KeyedCollection {
    static var keyType: any Any.Type { get }
}

extension Dictionary: KeyedCollection {
    static var keyType: any Any.Type { Key.self }
}
