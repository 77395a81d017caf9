/// What a finding shows to have happened to a part of an API, by which findings of different commands and
/// rules meet in one cause.
package enum Symptom: Sendable, Hashable {
    /// A property is not there.
    case missing
    /// A property, header or request is there that was not.
    case new
    /// A value has another type, or is null.
    case type
    /// A date is written in another way.
    case date
    /// A value is outside of its range, length, pattern or format.
    case limit
    /// A word is not in its enumeration.
    case word
    /// A response has another status.
    case status
    /// A response has another media type.
    case mediaType
    /// A body is of another kind, such as a page of HTML.
    case bodyKind
    /// A body ends too early.
    case truncation
    /// A body cannot be parsed.
    case malformation
    /// A header has another form.
    case header
    /// A header is missing.
    case headerLoss
    /// A model does not decode a value; what happened to the value, other findings may show.
    case refusal
    /// Contract and model disagree, which may be the effect of something else.
    case disagreement
    /// A request is no longer sent, which may be the effect of something else.
    case silence
    /// A request is sent that was not before.
    case request
    /// A contract declares an operation as a whole, or a server, otherwise.
    case declaration
    /// Less was seen than before: data that differs from day to day.
    case fewer

    /// Whether it is about a body or a value in it.
    var isAboutBody: Bool {
        isAboutValue || [.missing, .new, .bodyKind, .truncation, .malformation].contains(self)
    }

    /// Whether it is about an answer that the API did not mean to send, which no contract should allow.
    var isDamage: Bool { [.bodyKind, .truncation, .malformation].contains(self) }

    /// Whether it is about a value that is there.
    var isAboutValue: Bool { [.type, .date, .limit, .word].contains(self) }
}
