public import VerbatimDecoding
import VerbatimJSON

/// One reason why the app cannot read a body.
public struct ModelFailure: Sendable, Hashable {
    /// The kind of reason.
    public var kind: DecodeFailure.Kind
    /// JSON Pointer of the value, or nil when the reason is not about a value.
    public var pointer: String?
    /// The line in the body, from 1, when it is known.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1, when it is known.
    public var column: Int?
    /// What is there: `the string "312"`.
    public var found: String
    /// What the model wants: `Int for VolumeInfo.pageCount`.
    public var wanted: String

    /// Creates a failure. The kind defaults to a value that the code of the model refuses.
    public init(
        kind: DecodeFailure.Kind = .refused, pointer: String? = nil, line: Int? = nil, column: Int? = nil, found: String,
        wanted: String
    ) {
        self.kind = kind
        self.pointer = pointer
        self.line = line
        self.column = column
        self.found = found
        self.wanted = wanted
    }

    /// Takes over a failure to decode JSON.
    public init(_ failure: DecodeFailure) {
        self.init(
            kind: failure.kind, pointer: failure.pointer.description, line: failure.position?.line,
            column: failure.position?.column,
            found: failure.foundInWords,
            wanted: failure.wanted?.description ?? "the model wants a JSON document")
    }
}

extension DecodeFailure {
    fileprivate var foundInWords: String {
        let words = kind == .notJSON ? "no JSON" : found.description
        return [words, reason].compactMap(\.self).joined(separator: ": ")
    }
}
