/// A name whose values were redacted in a recording, with the part of the messages in which they were.
public struct RedactedName: Sendable, Hashable {
    /// The name of the secret: `api_key`.
    public var name: String
    /// The part of the messages.
    public var location: Location

    /// A part of a message.
    public enum Location: String, Sendable, Hashable, CaseIterable {
        /// The URL of a request: its query, its fragment, or the user before its host.
        case query
        /// A header field other than cookies.
        case header
        /// The field `Cookie`.
        case cookie = "Cookie"
        /// The field `Set-Cookie`.
        case setCookie = "Set-Cookie"
        /// The body of a request or a response.
        case body
    }
}

/// The values that were redacted in a recording.
public struct RedactionSummary: Sendable, Hashable {
    /// The number of redacted values, by name and location.
    public var counts: [RedactedName: Int]
    /// The names with a value that was redacted only where it has the name, sorted.
    ///
    /// The value is too short or too ordinary to be searched for, or there are too many.
    public var unsearched: [String]

    /// Whether nothing was redacted, and everything was searched for.
    public var isEmpty: Bool { counts.isEmpty && unsearched.isEmpty }

    /// Creates a summary.
    public init(counts: [RedactedName: Int] = [:], unsearched: [String] = []) {
        self.counts = counts
        self.unsearched = unsearched
    }
}

extension RedactionSummary: CustomStringConvertible {
    /// The names with their locations, `api_key in query (3), session in Set-Cookie (1)`, and the names whose
    /// values were not searched for elsewhere; empty if nothing was redacted.
    public var description: String {
        let list = counts.map { (name: $0.key.name, location: $0.key.location.rawValue, count: $0.value) }
            .sorted { ($0.location, $0.name) < ($1.location, $1.name) }
            .map { "\($0.name) in \($0.location) (\($0.count))" }
        let elsewhere =
            unsearched.isEmpty
            ? [] : ["too short or ordinary to search for elsewhere: \(unsearched.joined(separator: ", "))"]
        return ([list.joined(separator: ", ")] + elsewhere).filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
