import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// The results of reading traffic against a contract: violated keywords, and everything the contract does not
/// describe.
struct Observations: TrafficFacts, Sendable {
    /// The violations of a response's schema, by the keyword.
    var violated = OrderedGroups<KeywordKey, Observed<KeywordViolations>>()
    /// The values of undeclared properties, by the `properties` object they belong to.
    var properties = OrderedGroups<PropertyKey, Observed<RecordedShape>>()
    /// The objects of kinds that a discriminator does not know, by the kind.
    var kinds = OrderedGroups<KindKey, Observed<RecordedShape>>()
    /// The new values of open enumerations, by the list of known values.
    var values = OrderedGroups<JSONPointer, Observed<Set<JSONValue>>>()
    /// The required headers that are missing, by their header objects.
    var missingHeaders = OrderedGroups<JSONPointer, InferenceEvidence>()
    /// The responses with undeclared statuses, by the responses object.
    var statuses = OrderedGroups<StatusKey, Observed<[StreamedTraffic.Reference]>>()
    /// The responses with undeclared media types, by the response object.
    var mediaTypes = OrderedGroups<MediaTypeKey, Observed<[StreamedTraffic.Reference]>>()
    /// The sequences whose items no schema describes, by the media type object.
    var items = OrderedGroups<JSONPointer, Observed<[StreamedTraffic.Reference]>>()
    /// The requests of WebSockets with messages that no schema describes, by the operation.
    var messages = OrderedGroups<JSONPointer, Observed<[StreamedTraffic.Reference]>>()
    /// The undeclared query parameters, by the operation.
    var parameters = OrderedGroups<PropertyKey, Observed<TextStatistics>>()
    /// The requests that match no operation, by their addresses.
    var operations = OrderedGroups<OperationKey, UndocumentedRequests>()
    /// The requests that match no operation, in order.
    var undocumented: [StreamedTraffic.Reference] = []
    /// The values of dictionaries that are declared (`x-map`) but not described, by their schemas.
    var maps = OrderedGroups<JSONPointer, Observed<RecordedShape>>()
    /// The bodies of the responses, by exchange.
    var bodies = OrderedGroups<String, Body>()
    /// The findings that no edit of a contract can resolve.
    var unresolved: [Finding] = []

    mutating func append(_ next: Observations) {
        violated.append(next.violated)
        properties.append(next.properties)
        kinds.append(next.kinds)
        values.append(next.values)
        missingHeaders.append(next.missingHeaders)
        statuses.append(next.statuses)
        mediaTypes.append(next.mediaTypes)
        items.append(next.items)
        messages.append(next.messages)
        parameters.append(next.parameters)
        operations.append(next.operations)
        undocumented += next.undocumented
        maps.append(next.maps)
        bodies.append(next.bodies)
        unresolved += next.unresolved
    }

    /// The bodies of the responses of an exchange.
    struct Body: TrafficFacts {
        private var recorder = RecordedShape()
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

        mutating func append(_ next: Body) {
            recorder.append(next.recorder)
            count += next.count
            selections.append(next.selections)
        }

        var shape: ObservedShape { selections.applied(to: recorder.shape) }
    }

    /// The observations without those of schemas that do not exist, as only a file of somebody else has.
    func having(_ isKnown: (SchemaShapes.Index) -> Bool) -> Observations {
        guard !bodies.values.allSatisfy({ isKnown($0.schema) }) else { return self }
        var observations = self
        observations.bodies = OrderedGroups()
        for (exchange, body) in bodies.pairs where isKnown(body.schema) {
            observations.bodies[exchange, default: body] = body
        }
        return observations
    }

    /// A keyword that values violate, each name in `required` by itself.
    struct KeywordKey: Hashable, Codable {
        let pointer: JSONPointer
        /// The name of the missing property; nil if the keyword is not `required`.
        let missing: String?
    }

    /// A missing member of an object of the contract.
    struct PropertyKey: Hashable, Codable {
        let holder: JSONPointer
        let name: String
    }

    /// A kind of objects that is missing in a choice.
    struct KindKey: Hashable, Codable {
        /// The schema with the discriminator.
        let choice: JSONPointer
        /// `oneOf` or `anyOf`.
        let keyword: String
        let property: String
        let value: String
    }

    struct StatusKey: Hashable, Codable {
        let responses: JSONPointer
        let status: Int
    }

    struct MediaTypeKey: Hashable, Codable {
        let content: JSONPointer
        let essence: String
    }
}

/// Values that call for an edit, and the first of them.
struct Observed<Values: TrafficFacts & Sendable>: TrafficFacts, Sendable {
    var values: Values
    var evidence: InferenceEvidence

    init(_ values: Values, _ evidence: InferenceEvidence) {
        (self.values, self.evidence) = (values, evidence)
    }

    mutating func append(_ next: Observed) {
        values.append(next.values)
        evidence.append(next.evidence)
    }
}

/// Requests for one address that match no operation.
struct UndocumentedRequests: TrafficFacts {
    private(set) var count = 0
    /// The number of requests that the server did not reject.
    private(set) var accepted = 0
    /// The number of requests whose paths have no slash at the end.
    private var plain = 0
    /// The number of requests that were redirected, and of those whose paths have no slash at the end.
    private var redirected = 0
    private var plainRedirected = 0
    /// Whether the paths end in a slash, but for those that were redirected to others.
    var endInSlash: Bool { plain == (redirected < count ? plainRedirected : 0) }
    /// The location of the first one.
    let location: SourceLocation?
    /// The statuses of the responses.
    private(set) var statuses: Set<Int> = []
    /// Whether no request has a query or a body, for which the server might only have found nothing.
    private var areBare = true
    /// Whether the server only ever says that it has no such operation.
    var areUnknownToServer: Bool {
        areBare && !statuses.isEmpty && statuses.isSubset(of: HTTPResponse.statusesOfUnknownOperations)
    }
    /// The first successful responses.
    private(set) var samples: [StreamedTraffic.Reference] = []
    /// The segments of the paths that responses say they did not find.
    private(set) var missing: Set<String> = []

    private static let sampleLimit = 16

    init(at location: SourceLocation?) { self.location = location }

    mutating func add(_ interaction: Interaction, _ reference: StreamedTraffic.Reference) {
        count += 1
        if reference.traits.contains(.isAccepted) { accepted += 1 }
        let target = RequestTarget(interaction.request.url)
        areBare = areBare && target.query.isEmpty && interaction.request.body?.isEmpty ?? true
        let isPlain = !target.path.hasSuffix("/")
        if isPlain { plain += 1 }
        guard let status = interaction.outcome.response?.status else { return }
        if (300..<400).contains(status) {
            redirected += 1
            if isPlain { plainRedirected += 1 }
        }
        if status == 404, missing.count < Self.sampleLimit {
            missing.formUnion(PathNames.missing(in: interaction))
        }
        statuses.insert(status)
        if samples.count < Self.sampleLimit, (200..<300).contains(status) { samples.append(reference) }
    }

    mutating func append(_ next: UndocumentedRequests) {
        count += next.count
        accepted += next.accepted
        plain += next.plain
        redirected += next.redirected
        plainRedirected += next.plainRedirected
        areBare = areBare && next.areBare
        statuses.formUnion(next.statuses)
        missing.formUnion(next.missing)
        samples += next.samples.prefix(Self.sampleLimit - samples.count)
    }
}

/// The first value that makes an edit necessary, and the number of such values.
struct InferenceEvidence: TrafficFacts {
    let value: String
    let location: SourceLocation?
    /// The pointer of the value in the body of the response, if it is in one.
    var pointer: JSONPointer?
    /// The number of values so far.
    var count = 0

    mutating func append(_ next: InferenceEvidence) { count += next.count }
}
