import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// The results of reading traffic against a contract: violated keywords, and everything the contract does not
/// describe.
struct Observations {
    /// The violations of a response's schema, by the keyword.
    var violated = OrderedGroups<KeywordKey, (violations: KeywordViolations, evidence: InferenceEvidence)>()
    /// The values of undeclared properties, by the `properties` object they belong to.
    var properties = OrderedGroups<PropertyKey, (recorder: ShapeRecorder, evidence: InferenceEvidence)>()
    /// The objects of kinds that a discriminator does not know, by the kind.
    var kinds = OrderedGroups<KindKey, (recorder: ShapeRecorder, evidence: InferenceEvidence)>()
    /// The new values of open enumerations, by the list of known values.
    var values = OrderedGroups<JSONPointer, (values: Set<JSONValue>, evidence: InferenceEvidence)>()
    /// The required headers that are missing, by their header objects.
    var missingHeaders = OrderedGroups<JSONPointer, InferenceEvidence>()
    /// The responses with undeclared statuses, by the responses object.
    var statuses = OrderedGroups<StatusKey, (traffic: StreamedTraffic, evidence: InferenceEvidence)>()
    /// The responses with undeclared media types, by the response object.
    var mediaTypes = OrderedGroups<MediaTypeKey, (traffic: StreamedTraffic, evidence: InferenceEvidence)>()
    /// The sequences whose items no schema describes, by the media type object.
    var items = OrderedGroups<JSONPointer, (traffic: StreamedTraffic, evidence: InferenceEvidence)>()
    /// The requests of WebSockets with messages that no schema describes, by the operation.
    var messages = OrderedGroups<JSONPointer, (traffic: StreamedTraffic, evidence: InferenceEvidence)>()
    /// The undeclared query parameters, by the operation.
    var parameters = OrderedGroups<PropertyKey, (values: TextStatistics, evidence: InferenceEvidence)>()
    /// The requests that match no operation.
    var operations = OrderedGroups<OperationKey, UndocumentedRequests>()
    /// The values of dictionaries that are declared (`x-map`) but not described, by their schemas.
    var maps = OrderedGroups<JSONPointer, (recorder: ShapeRecorder, evidence: InferenceEvidence)>()
    /// The bodies of the responses, by exchange.
    var bodies = OrderedGroups<String, Body>()
    /// The findings that no edit of a contract can resolve.
    var unresolved: [Finding] = []

    /// The bodies of the responses of an exchange.
    struct Body {
        private let recorder = ShapeRecorder()
        private(set) var count = 0
        /// The schema that describes them.
        let schema: SchemaShapes.Index
        private var selections = RequestSelections()

        init(describedBy schema: SchemaShapes.Index) { self.schema = schema }

        mutating func add(_ body: JSON, of interaction: Interaction) {
            recorder.beginResponse()
            recorder.add(body)
            count += 1
            selections.add(interaction)
        }

        var shape: ObservedShape { recorder.shape.chosenByRequest(in: selections.count) }
    }

    /// A keyword that values violate, each name in `required` by itself.
    struct KeywordKey: Hashable {
        let pointer: JSONPointer
        /// The name of the missing property; nil if the keyword is not `required`.
        let missing: String?
    }

    /// A missing member of an object of the contract.
    struct PropertyKey: Hashable {
        let holder: JSONPointer
        let name: String
    }

    /// A kind of objects that is missing in a choice.
    struct KindKey: Hashable {
        /// The schema with the discriminator.
        let choice: JSONPointer
        /// `oneOf` or `anyOf`.
        let keyword: String
        let property: String
        let value: String
    }

    struct StatusKey: Hashable {
        let responses: JSONPointer
        let status: Int
    }

    struct MediaTypeKey: Hashable {
        let content: JSONPointer
        let essence: String
    }
}

/// Requests for one address that match no operation.
struct UndocumentedRequests {
    var traffic: StreamedTraffic
    /// The statuses of the responses.
    var statuses: Set<Int> = []
    /// The first successful response.
    var sample: StreamedTraffic?

    init(in traffic: StreamedTraffic) {
        self.traffic = traffic.only([])
    }

    mutating func add(_ interaction: Interaction, _ reference: StreamedTraffic.Reference) {
        traffic.append(reference)
        guard let status = interaction.outcome.response?.status else { return }
        statuses.insert(status)
        if sample == nil, (200..<300).contains(status) { sample = traffic.only([reference]) }
    }
}

/// The first value that makes an edit necessary, and the number of further ones.
struct InferenceEvidence {
    let value: String
    let location: SourceLocation?
    /// The pointer of the value in the body of the response, if it is in one.
    var pointer: JSONPointer?
    /// One less than the number of values so far; -1 before the first is counted.
    var others = -1

    /// The same evidence for a number of values in all.
    func counting(_ count: Int) -> InferenceEvidence {
        InferenceEvidence(value: value, location: location, pointer: pointer, others: count - 1)
    }
}
