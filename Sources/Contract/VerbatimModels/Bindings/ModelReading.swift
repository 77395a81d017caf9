import Foundation
package import VerbatimContract
public import VerbatimDecoding
public import VerbatimJSON

/// The result of reading a body as the app does.
public struct ModelReading: Sendable, Hashable {
    /// Every reason why the app cannot read the body, in document order; empty if it can.
    public var failures: [ModelFailure]
    /// Every reason why the app leaves out a value of a body that it can read, in document order: the good
    /// elements of a list are kept, for example.
    public var dropped: [ModelFailure]
    /// The keys that the model requested, and those that it left unread; nil if the reading cannot be traced.
    public var usage: KeyUsage?
    /// The values whose model threw an error of its own before it had read everything, so that there may be
    /// more failures inside.
    public var unexplored: [JSONPointer]

    /// Creates a reading.
    public init(
        failures: [ModelFailure], dropped: [ModelFailure] = [], usage: KeyUsage? = nil,
        unexplored: [JSONPointer] = []
    ) {
        self.failures = failures
        self.dropped = dropped
        self.usage = usage
        self.unexplored = unexplored
    }

    init<Model: Decodable>(of document: Data, as type: Model.Type, with decoder: JSONDecoder) {
        let report = ModelDecoding.check(type, in: document, with: decoder)
        let failure = { ModelFailure($0, in: decoder) }
        self.init(
            failures: report.failures.map(failure), dropped: report.dropped.map(failure),
            usage: report.usage, unexplored: report.unexplored)
    }

    /// Whether the app reads the body, and leaves out nothing that it requests.
    public var isComplete: Bool { failures.isEmpty && dropped.isEmpty }
}

/// A reason why the app cannot read a body.
public struct ModelFailure: Sendable, Hashable {
    /// The kind of failure.
    public var kind: DecodeFailure.Kind
    /// The value in the body, or nil if the failure is not about a value.
    public var pointer: JSONPointer?
    /// The line in the body, from 1, if known.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1, if known.
    public var column: Int?
    /// The value in the body: `the string "312"`.
    public var found: String
    /// The property with the type that it expects: `VolumeInfo.pageCount expects Int`.
    public var expected: String
    /// The property that expects it: `VolumeInfo.pageCount`; nil if it is not known.
    public var property: String?
    /// The type that it expects, as its predicate: `expects Int`; nil if it is not known.
    public var need: String?

    /// What to do, if it is not about the property.
    package var next: String?

    /// Creates a failure, by default of a value that the model's own code rejects.
    public init(
        kind: DecodeFailure.Kind = .rejected, pointer: JSONPointer? = nil, line: Int? = nil,
        column: Int? = nil, found: String, expected: String, property: String? = nil, need: String? = nil
    ) {
        self.kind = kind
        self.pointer = pointer
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.property = property
        self.need = need
    }

    /// Converts a failure to decode JSON.
    public init(_ failure: DecodeFailure) {
        self.init(
            kind: failure.kind, pointer: failure.pointer, line: failure.position?.line,
            column: failure.position?.column, found: failure.foundMessage,
            expected: failure.expected?.description ?? "the model expects a JSON document",
            property: failure.expected?.name, need: failure.expected?.need)
    }

    /// Converts a failure to decode JSON with a decoder, which may lack a strategy for dates.
    init(_ failure: DecodeFailure, in decoder: JSONDecoder) {
        self.init(failure)
        guard case .deferredToDate = decoder.dateDecodingStrategy, failure.kind == .wrongType,
            failure.found.kind == .string, failure.expected?.type == "Date"
        else { return }
        kind = .badDate
        found += ": this binding decodes with JSONDecoder(), which has no date strategy"
        next = "give the binding the decoder of the app: `decoder:`"
    }

    /// Whether the body is not JSON at all, which no model has to read.
    package var isDamage: Bool { kind == .notJSON }
    package var isNull: Bool { kind == .null }

    /// Returns what a document has where the model fails; nil if that is not known.
    package func occurrence(in document: JSON?) -> Finding.Occurrence? {
        guard kind != .missingKey else { return .absent }
        return pointer.flatMap { document?[$0] }.flatMap { Finding.Value($0) }.map { .value($0) }
    }

    /// Returns what is expected, with a property as the app declares it.
    package func expected(by name: String) -> String { need.map { "\(name) \($0)" } ?? expected }
}

extension DecodeFailure {
    fileprivate var foundMessage: String {
        let value = kind == .notJSON ? "not JSON" : found.description
        return [value, reason].compactMap(\.self).joined(separator: ": ")
    }
}

extension AffectedProperty {
    /// Creates the property that reads a key.
    ///
    /// - Parameters:
    ///   - predicate: What the key does: `reads it`.
    ///   - model: The model that decodes the body.
    ///   - sources: The declarations of the app's models, if they are known.
    package init(_ key: KeyUsage.Key, _ predicate: String, of model: String, in sources: SourceIndex?) {
        let property = sources?.property(readFrom: key.name, of: key.model)
        let keyName = "\(key.model).\(key.name)"
        self.init(
            name: property?.description ?? keyName, location: property?.location, model: model,
            reason: "\(keyName) \(predicate)")
        if name == keyName { self.predicate = predicate }
    }

    /// Creates the property that a failure to read a body is about, or the model if none is known.
    package init(
        _ failure: ModelFailure, in reading: ModelReading, of model: String, in sources: SourceIndex?
    ) {
        let key = reading.key(at: failure.pointer?.tokens ?? [])
        if let key {
            self.init(key, "", of: model, in: sources)
        } else {
            self.init(name: model, location: sources?.location(of: model), model: model, reason: "")
        }
        let own = failure.expected(by: name)
        let expected = key == nil || location == nil ? failure.expected : own
        reason = "\(expected), but it is \(failure.found)"
        predicate = expected == own ? failure.need.map { "\($0), but it is \(failure.found)" } : nil
    }
}

extension ModelReading {
    /// Returns the key that the model read at a location, or the nearest one around it.
    fileprivate func key(at tokens: [String]) -> KeyUsage.Key? {
        guard let usage else { return nil }
        var tokens = tokens
        while let name = tokens.popLast() {
            let match = usage.keys.first { key in
                key.name == name && JSONPointer.matches(key.location.tokens, tokens)
            }
            if let match { return match }
        }
        return nil
    }
}
