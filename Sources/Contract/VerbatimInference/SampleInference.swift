public import VerbatimJSON

/// Makes a schema of values that are samples of the same thing, one after the other.
public struct SampleInference {
    private let recorder = ShapeRecorder()
    private let writer: SchemaWriter

    /// Creates an inference that has seen nothing.
    ///
    /// - Parameter evidence: In how many samples an object must have had a member, always, for the schema to require it.
    public init(evidence: Int = 1) {
        writer = SchemaWriter(evidence: evidence)
    }

    /// Reads a sample.
    public func add(_ sample: JSON) {
        recorder.beginAnswer()
        recorder.add(sample)
    }

    /// What was seen at each location of the samples so far.
    public var shape: ObservedShape { recorder.shape }

    /// The schema that every sample so far keeps, as strict as they allow.
    public var schema: JSONObject { writer.schema(of: shape) }
}
