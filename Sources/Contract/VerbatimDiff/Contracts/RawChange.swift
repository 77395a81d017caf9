import VerbatimContract
import VerbatimJSON

/// A change between two contracts, before it is known what it means to the app.
struct RawChange {
    /// What in an exchange it is about, which says where to look for a witness.
    enum Scope {
        case contract
        case operation
        case request
        case response
        /// A schema of a body: the difference, and the forms of the whole body.
        case body(SchemaDifference, old: SchemaBranch.Index, new: SchemaBranch.Index)
    }

    let rule: ChangeRule
    let direction: Direction
    let scope: Scope
    /// The operation as it is now, or as it was when it is gone.
    var operation: APIOperation?
    /// The key of the response: `200`, `4XX`, `default`.
    var status: String?
    /// What it is about when that is no value of the body: `header 'Date'`, `query parameter 'q'`.
    var subject: String
    /// The value of the body it is about, with `*` for any element.
    var pointer: JSONPointer?
    var was: String
    var now: String
    var oldNode: JSON?
    var newNode: JSON?
}
