public import VerbatimJSON

/// Schema documents by URI, for references between documents.
///
/// Documents are added by the caller; nothing is ever fetched. The metaschemas of draft 2020-12 are built in.
public struct SchemaStore: Sendable {
    private var documents: [String: JSON] = [:]

    /// Creates a store without documents.
    public init() {}

    /// Adds a document, replacing the one with the same URI; the fragment of the URI is ignored.
    public mutating func add(_ document: JSON, at uri: String) {
        documents[URI(uri).withoutFragment.text] = document
    }

    /// The document with a URI, or nil; the fragment of the URI is ignored.
    public subscript(uri: String) -> JSON? {
        let key = URI(uri).withoutFragment.text
        return documents[key] ?? Metaschemas.document(key)
    }
}
