public import VerbatimJSON

/// Schema documents by their URI, for references from one document to another.
///
/// A store is filled from memory; nothing is ever fetched. The metaschemas of draft 2020-12 are always known.
public struct SchemaStore: Sendable {
    private var documents: [String: JSON] = [:]

    /// Creates a store without documents.
    public init() {}

    /// Adds a document, or replaces the one with this URI; a fragment of the URI is ignored.
    public mutating func add(_ document: JSON, at uri: String) {
        documents[URI(uri).withoutFragment.text] = document
    }

    /// The document with a URI, if there is one; a fragment of the URI is ignored.
    public subscript(uri: String) -> JSON? {
        let key = URI(uri).withoutFragment.text
        return documents[key] ?? Metaschemas.document(key)
    }
}
