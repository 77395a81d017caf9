import Foundation

/// The way to request values of a type from the real decoder: as they are, as probes, or as a probe.
class DecodingPlan<Value: Decodable>: AnyDecodingPlan {
    func decode(_ source: any ValueSource, in pass: DecodingPass) -> DecodeOutcome<Value> {
        preconditionFailure("every plan is a ProxyPlan")
    }

    func decodeIfPresent(_ source: any ValueSource, in pass: DecodingPass) -> DecodeOutcome<Value?> {
        preconditionFailure("every plan is a ProxyPlan")
    }

    static func make(for type: Value.Type) -> AnyDecodingPlan {
        if let collection = type as? any ProbedCollection.Type { return collection.plan }
        return leafTypes.contains(ObjectIdentifier(type)) ? leaf : model
    }

    /// The plan of a type that is requested as it is.
    private static var leaf: AnyDecodingPlan { ProxyPlan<Value, Value>(.leaf) { .decoded($0) } }

    /// The plan of a type whose initializer is traced.
    static var model: AnyDecodingPlan { ProxyPlan<Value, Probe<Value>>(.model) { $0.outcome } }
}

class AnyDecodingPlan {
    enum Kind {
        /// There is no initializer to trace, in the value or in its elements.
        case leaf
        case collection
        /// There is an initializer to trace.
        case model
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }
}

/// A plan that requests another type, `Proxy`, whose values have the outcome.
final class ProxyPlan<Value: Decodable, Proxy: Decodable>: DecodingPlan<Value> {
    private let outcome: (Proxy) -> DecodeOutcome<Value>
    private let probedUsage: (UsageNode) -> UsageNode

    /// - Parameter probedUsage: Returns the usage of the probes in a proxy, given that of the whole value.
    init(
        _ kind: Kind, probedUsage: @escaping (UsageNode) -> UsageNode = { $0 },
        outcome: @escaping (Proxy) -> DecodeOutcome<Value>
    ) {
        self.outcome = outcome
        self.probedUsage = probedUsage
        super.init(kind)
    }

    override func decode(_ source: any ValueSource, in pass: DecodingPass) -> DecodeOutcome<Value> {
        pass.noteReading(of: source, asModel: kind == .model) {
            pass.outcome(
                of: source, as: Value.self, placeholders: { pass.placeholders(for: Value.self, from: source) }
            ) { outcome(try pass.withUsage(probedUsage(source.usage)) { try source.decode(Proxy.self) }) }
        }
    }

    override func decodeIfPresent(_ source: any ValueSource, in pass: DecodingPass) -> DecodeOutcome<Value?> {
        pass.noteReading(of: source, asModel: kind == .model) {
            pass.outcome(
                of: source, as: Value.self,
                placeholders: { pass.placeholders(for: Value.self, from: source).optional }
            ) {
                let proxy = try pass.withUsage(probedUsage(source.usage)) {
                    try source.decodeIfPresent(Proxy.self)
                }
                return proxy.map { outcome($0).optional } ?? .decoded(nil)
            }
        }
    }
}

// MARK: - Plans of a pass

extension DecodingPass {
    func plan<Value: Decodable>(of type: Value.Type) -> DecodingPlan<Value> {
        // `make` returns a subclass of `DecodingPlan<Value>` for each `Value`, and `plans` is keyed by the
        // type.
        unsafeDowncast(anyPlan(of: type), to: DecodingPlan<Value>.self)
    }

    /// Whether values of a type are requested as they are: leaves, if the pass does not recover from
    /// failures.
    func decodesDirectly<Value: Decodable>(_ type: Value.Type) -> Bool {
        !recovers && anyPlan(of: type).kind == .leaf
    }

    private func anyPlan<Value: Decodable>(of type: Value.Type) -> AnyDecodingPlan {
        let id = ObjectIdentifier(type)
        if let plan = plans[id] { return plan }
        let plan = DecodingPlan.make(for: type)
        plans[id] = plan
        return plan
    }
}

/// The types that a decoder decodes without calling their initializer, or by a strategy of the decoder.
///
/// The four types of Foundation are those for which `JSONDecoder` has a strategy or a special form.
private let leafTypes: Set<ObjectIdentifier> = [
    ObjectIdentifier(Bool.self), ObjectIdentifier(String.self), ObjectIdentifier(Double.self),
    ObjectIdentifier(Float.self), ObjectIdentifier(Int.self), ObjectIdentifier(Int8.self),
    ObjectIdentifier(Int16.self), ObjectIdentifier(Int32.self), ObjectIdentifier(Int64.self),
    ObjectIdentifier(Int128.self), ObjectIdentifier(UInt.self), ObjectIdentifier(UInt8.self),
    ObjectIdentifier(UInt16.self), ObjectIdentifier(UInt32.self), ObjectIdentifier(UInt64.self),
    ObjectIdentifier(UInt128.self), ObjectIdentifier(Date.self), ObjectIdentifier(Data.self),
    ObjectIdentifier(URL.self), ObjectIdentifier(Decimal.self),
]

/// A proxy for a value, which the real decoder decodes in its place so that its initializer is traced.
///
/// The real decoder passes the decoder that it would have passed to the model; the model receives a tracing
/// one. Decoding a probe does not throw: the failures are in its outcome.
struct Probe<Value: Decodable>: Decodable {
    let outcome: DecodeOutcome<Value>

    init(from decoder: any Decoder) throws {
        guard let pass = DecodingPass.current else { throw DecodingPass.MissingPass() }
        let usage = pass.usage
        let plan = pass.plan(of: Value.self)
        guard plan.kind == .model else {
            let source = SingleValueSource(real: try decoder.singleValueContainer(), usage: usage)
            outcome = plan.decode(source, in: pass)
            return
        }
        outcome = ModelExplorer.decode(at: decoder.codingPath, in: pass) { trace in
            try Value(from: TracingDecoder(real: decoder, trace: trace, usage: usage, number: trace.number))
        }
    }
}

/// A probe for a document whose type needs a configuration.
struct ConfiguredProbe<Value: DecodableWithConfiguration>: DecodableWithConfiguration {
    let outcome: DecodeOutcome<Value>

    init(from decoder: any Decoder, configuration: Value.DecodingConfiguration) throws {
        guard let pass = DecodingPass.current else { throw DecodingPass.MissingPass() }
        let usage = pass.usage
        outcome = ModelExplorer.decode(at: decoder.codingPath, in: pass) { trace in
            let tracing = TracingDecoder(real: decoder, trace: trace, usage: usage, number: trace.number)
            return try Value(from: tracing, configuration: configuration)
        }
    }
}

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
