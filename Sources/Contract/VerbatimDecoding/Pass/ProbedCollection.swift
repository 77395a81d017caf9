/// A collection of the standard library, which is asked for with probes for elements.
///
/// So every element is judged, whatever becomes of the others, and the real decoder treats the collection as
/// it does the app's: dictionaries with string keys, for one, are exempt from its key strategy.
protocol ProbedCollection: Decodable {
    static var shape: AnyDecodingPlan { get }
}

extension ProbedCollection {
    /// A collection of leaves is a leaf itself, as long as nothing fails.
    fileprivate static func kind<Element: Decodable>(around type: Element.Type) -> AnyDecodingPlan.Kind {
        DecodingPlan<Element>.make(for: type).kind == .leaf ? .leaf : .collection
    }
}

extension Optional: ProbedCollection where Wrapped: Decodable {
    static var shape: AnyDecodingPlan {
        RequestedPlan<Self, Probe<Wrapped>?>(kind(around: Wrapped.self)) { probe in
            probe.map { $0.outcome.optional } ?? .decoded(nil)
        }
    }
}

extension Array: ProbedCollection where Element: Decodable {
    static var shape: AnyDecodingPlan {
        RequestedPlan<Self, [Probe<Element>]>(kind(around: Element.self), inside: \.element) { probes in
            DecodeOutcome.all(probes.map(\.outcome)) { $0 }
        }
    }
}

extension Set: ProbedCollection where Element: Decodable {
    static var shape: AnyDecodingPlan {
        RequestedPlan<Self, [Probe<Element>]>(kind(around: Element.self), inside: \.element) { probes in
            DecodeOutcome.all(probes.map(\.outcome)) { Set($0) }
        }
    }
}

extension Dictionary: ProbedCollection where Key: Decodable, Value: Decodable {
    static var shape: AnyDecodingPlan {
        guard Key.self == String.self else { return DecodingPlan<Self>.model }
        return RequestedPlan<Self, [String: Probe<Value>]>(.collection, inside: \.member) { probes in
            let members = probes.compactMap { name, probe in
                (name as? Key).map { key in probe.outcome.map { (key, $0) } }
            }
            return DecodeOutcome.all(members) { Dictionary($0) { first, _ in first } }
        }
    }
}

/// A dictionary, as seen by who must tell its members from the properties of a model.
protocol KeyedCollection {
    static var keyType: any Any.Type { get }
}

extension Dictionary: KeyedCollection {
    static var keyType: any Any.Type { Key.self }
}
