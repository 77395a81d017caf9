import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimModels
import VerbatimReplay

/// Compares recordings as the app sees them: with its contracts and its models.
struct DriftAssessment: Sendable {
    /// The contracts and models; nil if the contracts cannot be read, which `verbatim check` reports.
    let checker: Checker?
    private let sources: @Sendable () -> SourceIndex
    private let ignoredHeaders: [String: Set<String>]

    /// Assesses with the contracts of some or all APIs in a folder, and the declarations of the app's models.
    init(
        contracts: URL, of names: Set<String>? = nil,
        sources: @autoclosure @escaping @Sendable () -> SourceIndex, in context: CommandContext
    ) {
        let contracts = try? context.contracts(in: contracts, of: names?.sorted())
        checker = contracts.map { Checker($0, context.apis) }
        self.sources = sources
        ignoredHeaders = context.apis.reduce(into: [:]) { $0[$1.name] = $1.matching.ignoredResponseHeaders }
    }

    /// Assesses with the contracts of some APIs, or of all, and the sources of a tool.
    init(_ context: CommandContext, of names: Set<String>? = nil) {
        let index = SharedSourceIndex(of: context.url(context.folders.sources))
        self.init(
            contracts: context.url(context.folders.contracts), of: names, sources: index.value, in: context)
    }

    /// Returns the changes of a recording, with the properties of the app that each breaks.
    ///
    /// - Parameters:
    ///   - old: The old recording; nil if there is none.
    ///   - new: The new one; nil if there is none.
    func changes(from old: Archive?, to new: Archive?, api: String) -> [Finding] {
        let isFirst = old?.origin == .fake && new?.origin == .live
        return RecordingComparison(
            old?.interactions ?? [], new?.interactions ?? [], api: api,
            ignoredHeaders: ignoredHeaders[api] ?? [], contract: checker?.view(of: api) ?? .unknown
        ) {
            conflicts(of: $0, api: api)
        }.changes().map { change in
            var change = change
            change.isFirstOfProvider = isFirst
            return change
        }
    }

    /// Returns the first value that the app cannot decode, or nil if it decodes all that it reads.
    func firstConflict(in interactions: [Interaction], api: String) -> ModelConflict? {
        interactions.lazy.compactMap { conflicts(of: $0, api: api)?.first { !$0.isDropped } }.first
    }

    private func conflicts(of interaction: Interaction, api: String) -> [ModelConflict]? {
        checker?.conflicts(of: interaction, api: api, in: sources)
    }
}

extension Checker {
    /// What the contract of an API says about interactions, for comparing them.
    fileprivate func view(of api: String) -> RecordingComparison.ContractView {
        .init(operation: { operation(of: $0, api: api) }, violations: { check([$0], api: api).findings })
    }
}
