import VerbatimInference
import VerbatimJSON

/// The generator of Swift types that a contract is written for.
struct GeneratorTarget {
    /// The generators whose needs are known.
    private enum Name: String, CaseIterable {
        case swiftOpenAPIGenerator = "swift-openapi-generator"
    }

    private static let name = Option.choice(
        "--for", of: Name.allCases, "write what makes types that decode the recordings")
    private static let transcoder = Option.choice(
        "--transcoder", of: GeneratorDialect.DateTranscoder.allCases,
        "date transcoder of the generated client (default: iso8601)")

    static let options: [any OptionSyntax] = [name, transcoder]

    private let transcoder: GeneratorDialect.DateTranscoder

    /// Creates the target that the arguments name; nil if they name no generator.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard arguments[Self.name] != nil else {
            if arguments.has(Self.transcoder) {
                throw UsageError(
                    "option '\(Self.transcoder.name)' needs '\(Self.name.name)'", helpOf: InferCommand.syntax)
            }
            return nil
        }
        transcoder = arguments[Self.transcoder] ?? .iso8601
    }

    /// Returns the text of a contract as the generator reads it, and says what is other than inferred.
    ///
    /// - Returns: The same text if nothing has to be.
    func text(of text: String, on console: Console) throws -> String {
        let document = try JSON(parsing: text).value
        let rewritten = GeneratorDialect(transcoder: transcoder).rewritten(document)
        for note in notes(about: rewritten) { console.note(note) }
        return rewritten.document == document ? text : rewritten.document.text(.pretty) + "\n"
    }

    private func notes(about rewritten: GeneratorDialect.Rewritten) -> [String] {
        var notes: [String] = []
        if rewritten.mixedTypes > 0 {
            notes.append(
                "\(String.count(rewritten.mixedTypes, "schema")) with several types: written as alternatives, `oneOf`"
            )
        }
        if rewritten.nulls > 0 {
            notes.append("\(String.count(rewritten.nulls, "schema")) that may be null: written as `oneOf`")
        }
        if rewritten.dates > 0 {
            let advice =
                transcoder == .iso8601
                ? "; with `--transcoder iso8601WithFractionalSeconds`, those with fractions stay dates" : ""
            notes.append(
                "\(String.count(rewritten.dates, "date")) that `.\(transcoder)` does not read: "
                    + "written as strings\(advice)")
        }
        if rewritten.keptDates > 0, transcoder != .iso8601 {
            notes.append("create the client with `Configuration(dateTranscoder: .\(transcoder))`")
        }
        return notes
    }
}
