public import Foundation

/// What a request carries.
public enum RESTBody: Sendable {
    /// Named values, written as a JSON object or as a form, as the request's `Content-Type` says.
    ///
    /// Without a `Content-Type` they are JSON. They are written in the order of their names, so that equal
    /// parameters give equal bytes.
    case parameters([String: RESTValue])
    /// Bytes, sent as they are.
    case raw(Data)
}
