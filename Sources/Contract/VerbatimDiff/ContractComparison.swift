package import VerbatimContract
package import VerbatimHAR
import VerbatimJSON
package import VerbatimModels

/// Compares two contracts of an API from the perspective of the app that uses it.
package struct ContractComparison: Sendable {
    private let old: Contract
    private let new: Contract
    private let consumer: Consumer
    private let api: String

    /// - Parameter api: The name of the API, if it is not that of the new contract's file.
    package init(_ old: Contract, _ new: Contract, for consumer: Consumer = Consumer(), api: String? = nil) {
        self.old = old
        self.new = new
        self.consumer = consumer.resolved(in: old, new)
        self.api = api ?? new.api
    }

    /// Returns every change, the most severe first, otherwise in the order of the new contract.
    ///
    /// The comparison runs on a thread with a large stack, because schemas may be nested more deeply than
    /// other stacks allow. It has limits, and reports where it ends because of one.
    package func changes() -> [Finding] { LargeStackThread.run { compare() } }

    func compare() -> [Finding] {
        var finder = ChangeFinder(old, new)
        finder.find()
        guard !finder.isEmpty else { return [] }
        let changes = ChangeAssessor(&finder, consumer, api: api).assess()
        return changes.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }.map(\.element)
    }
}

/// The app that uses an API, by its models, recordings and sources.
package struct Consumer: Sendable {
    package var models: [ModelBinding]
    /// The recordings of the API: the evidence for what it sends.
    package var interactions: [Interaction]
    /// The declarations of the models' properties.
    package var sources: SourceIndex?

    /// Creates a consumer; without models and recordings the contracts alone decide.
    package init(models: [ModelBinding] = [], interactions: [Interaction] = [], sources: SourceIndex? = nil) {
        self.models = models
        self.interactions = interactions
        self.sources = sources
    }

    /// Returns the consumer with its models bound to the operation ids of two contracts.
    fileprivate func resolved(in old: Contract, _ new: Contract) -> Consumer {
        var consumer = self
        consumer.models = models.map { $0.resolved(in: old).resolved(in: new) }
        return consumer
    }
}
