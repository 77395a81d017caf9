import APIContract
import ConsumerModels
import Decodability
import Foundation
import JSONDocument

/// Asks the models of an operation whether they read a body with a changed value in it.
struct ModelTrial {
    /// What became of the trial.
    enum Verdict {
        /// A model does not read it.
        case breaks([AffectedProperty], value: JSONValue)
        /// Every model reads it.
        case tolerates
        /// There is no model, or no body to try it with.
        case unknown
    }

    let bindings: [ModelBinding]
    /// Bodies to plant values in, the recorded ones first.
    let bodies: [JSONValue]
    let sources: SourceIndex?

    /// Tries values at a place; the first that a model cannot read decides.
    func verdict(on values: [JSONValue], at path: [PathToken]) -> Verdict {
        var wasTried = false
        for binding in bindings {
            for body in bodies where binding.accepts(body.data) {
                for value in values {
                    guard let planted = body.planting(value, at: path[...]) else { break }
                    wasTried = true
                    if !binding.accepts(planted.data) {
                        return .breaks(affected(by: planted, binding), value: value)
                    }
                }
            }
        }
        return wasTried ? .tolerates : .unknown
    }

    /// Whether a body as it was recorded is not read.
    func refuses(_ body: JSONValue) -> [AffectedProperty]? {
        for binding in bindings where !binding.accepts(body.data) { return affected(by: body, binding) }
        return nil
    }

    /// The properties that read a member; nil when no model could be watched reading it.
    func readers(of name: String, in path: [PathToken]) -> [AffectedProperty]? {
        var wasWatched = false
        var readers: [AffectedProperty] = []
        let place = path.pointer.description
        for binding in bindings {
            for body in bodies {
                guard !Self.objects(at: path, in: body).isEmpty, let usage = binding.read(body.data).usage
                else { continue }
                wasWatched = true
                for key in usage.keys where key.name == name && key.place.description == place {
                    let reader = property(key, reason: "\(key.model).\(key.name) reads it", binding)
                    if !readers.contains(reader) { readers.append(reader) }
                }
            }
        }
        return wasWatched ? readers : nil
    }

    private static func objects(at path: [PathToken], in body: JSONValue) -> [JSON] {
        JSON(body)?.values(at: path[...]).filter { $0.kind == .object } ?? []
    }

    // MARK: Who is hurt

    private func affected(by body: JSONValue, _ binding: ModelBinding) -> [AffectedProperty] {
        let reading = binding.read(body.data)
        var affected: [AffectedProperty] = []
        for failure in reading.failures.prefix(3) {
            let tokens = failure.pointer.flatMap { try? JSONPointer(parsing: $0) }?.tokens ?? []
            let reason = "\(failure.wanted), gets \(failure.found)"
            let key = Self.key(at: tokens, in: reading.usage)
            let property =
                key.map { self.property($0, reason: reason, binding) }
                ?? AffectedProperty(
                    name: binding.model, place: sources?.place(of: binding.model), model: binding.model,
                    reason: reason)
            if !affected.contains(property) { affected.append(property) }
        }
        return affected
    }

    /// The key that was asked for at a place, or the nearest one around it.
    private static func key(at tokens: [String], in usage: KeyUsage?) -> KeyUsage.Key? {
        guard let usage else { return nil }
        var tokens = tokens
        while let name = tokens.popLast() {
            let match = usage.keys.first { key in
                key.name == name && key.place.tokens.count == tokens.count
                    && zip(key.place.tokens, tokens).allSatisfy { $0 == "*" || $0 == $1 }
            }
            if let match { return match }
        }
        return nil
    }

    private func property(_ key: KeyUsage.Key, reason: String, _ binding: ModelBinding) -> AffectedProperty {
        let property = sources?.property(readFrom: key.name, of: key.model)
        return AffectedProperty(
            name: property?.description ?? "\(key.model).\(key.name)", place: property?.place,
            model: binding.model,
            reason: reason)
    }
}

extension JSONValue {
    /// The value as a client gets it.
    var data: Data { Data(text(.compact).utf8) }
}
