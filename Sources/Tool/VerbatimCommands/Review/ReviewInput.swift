import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimJSON

/// What a review reads: contracts, which an editor may change meanwhile, recordings and models.
struct ReviewInput {
    private let arguments: Arguments
    private let recordings: [String]
    private let context: CommandContext
    private let sources: SharedSourceIndex
    private let history: [Finding]

    init(_ arguments: Arguments, recordings: [String], in context: CommandContext) throws {
        self.arguments = arguments
        self.context = context
        self.recordings = context.withoutDefault(recordings)
        sources = SharedSourceIndex(of: context.url(context.folders.sources))
        history =
            arguments[.unpublished]
            ? try context.unpublishedChanges(of: arguments.operands, DriftAssessment(context))
            : self.recordings.isEmpty ? context.uncommittedChanges() : []
    }

    /// Compares the recordings of APIs with their contracts; without names, of all.
    func reviews(of names: [String]) throws -> [APIReview] {
        let chosen = try ChosenAPIs(arguments, in: context)
        let overrides = try Overrides(in: context.url(arguments[.contracts]))
        return try chosen.apis.filter { names.isEmpty || names.contains($0.name) }.compactMap { api in
            try chosen.contracts.contract(of: api.name).map {
                try APIReview(
                    of: api, $0, recordings: recordings, overrides,
                    history: history.filter { $0.api == api.name }, sources: sources,
                    in: chosen.context)
            }
        }
    }

    // MARK: The editor

    /// The editors that take a location in one word.
    private static let gotoEditors: Set = ["code", "code-insiders", "codium", "cursor"]

    /// Opens the contract of a question in an editor, waits for its end, and reviews the API again.
    func edited(_ question: ReviewQuestion) throws -> APIReview {
        guard
            let editor = ["VISUAL", "EDITOR"].compactMap({ context.environment[$0] }).first(where: {
                !$0.isEmpty
            })
        else {
            throw UsageError.malformed("editor", expected: "known: set VISUAL or EDITOR")
        }
        guard let location = question.items.compactMap(\.contractLine?.location).first else {
            throw UsageError.malformed(question.id, expected: "about a line of a contract")
        }
        let path = context.url(location.file).path(percentEncoded: false)
        let line = location.line ?? 1
        let name = editor.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? editor
        let words =
            Self.gotoEditors.contains(name) ? ["--wait", "--goto", "\(path):\(line)"] : ["+\(line)", path]
        let code = try ExternalProgram.runInForeground(
            ["/bin/sh", "-c", "\(editor) \"$@\"", editor] + words, environment: context.environment)
        guard code == 0 else { throw FileProblem(location: editor, what: "the editor ended with \(code)") }
        guard let review = try reviews(of: [question.api]).first else {
            throw FileProblem(location: location.file, what: "the contract is gone")
        }
        return review
    }
}
