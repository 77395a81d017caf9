import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimJSON
import VerbatimModels

/// Asks the models of an operation whether they read a body with a changed value in it.
///
/// Reading a body and watching what is read costs far more than planting a value, so it is done once for each.
final class ModelTrial {
    /// What became of the trial.
    enum Verdict {
        /// A model does not read it.
        case breaks([AffectedProperty])
        /// Every model reads it.
        case tolerates
        /// There is no model, or no body to try it with.
        case unknown
    }

    /// A model with a body that it reads as it is.
    private struct Subject {
        let binding: ModelBinding
        let body: JSONValue
        let usage: KeyUsage?
    }

    /// Whether there is a model to ask.
    let hasModels: Bool
    private let bindings: [ModelBinding]
    private let sources: SourceIndex?
    private let subjects: [Subject]

    /// - Parameter bodies: Bodies to plant values in, the recorded ones first; a model tries those that it reads.
    init(_ bindings: [ModelBinding], bodies: [JSONValue], sources: SourceIndex?) {
        hasModels = !bindings.isEmpty
        self.bindings = bindings
        self.sources = sources
        subjects = bindings.flatMap { binding in
            bodies.compactMap { body in
                let reading = binding.read(body.data)
                return reading.failures.isEmpty
                    ? Subject(binding: binding, body: body, usage: reading.usage) : nil
            }
        }
    }

    /// Tries values at a location; the first that a model cannot read decides.
    func verdict(on values: [JSONValue], at path: [PathToken]) -> Verdict {
        var wasTried = false
        for subject in subjects {
            for value in values {
                guard let planted = subject.body.planting(value, at: path[...]) else { break }
                wasTried = true
                if !subject.binding.accepts(planted.data) {
                    return .breaks(affected(by: planted, subject.binding))
                }
            }
        }
        return wasTried ? .tolerates : .unknown
    }

    /// The properties that a body hurts as it was recorded; nil when every model reads it.
    func refusal(of body: JSONValue) -> [AffectedProperty]? {
        bindings.first { !$0.accepts(body.data) }.map { affected(by: body, $0) }
    }

    /// The properties that read a member; nil when no model could be watched where it is.
    func readers(of name: String, in path: [PathToken]) -> [AffectedProperty]? {
        var wasWatched = false
        var readers: [AffectedProperty] = []
        let location = path.pointer.description
        for subject in subjects {
            guard let usage = subject.usage, subject.body.planting(.object([:]), at: path[...]) != nil else {
                continue
            }
            wasWatched = true
            for key in usage.keys where key.name == name && key.location.description == location {
                let reader = property(key, reason: "\(key.model).\(key.name) reads it", subject.binding)
                if !readers.contains(reader) { readers.append(reader) }
            }
        }
        return wasWatched ? readers : nil
    }

    // MARK: Who is hurt

    private func affected(by body: JSONValue, _ binding: ModelBinding) -> [AffectedProperty] {
        let reading = binding.read(body.data)
        var affected: [AffectedProperty] = []
        for failure in reading.failures.prefix(3) {
            let tokens = failure.pointer.flatMap { try? JSONPointer(parsing: $0) }?.tokens ?? []
            let reason = "\(failure.expected), gets \(failure.found)"
            let key = Self.key(at: tokens, in: reading.usage)
            let property =
                key.map { self.property($0, reason: reason, binding) }
                ?? AffectedProperty(
                    name: binding.model, location: sources?.location(of: binding.model), model: binding.model,
                    reason: reason)
            if !affected.contains(property) { affected.append(property) }
        }
        return affected
    }

    /// The key that was asked for at a location, or the nearest one around it.
    private static func key(at tokens: [String], in usage: KeyUsage?) -> KeyUsage.Key? {
        guard let usage else { return nil }
        var tokens = tokens
        while let name = tokens.popLast() {
            let match = usage.keys.first { key in
                key.name == name && key.location.tokens.count == tokens.count
                    && zip(key.location.tokens, tokens).allSatisfy { $0 == "*" || $0 == $1 }
            }
            if let match { return match }
        }
        return nil
    }

    private func property(_ key: KeyUsage.Key, reason: String, _ binding: ModelBinding) -> AffectedProperty {
        let property = sources?.property(readFrom: key.name, of: key.model)
        return AffectedProperty(
            name: property?.description ?? "\(key.model).\(key.name)", location: property?.location,
            model: binding.model,
            reason: reason)
    }
}

extension JSONValue {
    /// The value as a client gets it.
    var data: Data { Data(text(.compact).utf8) }
}
