package import VerbatimJSON

/// A value of an exchange with the schema it is held to: the body, a header, a parameter, the body of the request.
package struct ValidatedValue {
    /// The value; text and XML as the JSON value their schema describes.
    package let value: JSON
    /// What it is held to.
    package let schema: SchemaReference
    /// What the schema is of.
    package let contract: Contract
}

extension OperationCheck {
    /// Tells the observer of a value that is held to a schema.
    func observe(_ value: JSON, _ schema: SchemaReference) {
        observer?(ValidatedValue(value: value, schema: schema, contract: contract))
    }

    /// Notes that a value was seen; what is new in it is not worth a word.
    mutating func see(_ value: JSON, _ schema: SchemaReference) {
        observe(value, schema)
        _ = ValueWalk.novelties(in: value, schema.shape, of: contract, seen: &seen)
    }
}
