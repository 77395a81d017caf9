public import VerbatimDecoding
public import VerbatimJSON

/// What became of a body in the hands of the app.
public struct ModelReading: Sendable, Hashable {
    /// Every reason why the app cannot read it, in document order; none when it can.
    public var failures: [ModelFailure]
    /// The keys the model asked for, and those nobody asked for; nil when the app's reading cannot be watched.
    public var usage: KeyUsage?
    /// The locations in the document that were not judged, because a model's own code threw before it came to them.
    public var unjudged: [JSONPointer]

    /// Creates a reading.
    public init(failures: [ModelFailure], usage: KeyUsage? = nil, unjudged: [JSONPointer] = []) {
        self.failures = failures
        self.usage = usage
        self.unjudged = unjudged
    }
}
