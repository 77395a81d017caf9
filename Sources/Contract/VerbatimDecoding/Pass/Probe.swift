import Foundation

/// Stands for a value while the real decoder decodes it, and watches.
///
/// The real decoder hands over the decoder it would have given to the model, which from then on sees the
/// watching one. Decoding a probe does not fail: what failed is in its outcome.
struct Probe<Value: Decodable>: Decodable {
    let outcome: DecodeOutcome<Value>

    init(from decoder: any Decoder) throws {
        guard let pass = Pass.current else { throw Pass.Missing() }
        let usage = pass.usage
        let shape = pass.shape(of: Value.self)
        guard shape.kind == .model else {
            let location = ValueLocation(real: try decoder.singleValueContainer(), usage: usage)
            outcome = shape.ask(location, in: pass)
            return
        }
        outcome = pass.attempt(at: decoder.codingPath) { attempt in
            try Value(from: TracingDecoder(real: decoder, attempt: attempt, usage: usage))
        }
    }
}

/// Stands for a value that needs a configuration, as the whole document.
struct ConfiguredProbe<Value: DecodableWithConfiguration>: DecodableWithConfiguration {
    let outcome: DecodeOutcome<Value>

    init(from decoder: any Decoder, configuration: Value.DecodingConfiguration) throws {
        guard let pass = Pass.current else { throw Pass.Missing() }
        let usage = pass.usage
        outcome = pass.attempt(at: decoder.codingPath) { attempt in
            let watching = TracingDecoder(real: decoder, attempt: attempt, usage: usage)
            return try Value(from: watching, configuration: configuration)
        }
    }
}
