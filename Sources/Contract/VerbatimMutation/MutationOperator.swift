/// A way in which an API may change its answer, done to a recorded one.
public enum MutationOperator: String, Sendable, Hashable, CaseIterable {
    /// A member of an object is not there.
    case dropKey = "drop-key"
    /// A value is null.
    case null
    /// A value has another type.
    case otherType = "other-type"
    /// A number stands in a string.
    case numberInString = "number-in-string"
    /// An integer has a fraction.
    case fraction
    /// A number is larger than the machine's.
    case overflow
    /// A number has the other sign.
    case sign
    /// A date is written in another form.
    case dateForm = "date-form"
    /// A date is in no calendar.
    case impossibleDate = "impossible-date"
    /// An enumeration has a value it did not have.
    case newValue = "new-value"
    /// A value of an enumeration is written in the other case.
    case letterCase = "letter-case"
    /// A text, a list or an object is empty.
    case empty
    /// A list is an object.
    case arrayToObject = "array-to-object"
    /// An object is a list of that one object.
    case objectToArray = "object-to-array"
    /// A scalar is a list of that one scalar.
    case scalarToArray = "scalar-to-array"
    /// A name stands twice in an object.
    case duplicateKey = "duplicate-key"
    /// An object has a member nobody knows.
    case unknownKey = "unknown-key"
    /// The body ends early.
    case truncated
    /// The body is a page for people.
    case html
    /// The body is a call of a function (JSONP).
    case jsonp
    /// The body begins with a byte order mark.
    case byteOrderMark = "byte-order-mark"
    /// The response has another status.
    case status
    /// The response has another media type, or none.
    case mediaType = "media-type"
    /// A header is not there.
    case dropHeader = "drop-header"
    /// A header has a value that is none.
    case malformedHeader = "malformed-header"

    /// Whether a contract should notice: APIs grow, and a key that nobody knows breaks nothing that reads by name.
    public var isScored: Bool { self != .unknownKey }
}
