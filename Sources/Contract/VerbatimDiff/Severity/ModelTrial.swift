import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimJSON
import VerbatimModels

/// Tries whether the models of an operation decode a body with a changed value in it.
///
/// Each model decodes and traces each body only once: that takes far longer than the insertion of a value.
final class ModelTrial {
    /// The outcome of a trial.
    enum Outcome {
        /// A model does not decode one of the values, or leaves it out.
        case breaks([AffectedProperty])
        /// Every model decodes all of them.
        case tolerates
        /// There is no model, or no body that it decodes.
        case unknown
    }

    /// A model with a body that it decodes.
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

    /// Whether there are models.
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

    /// Returns the properties that a recorded body breaks, or nil if every model decodes it.
    func propertiesRejecting(_ body: JSONValue) -> [AffectedProperty]? {
        bindings.first { !$0.accepts(body.data) }.map { affected(by: body, $0) }
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
                let reader = AffectedProperty(
                    key, reason: "\(key.model).\(key.name) reads it", of: sample.binding.model, in: sources)
                if !readers.contains(reader) { readers.append(reader) }
            }
        }
        return wasTraced ? readers : nil
    }

    // MARK: Affected properties

    private func affected(by body: JSONValue, _ binding: ModelBinding) -> [AffectedProperty] {
        let reading = binding.read(body.data)
        var affected: [AffectedProperty] = []
        for failure in (reading.failures + reading.dropped).prefix(3) {
            let property = AffectedProperty(failure, in: reading, of: binding.model, in: sources)
            if !affected.contains(property) { affected.append(property) }
        }
        return affected
    }
}

extension JSONValue {
    /// The value as the body of a response.
    var data: Data { Data(text(.compact).utf8) }
}
