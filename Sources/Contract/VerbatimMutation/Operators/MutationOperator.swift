/// A way in which an API may change a response, applied to a recorded one.
package enum MutationOperator: String, Sendable, Hashable, CaseIterable, Codable {
    /// A property is missing.
    case dropKey = "drop-key"
    /// A value is null.
    case null
    /// A value is of another type.
    case otherType = "other-type"
    /// A number is in a string.
    case numberInString = "number-in-string"
    /// An integer has a fraction.
    case fraction
    /// A number is too large for the numeric types of the machine.
    case overflow
    /// A number has the opposite sign.
    case sign
    /// A date has another format.
    case dateForm = "date-form"
    /// A date does not exist in the calendar.
    case impossibleDate = "impossible-date"
    /// An enumeration has a new value.
    case newValue = "new-value"
    /// A value of an enumeration is in another letter case.
    case letterCase = "letter-case"
    /// A string, an array or an object is empty.
    case empty
    /// An array is an object.
    case arrayToObject = "array-to-object"
    /// An object is in an array.
    case objectToArray = "object-to-array"
    /// A scalar is in an array.
    case scalarToArray = "scalar-to-array"
    /// A key is in an object twice.
    case duplicateKey = "duplicate-key"
    /// An object has an unknown key.
    case unknownKey = "unknown-key"
    /// The body ends early.
    case truncated
    /// The body is a web page.
    case html
    /// The body is a function call (JSONP).
    case jsonp
    /// The body begins with a byte order mark.
    case byteOrderMark = "byte-order-mark"
    /// The response has another status.
    case status
    /// The response has another media type, or none.
    case mediaType = "media-type"
    /// A header is missing.
    case dropHeader = "drop-header"
    /// The value of a header is malformed.
    case malformedHeader = "malformed-header"

    /// Whether a contract should kill the mutants: not those of ``unknownKey``, as APIs grow, and an unknown
    /// key breaks no client that reads by name.
    package var isScored: Bool { self != .unknownKey }
}
