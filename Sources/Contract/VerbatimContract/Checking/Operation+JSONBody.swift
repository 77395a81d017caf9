package import VerbatimHAR
package import VerbatimJSON
import VerbatimSchema

extension Operation {
    /// The schema that the JSON body of a response is held to, or nil when nothing is promised for it.
    package func schema(ofJSONIn response: HTTPResponse, by contract: Contract) -> SchemaReference? {
        guard let promise = self.response(to: response.status) else { return nil }
        let claimed = response.headers["Content-Type"].flatMap(MediaType.init)
        let declared = claimed.flatMap(promise.content.closest)
        return (declared ?? promise.content.substitute(for: .json, in: contract.shapes))?.schema
    }
}

extension Contract {
    /// Whether a value keeps a schema: the verdict alone.
    package func allows(_ value: JSON, _ schema: SchemaReference) -> Bool {
        schemas[schema.index].accepts(value)
    }
}
