package import VerbatimHAR
package import VerbatimJSON
import VerbatimSchema

extension APIOperation {
    /// Returns the schema against which the JSON body of a response is validated, if any.
    package func schema(ofJSONBodyOf response: HTTPResponse, in contract: Contract) -> SchemaReference? {
        guard let declared = self.response(for: response.status) else { return nil }
        let type = response.headers["Content-Type"].flatMap(MediaType.init)
        let content = type.flatMap(declared.content.closest)
        return (content ?? declared.content.substitute(for: .json, in: contract.shapes))?.schema
    }
}

extension Contract {
    /// Whether a value is valid against a schema.
    package func accepts(_ value: JSON, _ schema: SchemaReference) -> Bool {
        schemas[schema.index].accepts(value)
    }
}
