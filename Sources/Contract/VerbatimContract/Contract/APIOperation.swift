package import VerbatimJSON

/// One operation of a contract.
package struct APIOperation: Sendable {
    /// The operation id; `GET /path` when the document gives none.
    package let id: String
    /// The method, in upper case.
    package let method: String
    /// The key of its path as written, with parameters and fragment: `/services/rest/#flickr.photos.search`.
    package let path: String
    /// What it does, in a line.
    package let summary: String?
    /// False for `x-recorded: false`: described for archives from elsewhere, no recording of the app is expected.
    package let isRecorded: Bool
    /// The servers it answers at.
    package let servers: [URLTemplate]
    /// The URLs of the operation: every server with the path.
    package let urls: [URLTemplate]
    /// The parameters of the path item and its own.
    package let parameters: [Parameter]
    /// The parameters that tell it from other operations at the same address: those with a single value.
    ///
    /// Only a path with a fragment is told apart by them; elsewhere a constant is a promise like any other.
    package let constants: [Parameter]
    /// The body of the request, if one is declared.
    package let requestBody: RequestBodyObject?
    /// The responses, in document order.
    package let responses: [ResponseObject]
    /// Its node in the document.
    package let node: JSON

    /// Returns the response that is declared for a status: exactly, by its class (`4XX`), or by default.
    package func response(for status: Int) -> ResponseObject? {
        StatusKey.keys(covering: status).lazy
            .compactMap { key in responses.first { $0.status == key.rawValue } }.first
    }
}
