import APIContract
import HTTPArchive
import JSONDocument
import JSONSchema

/// What one pass over the traffic has to say about a contract: what breaks it, and what it does not speak of.
struct Observations {
    /// What breaks a keyword of a response's schema, by the keyword.
    var broken = Groups<JSONPointer, (violations: [Violation], witness: Witness)>()
    /// Members that no schema knows, by the schema they belong to.
    var members = Groups<MemberKey, (recorder: ShapeRecorder, witness: Witness)>()
    /// Values that are new to an open enumeration, by its list.
    var values = Groups<JSONPointer, (values: [JSONValue], witness: Witness)>()
    /// Required headers that are missing, by their header objects.
    var missingHeaders = Groups<JSONPointer, Witness>()
    /// Statuses that are not declared, by the responses object.
    var statuses = Groups<StatusKey, (interactions: [Interaction], witness: Witness)>()
    /// Media types that are not declared, by the response object.
    var mediaTypes = Groups<MediaTypeKey, (responses: [HTTPResponse], witness: Witness)>()
    /// Query parameters that are not declared.
    var parameters = Groups<MemberKey, Witness>()
    /// Requests that belong to no operation.
    var operations = Groups<OperationKey, [Interaction]>()
    /// The values of dictionaries that people have marked (`x-map`) and not described, by their schemas.
    var maps = Groups<JSONPointer, (recorder: ShapeRecorder, witness: Witness)>()
    /// The bodies of the answers, by exchange.
    var bodies = Groups<String, (recorder: ShapeRecorder, answers: Int, shape: SchemaShapes.Index)>()
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
