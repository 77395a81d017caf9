package import VerbatimJSON

/// A mistake in a schema, with its location.
package struct SchemaError: Error, Sendable {
    package enum Reason: Sendable, Hashable {
        /// There is no value at the pointer.
        case missing
        /// The value of a keyword is invalid; `expected` describes a valid one, as in `an array`.
        case invalidValue(keyword: String, expected: String)
        /// A keyword or property occurs twice in one object.
        case duplicateKeyword(String)
        /// A keyword is neither known nor allowed.
        case unknownKeyword(String)
        /// An asserted format is unknown.
        case unknownFormat(String)
        /// The target of a reference does not exist.
        case unresolvedReference(String)
        /// A reference leads back to itself without descending into the instance.
        case circularReference(String)
        /// Two schemas have the same URI or anchor.
        case duplicateIdentifier(String)
        /// A regular expression is invalid; `offset` counts Unicode scalars from 0.
        case invalidPattern(String, detail: String, offset: Int)
        /// A regular expression is valid only without the `u` flag; `offset` counts Unicode scalars from 0.
        case legacyPattern(String, detail: String, offset: Int)
        /// A date pattern has an unsupported field; `offset` counts bytes from 0.
        case unsupportedDatePattern(String, letters: String, offset: Int)
        /// A draft, vocabulary or metaschema is unknown.
        case unsupportedDialect(String)
    }

    package let reason: Reason
    /// The invalid value, in its document.
    package let schema: JSON
    /// The URI of the document; empty if it is unknown.
    package let document: String

    /// The location of the value in the document.
    package var pointer: JSONPointer { schema.pointer }
    /// The start of the value in the text of the document.
    package var position: JSONPosition { schema.position }

    package var message: String {
        switch reason {
        case .missing: "missing schema"
        case .invalidValue(let keyword, let expected):
            keyword.isEmpty ? "expected \(expected)" : "'\(keyword)' must be \(expected)"
        case .duplicateKeyword(let name): "duplicate name \(quotedText(name))"
        case .unknownKeyword(let name): "unknown keyword \(quotedText(name))"
        case .unknownFormat(let name): "unknown format \(quotedText(name))"
        case .unresolvedReference(let uri): "unresolved reference \(quotedText(uri))"
        case .circularReference(let uri):
            "circular reference \(quotedText(uri)), which never descends into the instance"
        case .duplicateIdentifier(let name): "duplicate identifier \(quotedText(name))"
        case .invalidPattern(let pattern, let detail, let offset):
            "invalid regular expression \(quotedText(pattern)) at character \(offset + 1): \(detail.excerpt(200))"
        case .legacyPattern(let pattern, let detail, let offset):
            "regular expression \(quotedText(pattern)) is valid only without the flag 'u': "
                + "\(detail.excerpt(200)) at character \(offset + 1)"
        case .unsupportedDatePattern(let pattern, let letters, let offset):
            "unsupported field \(quotedText(letters)) at character \(offset + 1) of the date pattern "
                + quotedText(pattern)
        case .unsupportedDialect(let uri): "unsupported draft or vocabulary \(quotedText(uri))"
        }
    }
}

extension SchemaError: CustomStringConvertible {
    /// The location and the message, in one line.
    package var description: String {
        let document = document.isEmpty ? "" : "\(document) "
        return "\(document)\(quotedText(pointer.description)) at \(position): \(message)".onOneLine
    }
}

/// Returns a text in quotation marks on one line, shortened to 200 characters.
func quotedText(_ text: String) -> String { "'\(text.excerpt(200))'" }
