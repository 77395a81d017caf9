import Foundation

/// How a type is asked for: as itself, as a collection of probes, or as a probe.
class Shape<Value: Decodable> {
    /// Whether the value is decoded by an initializer that can be watched.
    var isModel: Bool { false }

    func ask(_ place: any Place, in pass: Pass) -> Outcome<Value> {
        preconditionFailure("a shape is made by its subclass")
    }

    func askIfPresent(_ place: any Place, in pass: Pass) -> Outcome<Value?> {
        preconditionFailure("a shape is made by its subclass")
    }

    static func make(for type: Value.Type) -> Shape<Value> {
        if let collection = type as? any ProbedCollection.Type, let shape = collection.shape as? Shape<Value>
        {
            return shape
        }
        if leaves.contains(ObjectIdentifier(type)) {
            return AskedShape<Value, Value>(isModel: false, place: \.self) { .decoded($0) }
        }
        return model
    }

    /// The shape of a type whose initializer is to be watched.
    static var model: Shape<Value> {
        AskedShape<Value, Probe<Value>>(isModel: true, place: \.self) { $0.outcome }
    }
}

/// A shape whose value is asked for as another type, `Asked`, that tells what came of it.
final class AskedShape<Value: Decodable, Asked: Decodable>: Shape<Value> {
    private let model: Bool
    private let outcome: (Asked) -> Outcome<Value>
    private let inside: KeyPath<UsageNode, UsageNode>

    /// - Parameter place: Where the probes in `Asked` are, seen from the place of the whole.
    init(isModel: Bool, place: KeyPath<UsageNode, UsageNode>, outcome: @escaping (Asked) -> Outcome<Value>) {
        self.model = isModel
        self.inside = place
        self.outcome = outcome
    }

    override var isModel: Bool { model }

    override func ask(_ place: any Place, in pass: Pass) -> Outcome<Value> {
        pass.outcome(at: place, wanted: Value.self, standIn: { pass.standIn(for: Value.self, at: place) }) {
            outcome(try pass.visiting(place.usage[keyPath: inside]) { try place.decode(Asked.self) })
        }
    }

    override func askIfPresent(_ place: any Place, in pass: Pass) -> Outcome<Value?> {
        pass.outcome(at: place, wanted: Value.self, standIn: { .some(nil) }) {
            let asked = try pass.visiting(place.usage[keyPath: inside]) {
                try place.decodeIfPresent(Asked.self)
            }
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
