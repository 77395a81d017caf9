import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The results of changing one property in recorded objects and passing them to the contract and to the
/// model. The status of a property needs only the objects without it; other values are tried when asked for.
struct PropertyCompatibility {
    /// The number of objects that the contract rejects without the property.
    private(set) var rejections = 0
    /// The number of objects that contract and model both accept without the property.
    private(set) var omissions = 0
    /// Whether the contract allows the property to be missing and the model does not.
    private(set) var canBeMissing = false
    /// The kind of the first failure of the model without the property.
    private var kindWithout: DecodeFailure.Kind?
    private let key: KeyUsage.Key
    private let evidence: BindingEvidence
    private let samples: [ModelSample]

    /// The most objects in which to try other values.
    private static let maximumSamples = 2

    /// Removes a required property from the samples that have it.
    init(of key: KeyUsage.Key, in evidence: BindingEvidence) {
        self.key = key
        self.evidence = evidence
        samples = evidence.samples[key.location, default: []].filter { $0.value(of: key.name) != nil }
        for sample in samples where key.isRequired { remove(from: sample) }
    }

    private mutating func remove(from sample: ModelSample) {
        let check = evidence.compatibilityCheck(of: sample)
        let without = check.document(sample.changing(key.name, to: nil))
        if !check.isAllowed(without) {
            rejections += 1
        } else if check.isRead(without) {
            omissions += 1
        } else if !canBeMissing {
            canBeMissing = true
            kindWithout = check.failures(without).first?.kind
        }
    }

    /// Tries other values, and returns those that the contract allows and the model rejects, one of a kind.
    func incompatibilities() -> [Incompatibility] {
        var found: [Incompatibility] = []
        for sample in samples.prefix(Self.maximumSamples) {
            let null: [(Incompatibility.Change, JSONValue)] = key.isRequired ? [(.null, .null)] : []
            let others = sample.value(of: key.name)?.alternatives(for: key.type) ?? []
            for (change, value) in null + others.map({ (.value($0.leaf), $0.value) }) {
                guard let next = attempt(change, value, in: sample), !isLikeRemoval(next),
                    !found.contains(where: next.isLike)
                else { continue }
                found.append(next)
            }
        }
        return found
    }

    /// Returns whether the model fails at another value as it does without the property.
    private func isLikeRemoval(_ other: Incompatibility) -> Bool {
        canBeMissing && !other.change.isNull && other.failure?.kind == kindWithout
    }

    /// Passes another value to the contract, and if that allows it to the model.
    private func attempt(
        _ change: Incompatibility.Change, _ value: JSONValue, in sample: ModelSample
    ) -> Incompatibility? {
        let check = evidence.compatibilityCheck(of: sample)
        let changed = check.document(sample.changing(key.name, to: value))
        guard check.isAllowed(changed), !check.isRead(changed) else { return nil }
        return Incompatibility(change: change, failure: check.failures(changed).first)
    }

    /// A recorded object in which values of the property can be tried, whatever the contract allows.
    struct Trial {
        let recorded: JSONValue?
        /// Returns whether the model decodes the object with another value.
        let decodes: (JSONValue) -> Bool
    }

    var trials: [Trial] {
        samples.prefix(Self.maximumSamples).map { sample in
            let check = evidence.compatibilityCheck(of: sample)
            return Trial(recorded: sample.value(of: key.name)) { value in
                check.isRead(check.document(sample.changing(key.name, to: value)))
            }
        }
    }

    /// Returns whether the contract allows a fraction of a second in a date that was recorded without.
    func allowsFraction() -> Bool {
        guard key.isDate, evidence.binding.readsISO8601Dates else { return false }
        return samples.prefix(Self.maximumSamples).contains { sample in
            guard let date = sample.value(of: key.name)?.string?.withFraction else { return false }
            let check = evidence.compatibilityCheck(of: sample)
            return check.isAllowed(check.document(sample.changing(key.name, to: .string(date))))
        }
    }
}

/// A change of a property that the contract allows and the model cannot decode.
struct Incompatibility {
    enum Change {
        case null
        case value(JSONValue)

        fileprivate var isNull: Bool {
            if case .null = self { true } else { false }
        }
    }

    let change: Change
    /// The first failure of the model.
    let failure: ModelFailure?

    /// Returns whether the model fails at both changes alike.
    fileprivate func isLike(_ other: Incompatibility) -> Bool {
        change.isNull == other.change.isNull && failure?.kind == other.failure?.kind
    }
}

/// Passes changed documents to the contract and to the model.
struct CompatibilityCheck {
    let contract: Contract
    let binding: ModelBinding
    let schema: SchemaReference

    /// Writes a changed value as the document that both read.
    func document(_ value: JSONValue) -> Data { Data(value.bytes(.compact)) }

    func isAllowed(_ document: Data) -> Bool {
        guard let json = try? JSON(parsing: document) else { return false }
        return contract.accepts(json, schema)
    }

    func isRead(_ document: Data) -> Bool { binding.accepts(document) }

    func failures(_ document: Data) -> [ModelFailure] { binding.read(document).failures }
}

// MARK: - Other values

extension JSONValue {
    /// Returns values of the same and of other types that a contract may allow in place of this one; in an
    /// array, in place of its first element.
    fileprivate func alternatives(for type: String?) -> [(leaf: JSONValue, value: JSONValue)] {
        if case .array(let elements) = self {
            return (elements.first?.alternatives(for: type) ?? []).map { ($0.leaf, .array([$0.value])) }
        }
        let values: [JSONValue] =
            switch self {
            case .string: [.string("verbatim"), .number(1)]
            case .number(let number):
                type.flatMap(IntegerType.init) == nil
                    ? [.number(987_654_321), .string(number.text)]
                    : [number.withFraction.map(JSONValue.number) ?? .number(1), .string(number.text)]
            case .bool: [.string("true")]
            case .null, .array, .object: []
            }
        return values.map { ($0, $0) }
    }
}

extension JSONNumber {
    /// The integer with a fraction of one half.
    fileprivate var withFraction: JSONNumber? {
        text.allSatisfy { $0.isNumber || $0 == "-" } ? JSONNumber(text + ".5") : nil
    }
}

extension String {
    /// A date and time such as `2024-01-02T03:04:05Z`, half a second later; nil for any other text.
    fileprivate var withFraction: String? {
        guard count >= 20, self[index(startIndex, offsetBy: 10)] == "T" else { return nil }
        let end = index(startIndex, offsetBy: 19)
        return self[end] == "." ? nil : self[..<end] + ".5" + self[end...]
    }
}

/// A small document, reduced from a recorded one, with an object for trying changes.
struct ModelSample {
    /// The document; its arrays have one element if the contract and the model accept that.
    let document: JSONValue
    let object: JSONPointer
    let schema: SchemaReference

    /// Returns the document with a property of the object changed, or removed for nil.
    func changing(_ name: String, to value: JSONValue?) -> JSONValue {
        var changed = document
        changed.edit(object.appending(name)) { _ in value }
        return changed
    }

    /// Returns the value of a property, or nil if it is missing or null.
    func value(of name: String) -> JSONValue? {
        document[object.appending(name)].flatMap { $0 == .null ? nil : $0 }
    }
}

extension JSON {
    /// Returns the value with every array reduced to its first element, or to the element on a path.
    ///
    /// - Returns: The value, and the path in it.
    func reduced(to path: ArraySlice<String>) -> (value: JSONValue, path: [String]) {
        switch kind {
        case .array:
            let index = path.first.flatMap(JSONPointer.index) ?? 0
            guard index < count else { return (value, Array(path)) }
            let element = self[index].reduced(to: path.dropFirst())
            return (.array([element.value]), path.isEmpty ? [] : ["0"] + element.path)
        case .object:
            var rest = Array(path.dropFirst())
            let members = members.map { member in
                let isOnPath = member.name == path.first
                let reduced = member.value.reduced(to: isOnPath ? path.dropFirst() : [])
                if isOnPath { rest = reduced.path }
                return (member.name, reduced.value)
            }
            return (.object(JSONObject(members)), path.prefix(1) + rest)
        default: return (value, Array(path))
        }
    }
}

/// An integer type of Swift with its limits.
struct IntegerType {
    private let minimum: JSONNumber
    private let maximum: JSONNumber
    /// Half of the limits.
    private let lowerHalf: JSONNumber
    private let upperHalf: JSONNumber

    private init<Integer: FixedWidthInteger>(_ type: Integer.Type) {
        minimum = JSONNumber(type.min)
        maximum = JSONNumber(type.max)
        lowerHalf = JSONNumber(type.min / 2)
        upperHalf = JSONNumber(type.max / 2)
    }

    /// Finds the integer type in the name of a property's type: `Int`, `[Int8]?`, `[String: UInt16]`.
    init?(_ type: String) {
        let names = type.typeNames
        guard let last = names.last, names.count <= 2, let type = Self.all[String(last)] else { return nil }
        self = type
    }

    /// Returns whether the integers in a property's type are `Int`, whose size depends on the platform.
    static func isInt(_ type: String) -> Bool { type.typeNames.last == "Int" }

    /// Returns whether twice the number exceeds the limits of the type.
    func isNearLimit(_ number: JSONNumber) -> Bool {
        number > upperHalf || (number < lowerHalf && number < 0)
    }

    /// The numbers that the type represents: `-128 to 127`.
    var range: String { "\(minimum) to \(maximum)" }

    /// The size of `Int` on platforms with 32 bits.
    static let int32 = IntegerType(Int32.self)

    private static let all: [String: IntegerType] = [
        "Int": IntegerType(Int64.self), "Int8": IntegerType(Int8.self), "Int16": IntegerType(Int16.self),
        "Int32": int32, "Int64": IntegerType(Int64.self), "UInt": IntegerType(UInt64.self),
        "UInt8": IntegerType(UInt8.self), "UInt16": IntegerType(UInt16.self),
        "UInt32": IntegerType(UInt32.self), "UInt64": IntegerType(UInt64.self),
    ]
}

extension String {
    /// The names in a Swift type: `String` and `Int8` in `[String: Int8]?`.
    var typeNames: [Substring] { split { "[]?: ".contains($0) } }
}
