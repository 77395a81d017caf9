public import Foundation

/// What a request carries.
public enum RESTBody: Sendable {
    /// Named values, written as the request's `Content-Type` says: as a JSON object (also when it says nothing)
    /// or as a form.
    ///
    /// They are written in the order of their names, so that equal parameters give equal bytes.
    case parameters([String: RESTValue])
    /// Bytes, sent as they are.
    case raw(Data)
}
