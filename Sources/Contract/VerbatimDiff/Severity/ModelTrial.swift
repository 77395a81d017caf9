import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimJSON
import VerbatimModels

/// Tries whether the models of an operation decode a body with a changed value in it.
///
/// Each model decodes and traces each body only once: that takes far longer than the insertion of a value.
final class ModelTrial {
    enum Outcome {
        /// A model does not decode one of the values, or leaves it out.
        case breaks([AffectedProperty])
        /// Every model decodes all of them.
        case tolerates
        /// There is no model, or no body that it decodes.
        case unknown
    }

    private struct Sample {
        let binding: ModelBinding
        let body: JSONValue
        let usage: KeyUsage?
        /// Whether the model reads the body completely. A trial of another body then means something only if
        /// the model reads that one completely as well: it may keep a list without the value.
        let isComplete: Bool

        func reads(_ body: JSONValue) -> Bool {
            let data = body.data
            return binding.accepts(data) && (!isComplete || binding.read(data).isComplete)
        }
    }

    let hasModels: Bool
    private let bindings: [ModelBinding]
    private let sources: SourceIndex?
    private let samples: [Sample]

    /// - Parameter bodies: The bodies to insert values into, the recorded ones first.
    init(_ bindings: [ModelBinding], bodies: [JSONValue], sources: SourceIndex?) {
        hasModels = !bindings.isEmpty
        self.bindings = bindings
        self.sources = sources
        samples = bindings.flatMap { binding in
            bodies.compactMap { body in
                let reading = binding.read(body.data)
                return reading.failures.isEmpty
                    ? Sample(
                        binding: binding, body: body, usage: reading.usage,
                        isComplete: reading.isComplete) : nil
            }
        }
    }

    /// Tries values at a path; the first that a model does not decode decides.
    func outcome(of values: [JSONValue], at path: [PathToken]) -> Outcome {
        var wasTried = false
        for sample in samples {
            for value in values {
                guard let body = sample.body.inserting(value, at: path[...]) else { break }
                wasTried = true
                if !sample.reads(body) { return .breaks(affected(by: body, sample.binding)) }
            }
        }
        return wasTried ? .tolerates : .unknown
    }

    /// Returns the properties that the values at a path of a recorded body break, or nil if every model
    /// decodes them. The same body may break others at another path, because of another change.
    func propertiesRejecting(_ body: JSONValue, at path: [PathToken]) -> [AffectedProperty]? {
        guard let binding = bindings.first(where: { !$0.accepts(body.data) }) else { return nil }
        let reading = binding.read(body.data)
        let found = affected(by: reading, binding) { $0.isRelated(to: path.pointer) }
        if !found.isEmpty { return found }
        // The values that a model has not read because of another failure are unknown.
        guard reading.unexplored.contains(where: { $0.isRelated(to: path.pointer) }) else { return nil }
        return affected(by: reading, binding)
    }

    /// Returns the properties that read a key, or nil if no model could be traced at the path.
    func readers(of name: String, in path: [PathToken]) -> [AffectedProperty]? {
        var wasTraced = false
        var readers: [AffectedProperty] = []
        let location = path.pointer.description
        for sample in samples {
            guard let usage = sample.usage, sample.body.inserting(.object([:]), at: path[...]) != nil else {
                continue
            }
            wasTraced = true
            for key in usage.keys where key.name == name && key.location.description == location {
                let reader = AffectedProperty(key, "reads it", of: sample.binding.model, in: sources)
                if !readers.contains(reader) { readers.append(reader) }
            }
        }
        return wasTraced ? readers : nil
    }

    // MARK: Affected properties

    private func affected(by body: JSONValue, _ binding: ModelBinding) -> [AffectedProperty] {
        affected(by: binding.read(body.data), binding)
    }

    /// Returns the properties of the first failures that are included.
    private func affected(
        by reading: ModelReading, _ binding: ModelBinding,
        where isIncluded: (ModelFailure) -> Bool = { _ in true }
    ) -> [AffectedProperty] {
        var affected: [AffectedProperty] = []
        for failure in (reading.failures + reading.dropped).lazy.filter(isIncluded).prefix(3) {
            let property = AffectedProperty(failure, in: reading, of: binding.model, in: sources)
            if !affected.contains(property) { affected.append(property) }
        }
        return affected
    }
}

extension ModelFailure {
    /// Whether the failure is about a value at a pattern, one around it, or one in it. A failure that is
    /// about no value may be about any.
    fileprivate func isRelated(to pattern: JSONPointer) -> Bool { pointer?.isRelated(to: pattern) ?? true }
}

extension JSONPointer {
    /// Whether the value is one at a pattern, around it, or in it.
    fileprivate func isRelated(to pattern: JSONPointer) -> Bool {
        let count = min(tokens.count, pattern.tokens.count)
        return JSONPointer.matches(Array(pattern.tokens.prefix(count)), Array(tokens.prefix(count)))
    }
}

extension JSONValue {
    var data: Data { Data(text(.compact).utf8) }
}
