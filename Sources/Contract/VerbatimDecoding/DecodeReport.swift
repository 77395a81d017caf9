public import VerbatimJSON

/// What came of decoding a document to a model.
public struct DecodeReport<Model> {
    /// The model, as a plain decode gives it; nil when it throws.
    public let value: Model?
    /// Everything that keeps the document from being decoded, in document order; empty when there is a value.
    public let failures: [DecodeFailure]
    /// Where a model gave up before it had read everything, so that there may be more failures inside.
    public let unjudged: [JSONPointer]
    /// Which keys the models asked for, and which the document has beside them.
    public let usage: KeyUsage
}

extension DecodeReport: Sendable where Model: Sendable {}
