public import Foundation
import VerbatimJSON

/// Decodes a document as the app does, and tells everything that is wrong with it for the app.
public enum ModelDecoding {
    /// Decodes a document with the app's own decoder, and goes on past failures to find them all.
    ///
    /// The document is decoded twice: once plainly, which gives the verdict and the value, and once with
    /// every container watched. If the two disagree, the report says so with a failure of the kind
    /// `toolFault`.
    ///
    /// A failure that the model itself catches, by `try?` or `catch`, is none. Where a model's own
    /// `init(from:)` throws, what it would have read after that is not judged; ``DecodeReport/unjudged``
    /// tells where.
    ///
    /// - Parameters:
    ///   - type: The type the app decodes the document to.
    ///   - data: The bytes of the document.
    ///   - decoder: The decoder, with the app's strategies set.
    public static func check<Model: Decodable>(
        _ type: Model.Type, in data: Data, with decoder: some TopLevelDecoder
    ) -> DecodeReport<Model> {
        check(
            data, spelling: KeyStrategy(of: decoder),
            plain: { try decoder.decode(type, from: data) },
            watched: { pass in
                let location = DocumentLocation(decoder: decoder, data: data, usage: pass.usage)
                return pass.shape(of: type).ask(location, in: pass)
            })
    }

    /// Decodes a document to a type that needs a configuration, and goes on past failures to find them all.
    ///
    /// - Parameters:
    ///   - type: The type the app decodes the document to.
    ///   - data: The bytes of the document.
    ///   - configuration: What the app gives the type to decode itself.
    ///   - decoder: The decoder, with the app's strategies set.
    public static func check<Model: DecodableWithConfiguration>(
        _ type: Model.Type, in data: Data, configuration: Model.DecodingConfiguration,
        with decoder: JSONDecoder
    ) -> DecodeReport<Model> {
        check(
            data, spelling: KeyStrategy(of: decoder),
            plain: { try decoder.decode(type, from: data, configuration: configuration) },
            watched: { pass in
                let location = DocumentLocation(decoder: decoder, data: data, usage: pass.usage)
                return pass.outcome(at: location, wanted: type, placeholders: { Placeholders() }) {
                    try decoder.decode(ConfiguredProbe<Model>.self, from: data, configuration: configuration)
                        .outcome
                }
            })
    }

    private static func check<Model>(
        _ data: Data, spelling: KeyStrategy, plain: () throws -> Model,
        watched: (Pass) -> DecodeOutcome<Model>
    ) -> DecodeReport<Model> {
        let plain = Result(catching: plain)
        let usage = UsageNode()
        let pass = Pass(collects: plain.error != nil, usage: usage)
        let outcome = Pass.$current.withValue(pass) { watched(pass) }
        let document = SourceDocument(data)
        let teller = FailureBuilder(document: document, model: Model.self, spelling: spelling)
        return DecodeReport(
            value: try? plain.get(),
            failures: failures(plain.error, outcome, teller),
            unjudged: Set(pass.unjudged.map { teller.location(of: $0).pointer })
                .sorted { $0.description < $1.description },
            usage: KeyUsageBuilder(spelling: spelling).usage(usage, in: document.root))
    }

    /// The failures of the watched pass, once it agrees with the plain decode that there are any.
    private static func failures<Model>(
        _ plainError: (any Error)?, _ watched: DecodeOutcome<Model>, _ teller: FailureBuilder
    ) -> [DecodeFailure] {
        switch (plainError, watched) {
        case (nil, .decoded):
            []
        case (nil, .failed(let failed)):
            [.fault("a plain decode succeeds, but watched it throws: \(failed.error)")]
        case (let error?, .decoded):
            [.fault("a plain decode throws, but watched it succeeds: \(error)")]
        case (let error?, .failed(let failed)):
            failed.failures.isEmpty
                ? [.fault("a plain decode throws, but nothing was found wrong: \(error)")]
                : teller.failures(failed.failures)
        }
    }
}

extension Result {
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// The whole document.
private struct DocumentLocation<Decoder: TopLevelDecoder>: DecodingLocation {
    let decoder: Decoder
    let data: Data
    let usage: UsageNode

    var codingPath: [any CodingKey] { [] }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.decode(type, from: data)
    }
}
