public import VerbatimJSON

/// Infers a schema from samples of the same kind of value.
public struct SchemaInference {
    private let recorder = ShapeRecorder()
    private let builder: SchemaBuilder

    /// Creates an inference without samples.
    ///
    /// - Parameter minimumSamples: The number of samples in which a property must always be present to become
    ///   required.
    public init(minimumSamples: Int = 1) {
        builder = SchemaBuilder(minimumResponses: minimumSamples)
    }

    /// Adds a sample.
    public func add(_ sample: JSON) {
        recorder.beginResponse()
        recorder.add(sample)
    }

    /// The shape of the samples so far.
    public var shape: ObservedShape { recorder.shape }

    /// The strictest schema that every sample so far satisfies.
    public var schema: JSONObject { builder.schema(of: shape) }
}
