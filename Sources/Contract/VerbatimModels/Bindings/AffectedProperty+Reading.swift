package import VerbatimContract
package import VerbatimDecoding
import VerbatimJSON

extension AffectedProperty {
    /// Creates the property that reads a key.
    ///
    /// - Parameters:
    ///   - model: The model that decodes the body.
    ///   - sources: The declarations of the app's models, if they are known.
    package init(_ key: KeyUsage.Key, reason: String, of model: String, in sources: SourceIndex?) {
        let property = sources?.property(readFrom: key.name, of: key.model)
        self.init(
            name: property?.description ?? "\(key.model).\(key.name)", location: property?.location,
            model: model, reason: reason)
    }

    /// Creates the property that a failure to read a body is about, or the model if none is known.
    package init(
        _ failure: ModelFailure, in reading: ModelReading, of model: String, in sources: SourceIndex?
    ) {
        let tokens = failure.pointer?.tokens ?? []
        let reason = "\(failure.expected), gets \(failure.found)"
        if let key = reading.key(at: tokens) {
            self.init(key, reason: reason, of: model, in: sources)
        } else {
            self.init(name: model, location: sources?.location(of: model), model: model, reason: reason)
        }
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
