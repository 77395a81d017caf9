public import VerbatimHAR
public import VerbatimModels

/// Who feels the changes of an API: the app, by its models, its recordings and its sources.
public struct Consumer: Sendable {
    /// Which model reads which response.
    public var models: [ModelBinding]
    /// What was recorded of the API; they prove what really comes.
    public var interactions: [Interaction]
    /// Where the properties of the models are declared.
    public var sources: SourceIndex?

    /// Creates a consumer; of one without models nothing is known but the contract.
    public init(models: [ModelBinding] = [], interactions: [Interaction] = [], sources: SourceIndex? = nil) {
        self.models = models
        self.interactions = interactions
        self.sources = sources
    }
}
