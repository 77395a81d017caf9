public import Foundation
public import VerbatimJSON

// A document is decoded twice with the app's own decoder. The plain decode yields the value or the error that
// the app gets. The traced decode finds every failure and every key that is read:
//
// 1. Probes. The real decoder is asked for a `Probe<Model>` instead of a `Model`. Its initializer receives
//    the decoder that the model would have received, wraps it in a `TracingDecoder` and calls the model's
//    initializer with that. A probe never throws: its `outcome` is the value or the failures. A
//    `DecodingPlan` chooses for each type what to request: leaves such as `Int` and `Date` as they are,
//    standard collections as collections of probes, and any other type as a probe. Thus every element of an
//    array is decoded, whatever happens to the others.
// 2. Traces. The tracing containers forward each request to the real container, count it in the `UsageNode`
//    of the value, and append the answer to the `ModelTrace` of the model.
// 3. Recovery. When a model's initializer throws an error that a container threw, `ModelExplorer` replaces
//    that answer in the trace with a placeholder and runs the initializer again. The answers before it are
//    replayed from the trace; the requests after it reach the real decoder. This repeats until the
//    initializer returns or no placeholder helps. An error that the model catches (`try?`) is thrown again in
//    each run, so that the model takes the same path as in the plain decode.
// 4. Placeholders. A placeholder is a value that was decoded under the same key or for the same type. Failing
//    that, it is made by a `PlaceholderDecoder`, in whose document every value exists and is zero, empty or
//    nil.
// 5. Second exploration. A placeholder can decide which path a model takes, for example if it replaces a
//    discriminator. When failures follow a placeholder, the model is explored again with other placeholders,
//    and only the failures that both explorations find are reported.
// 6. Report. A `PendingFailure` consists of coding keys and types. `FailureBuilder` resolves it in the parsed
//    document to a pointer, a position and a value; `KeyUsageBuilder` does the same for the keys.
//
// If the plain decode succeeds, nothing is recovered: no trace is recorded, and leaves are decoded directly.
// Only if a request failed nevertheless, so that a model must have caught the error, another pass finds out
// which values the model left out (`CaughtFailures`).
//
// `DecodingPass` is the state that all parts share. The types depend on each other in one direction,
// `DecodingPass <- ModelTrace <- ModelExplorer`; only decoding itself recurs, from a container through a plan
// to the probes of the values in it.

/// Decodes documents as the app does and reports every failure, not only the first.
public enum ModelDecoding {
    /// Decodes a document with the app's own decoder and reports every failure.
    ///
    /// The document is decoded twice: plainly, which yields the value, and with every container traced. If
    /// the two disagree, the report has a failure of the kind ``DecodeFailure/Kind/toolFault``.
    ///
    /// A failure that the model catches with `try?` or `catch` is not among the failures;
    /// ``DecodeReport/dropped`` lists those that cost the model a value. If the model's own `init(from:)`
    /// throws, the values that it would have read next are not checked; ``DecodeReport/unexplored`` lists
    /// where.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes the document as.
    ///   - data: The bytes of the document.
    ///   - decoder: The decoder, with the app's strategies set.
    public static func check<Model: Decodable>(
        _ type: Model.Type, in data: Data, with decoder: some TopLevelDecoder
    ) -> DecodeReport<Model> {
        check(
            data, keyStrategy: KeyStrategy(of: decoder),
            plain: { try decoder.decode(type, from: data) },
            traced: { pass in
                let source = DocumentSource(decoder: decoder, data: data, usage: pass.usage)
                return pass.plan(of: type).decode(source, in: pass)
            })
    }

    /// Decodes a document as a type that needs a configuration, and reports every failure.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes the document as.
    ///   - data: The bytes of the document.
    ///   - configuration: The configuration that the app passes to the type.
    ///   - decoder: The decoder, with the app's strategies set.
    public static func check<Model: DecodableWithConfiguration>(
        _ type: Model.Type, in data: Data, configuration: Model.DecodingConfiguration,
        with decoder: JSONDecoder
    ) -> DecodeReport<Model> {
        check(
            data, keyStrategy: KeyStrategy(of: decoder),
            plain: { try decoder.decode(type, from: data, configuration: configuration) },
            traced: { pass in
                let source = DocumentSource(decoder: decoder, data: data, usage: pass.usage)
                return pass.outcome(of: source, as: type, placeholders: { PlaceholderPair() }) {
                    try decoder.decode(ConfiguredProbe<Model>.self, from: data, configuration: configuration)
                        .outcome
                }
            })
    }

    private static func check<Model>(
        _ data: Data, keyStrategy: KeyStrategy, plain: () throws -> Model,
        traced: (DecodingPass) -> DecodeOutcome<Model>
    ) -> DecodeReport<Model> {
        let document = ParsedDocument(data)
        guard isDeep(document.root) else { return check(document, keyStrategy, plain, traced) }
        return LargeStackThread.run { check(document, keyStrategy, plain, traced) }
    }

    /// Returns whether a document may have more models in models than this thread has stack for.
    private static func isDeep(_ document: @autoclosure () -> JSON?) -> Bool {
        // The stack that a level takes in a debug build.
        let levels = LargeStackThread.levels(of: 8 << 10)
        return levels < JSON.ParsingOptions().maximumDepth && document()?.depth ?? 0 > levels
    }

    /// Returns whether a document can be decoded as a model, on a thread with a large stack if need be.
    package static func accepts<Model: Decodable>(
        _ type: Model.Type, in data: Data, with decoder: JSONDecoder
    ) -> Bool {
        func accepts() -> Bool { (try? decoder.decode(type, from: data)) != nil }
        return isDeep(ParsedDocument(data).root) ? LargeStackThread.run(accepts) : accepts()
    }

    private static func check<Model>(
        _ document: ParsedDocument, _ keyStrategy: KeyStrategy, _ plain: () throws -> Model,
        _ traced: (DecodingPass) -> DecodeOutcome<Model>
    ) -> DecodeReport<Model> {
        let plain = Result(catching: plain)
        let usage = UsageNode()
        let pass = DecodingPass(recovers: plain.error != nil, usage: usage)
        let outcome = DecodingPass.$current.withValue(pass) { traced(pass) }
        let caught = pass.hasFailed && plain.error == nil ? caughtFailures(traced) : []
        let builder = FailureBuilder(document: document, model: Model.self, keyStrategy: keyStrategy)
        return DecodeReport(
            value: try? plain.get(),
            failures: failures(plain.error, outcome, builder),
            dropped: builder.failures(caught),
            unexplored: Set(pass.unexplored.map { builder.resolve($0).pointer })
                .sorted { $0.description < $1.description },
            usage: KeyUsageBuilder(keyStrategy: keyStrategy).usage(usage, in: document.root))
    }

    /// Decodes a document again to find the failures for which a model left out a value.
    private static func caughtFailures<Model>(
        _ traced: (DecodingPass) -> DecodeOutcome<Model>
    ) -> [PendingFailure] {
        let pass = DecodingPass(recovers: true, collectsCaughtFailures: true, usage: UsageNode())
        _ = DecodingPass.$current.withValue(pass) { traced(pass) }
        return pass.caught?.dropped ?? []
    }

    /// Returns the failures of the traced decode, or a fault if it disagrees with the plain decode.
    private static func failures<Model>(
        _ plainError: (any Error)?, _ traced: DecodeOutcome<Model>, _ builder: FailureBuilder
    ) -> [DecodeFailure] {
        switch (plainError, traced) {
        case (nil, .decoded): []
        case (nil, .failed(let failed)):
            [.fault("the plain decode succeeds, but the traced decode throws: \(failed.error)")]
        case (let error?, .decoded):
            [.fault("the plain decode throws, but the traced decode succeeds: \(error)")]
        case (let error?, .failed(let failed)):
            failed.failures.isEmpty
                ? [.fault("the plain decode throws, but the traced decode finds no failure: \(error)")]
                : builder.failures(failed.failures)
        }
    }
}

extension Result {
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// The result of decoding a document as a model.
public struct DecodeReport<Model> {
    /// The model that the plain decode returns; nil if it throws.
    public let value: Model?
    /// Everything that keeps the document from being decoded, in document order; empty if there is a value.
    public let failures: [DecodeFailure]
    /// Every failure for which a model left out a value although the document was decoded, in document
    /// order: the model caught the error, as a list does that keeps its good elements, and read the value in
    /// no other way. An absent key and null do not count.
    public let dropped: [DecodeFailure]
    /// The values whose model threw an error of its own before it had read everything, so that there may be
    /// more failures inside.
    public let unexplored: [JSONPointer]
    /// The keys that the models requested, and those that they left unread.
    public let usage: KeyUsage
}

extension DecodeReport: Sendable where Model: Sendable {}

/// A decoder of whole documents.
///
/// `JSONDecoder` is one. Any other decoder with a method of this form conforms by an empty extension.
public protocol TopLevelDecoder: SendableMetatype {
    /// Decodes a value of a type from the bytes of a document.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: TopLevelDecoder {}
