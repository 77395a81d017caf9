import Foundation

/// A proxy for a value, which the real decoder decodes in its place so that its initializer is traced.
///
/// The real decoder passes the decoder that it would have passed to the model; the model receives a tracing
/// one. Decoding a probe does not throw: the failures are in its outcome.
struct Probe<Value: Decodable>: Decodable {
    let outcome: DecodeOutcome<Value>

    init(from decoder: any Decoder) throws {
        guard let pass = DecodingPass.current else { throw DecodingPass.MissingPass() }
        let usage = pass.usage
        let plan = pass.plan(of: Value.self)
        guard plan.kind == .model else {
            let source = SingleValueSource(real: try decoder.singleValueContainer(), usage: usage)
            outcome = plan.decode(source, in: pass)
            return
        }
        outcome = ModelExplorer.decode(at: decoder.codingPath, in: pass) { trace in
            try Value(
                from: TracingDecoder(real: decoder, trace: trace, usage: usage, number: trace.number))
        }
    }
}

/// A probe for a document whose type needs a configuration.
struct ConfiguredProbe<Value: DecodableWithConfiguration>: DecodableWithConfiguration {
    let outcome: DecodeOutcome<Value>

    init(from decoder: any Decoder, configuration: Value.DecodingConfiguration) throws {
        guard let pass = DecodingPass.current else { throw DecodingPass.MissingPass() }
        let usage = pass.usage
        outcome = ModelExplorer.decode(at: decoder.codingPath, in: pass) { trace in
            let tracing = TracingDecoder(real: decoder, trace: trace, usage: usage, number: trace.number)
            return try Value(from: tracing, configuration: configuration)
        }
    }
}
