import Foundation

/// How values of a type are asked for: as they are, as a collection of probes, or as a probe.
class DecodingPlan<Value: Decodable>: AnyDecodingPlan {
    func ask(_ location: any DecodingLocation, in pass: Pass) -> DecodeOutcome<Value> {
        preconditionFailure("every shape is an RequestedPlan")
    }

    func askIfPresent(_ location: any DecodingLocation, in pass: Pass) -> DecodeOutcome<Value?> {
        preconditionFailure("every shape is an RequestedPlan")
    }

    static func make(for type: Value.Type) -> AnyDecodingPlan {
        if let collection = type as? any ProbedCollection.Type { return collection.shape }
        return leaves.contains(ObjectIdentifier(type)) ? leaf : model
    }

    /// The shape of a type that is asked for as itself.
    private static var leaf: AnyDecodingPlan {
        RequestedPlan<Value, Value>(.leaf) { .decoded($0) }
    }

    /// The shape of a type whose initializer is to be watched.
    static var model: AnyDecodingPlan {
        RequestedPlan<Value, Probe<Value>>(.model) { $0.outcome }
    }
}

/// A shape of whatever type.
class AnyDecodingPlan {
    enum Kind {
        /// There is no initializer to watch, nor in any element.
        case leaf
        case collection
        /// There is an initializer to watch.
        case model
    }

    let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }
}

/// A shape whose value is asked for as another type, `Asked`, that tells what came of it.
final class RequestedPlan<Value: Decodable, Asked: Decodable>: DecodingPlan<Value> {
    private let outcome: (Asked) -> DecodeOutcome<Value>
    private let inside: (UsageNode) -> UsageNode

    /// - Parameter inside: Where the probes in `Asked` are, seen from the location of the whole.
    init(
        _ kind: Kind, inside: @escaping (UsageNode) -> UsageNode = { $0 },
        outcome: @escaping (Asked) -> DecodeOutcome<Value>
    ) {
        self.outcome = outcome
        self.inside = inside
        super.init(kind)
    }

    override func ask(_ location: any DecodingLocation, in pass: Pass) -> DecodeOutcome<Value> {
        pass.outcome(
            at: location, wanted: Value.self,
            placeholders: { pass.placeholders(for: Value.self, at: location) }
        ) {
            outcome(try pass.visiting(inside(location.usage)) { try location.decode(Asked.self) })
        }
    }

    override func askIfPresent(_ location: any DecodingLocation, in pass: Pass) -> DecodeOutcome<Value?> {
        pass.outcome(
            at: location, wanted: Value.self,
            placeholders: { pass.placeholders(for: Value.self, at: location).optional }
        ) {
            let asked = try pass.visiting(inside(location.usage)) { try location.decodeIfPresent(Asked.self) }
            return asked.map { outcome($0).optional } ?? .decoded(nil)
        }
    }
}

/// Types a decoder reads without calling an initializer of theirs, or by a strategy of its own.
///
/// The four of Foundation are those `JSONDecoder` gives a strategy or a form of their own.
private let leaves: Set<ObjectIdentifier> = [
    ObjectIdentifier(Bool.self), ObjectIdentifier(String.self), ObjectIdentifier(Double.self),
    ObjectIdentifier(Float.self), ObjectIdentifier(Int.self), ObjectIdentifier(Int8.self),
    ObjectIdentifier(Int16.self), ObjectIdentifier(Int32.self), ObjectIdentifier(Int64.self),
    ObjectIdentifier(Int128.self), ObjectIdentifier(UInt.self), ObjectIdentifier(UInt8.self),
    ObjectIdentifier(UInt16.self), ObjectIdentifier(UInt32.self), ObjectIdentifier(UInt64.self),
    ObjectIdentifier(UInt128.self), ObjectIdentifier(Date.self), ObjectIdentifier(Data.self),
    ObjectIdentifier(URL.self), ObjectIdentifier(Decimal.self),
]
