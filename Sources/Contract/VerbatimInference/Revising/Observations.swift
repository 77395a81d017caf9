import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// What one pass over the traffic has to say about a contract: what breaks it, and what it does not speak of.
struct Observations {
    /// What breaks a keyword of a response's schema, by the keyword.
    var broken = OrderedGroups<JSONPointer, (violations: [Violation], witness: InferenceEvidence)>()
    /// Members that no schema knows, by the schema they belong to.
    var members = OrderedGroups<MemberKey, (recorder: ShapeRecorder, witness: InferenceEvidence)>()
    /// Values that are new to an open enumeration, by its list.
    var values = OrderedGroups<JSONPointer, (values: [JSONValue], witness: InferenceEvidence)>()
    /// Required headers that are missing, by their header objects.
    var missingHeaders = OrderedGroups<JSONPointer, InferenceEvidence>()
    /// Statuses that are not declared, by the responses object.
    var statuses = OrderedGroups<StatusKey, (interactions: [Interaction], witness: InferenceEvidence)>()
    /// Media types that are not declared, by the response object.
    var mediaTypes = OrderedGroups<MediaTypeKey, (responses: [HTTPResponse], witness: InferenceEvidence)>()
    /// Query parameters that are not declared.
    var parameters = OrderedGroups<MemberKey, InferenceEvidence>()
    /// Requests that belong to no operation.
    var operations = OrderedGroups<OperationKey, [Interaction]>()
    /// The values of dictionaries that people have marked (`x-map`) and not described, by their schemas.
    var maps = OrderedGroups<JSONPointer, (recorder: ShapeRecorder, witness: InferenceEvidence)>()
    /// The bodies of the answers, by exchange.
    var bodies = OrderedGroups<String, (recorder: ShapeRecorder, answers: Int, shape: SchemaShapes.Index)>()
    /// What is wrong and no change of a contract can make right.
    var left: [Finding] = []

    /// A member of an object of the contract that is not there yet.
    struct MemberKey: Hashable {
        let holder: JSONPointer
        let name: String
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
