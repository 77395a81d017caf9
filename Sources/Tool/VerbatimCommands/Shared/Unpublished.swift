import Foundation
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimReplay

extension Option<Bool> {
    static let unpublished = flag(
        "--unpublished", "read what tests that failed while they recorded have left, and nothing else")
}

extension Arguments {
    /// Returns the paths of the recordings to read: those that an option names, or with `--unpublished`,
    /// those of tests that failed, of the APIs that the operands name or of all.
    func recordings(_ option: Option<[String]>, in context: CommandContext) throws(UsageError) -> [String] {
        guard self[.unpublished] else { return self[option] }
        if has(option) { throw .conflict("--unpublished", with: option.name, "it stands for a folder") }
        let folder = context.unpublishedPath
        return try context.unpublishedNames(of: operands).map { "\(folder)/\($0.path)" }
    }
}

extension CommandContext {
    fileprivate var unpublishedPath: String { RecordingStore.unpublishedPath(beside: folders.recordings) }

    /// Returns the names of the recordings that tests which failed have left, at least one.
    ///
    /// - Parameter apis: The APIs; all if it is empty.
    fileprivate func unpublishedNames(of apis: [String]) throws(UsageError) -> [RecordingName] {
        let names = RecordingStore(url(unpublishedPath)).names.filter { name in
            apis.isEmpty || apis.contains(name.api)
        }
        guard !names.isEmpty else { throw .nothingUnpublished(in: unpublishedPath, of: apis) }
        return names
    }

    /// Returns the changes from the published recordings to those that tests which failed have left.
    ///
    /// - Parameter apis: The APIs; all if it is empty.
    func unpublishedChanges(of apis: [String] = [], _ assessment: DriftAssessment) throws -> [Finding] {
        let (published, unpublished) = (recordings(), RecordingStore(url(unpublishedPath)))
        let known = Set(published.names)
        return try unpublishedNames(of: apis).flatMap { name in
            assessment.changes(
                from: known.contains(name) ? try published.archive(name) : nil,
                toUnpublished: try unpublished.archive(name), api: name.api)
        }
    }
}

extension DriftAssessment {
    /// Returns the changes of what a test that failed has left, which did not send all of its requests.
    ///
    /// - Parameter published: The published recording; nil if there is none.
    func changes(from published: Archive?, toUnpublished archive: Archive, api: String) -> [Finding] {
        var old = published
        old?.interactions = published?.counterparts(of: archive.interactions) ?? []
        return changes(from: old, to: archive, api: api).filter { $0.rule != .interactionRemoved }
    }
}
