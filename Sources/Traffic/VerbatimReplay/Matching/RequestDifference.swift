import Foundation
package import VerbatimHAR
import VerbatimJSON

/// A difference between a recorded request and the one that was sent.
public struct RequestDifference: Sendable, Hashable {
    /// A part of a request.
    public enum Part: Sendable, Hashable {
        case method
        /// The scheme, host and port.
        case origin
        case path
        /// A query item, by its name.
        case queryItem(String)
        /// A matched header field, by its name.
        case header(String)
        /// A form field, by its name.
        case field(String)
        /// A member of a JSON body, by JSON Pointer.
        case bodyMember(String)
        /// The body as a whole, by its length.
        case body
    }

    /// The part that differs.
    public var part: Part
    /// The recorded value; nil if it is missing.
    public var recorded: String?
    /// The value that was sent; nil if it is missing.
    public var sent: String?

    package init(_ part: Part, recorded: String?, sent: String?) {
        self.part = part
        self.recorded = recorded
        self.sent = sent
    }

    /// Creates a difference of bodies by their lengths in bytes.
    init(bodyLengths recorded: Int, _ sent: Int) {
        self.init(.body, recorded: String.count(recorded, "byte"), sent: String.count(sent, "byte"))
    }
}

extension RequestDifference: CustomStringConvertible {
    /// The part that differs, with both values: `query item 'q': recorded 'a', sent 'b'`.
    public var description: String { text(of: .lookup) }

    /// The words for the two values.
    package struct Sides {
        let recorded, notRecorded, sent, notSent: String

        /// A recorded request, and the one that was sent.
        package static let lookup = Sides(
            recorded: "recorded", notRecorded: "not recorded", sent: "sent", notSent: "not sent")
        /// Two runs of the same code.
        package static let runs = Sides(
            recorded: "first", notRecorded: "first missing", sent: "then", notSent: "then missing")
    }

    /// Returns the part with both values: `query item 't': first 'a', then 'b'`.
    package func text(of sides: Sides) -> String {
        let old = recorded.map { "\(sides.recorded) \(quoted($0))" } ?? sides.notRecorded
        let new = sent.map { "\(sides.sent) \(quoted($0))" } ?? sides.notSent
        return "\(part): \(old), \(new)".onOneLine
    }

    private func quoted(_ value: String) -> String {
        switch part {
        case .method, .origin, .body: value
        case .path, .queryItem, .header, .field, .bodyMember: "'\(value.excerpt(60))'"
        }
    }
}

extension RequestDifference.Part: CustomStringConvertible {
    /// The kind, and the name or the pointer: `query item 'q'`.
    public var description: String {
        switch self {
        case .method: "method"
        case .origin: "origin"
        case .path: "path"
        case .queryItem(let name): "query item '\(name)'"
        case .header(let name): "header '\(name)'"
        case .field(let name): "form field '\(name)'"
        case .bodyMember(let pointer): "body member '\(pointer)'"
        case .body: "body"
        }
    }
}

extension [RequestDifference] {
    /// The sum of the weights, by which the most similar request is found.
    var distance: Int {
        reduce(0) { sum, difference in
            switch difference.part {
            case .origin: sum + Self.otherRequest
            case .path: sum + 8
            case .method: sum + 4
            case .body: sum + 2
            case .queryItem, .header, .field, .bodyMember: sum + 1
            }
        }
    }

    /// The distance from which two requests have nothing to do with each other: another origin.
    fileprivate static var otherRequest: Int { 16 }
}

// MARK: - Requests

extension RequestDifference {
    static func differences(
        recorded: HTTPRequest, sent: HTTPRequest, _ rules: MatchingRules
    ) -> [RequestDifference] {
        let bodies = bodies(recorded, sent, rules)
        let (recorded, sent) = (rules.normalized(recorded), rules.normalized(sent))
        let (recordedURL, sentURL) = (URLParts(recorded.url), URLParts(sent.url))
        let target: [RequestDifference] = [
            .init(.method, recorded: recorded.method, sent: sent.method),
            .init(.origin, recorded: recordedURL.webOrigin, sent: sentURL.webOrigin),
            .init(
                .path, recorded: PercentEncoding.normalize(recordedURL.path),
                sent: PercentEncoding.normalize(sentURL.path)),
        ]
        let items = items(recordedURL.queryItems, sentURL.queryItems, ignoring: rules.ignoredQueryItems) {
            .queryItem($0)
        }
        let headers = rules.matchedHeaders.map {
            RequestDifference(.header($0), recorded: recorded.headers[$0], sent: sent.headers[$0])
        }
        let differs = { (part: RequestDifference) in part.recorded != part.sent }
        return target.filter(differs) + items + headers.filter(differs) + bodies
    }

    private typealias Items = [(name: Substring, value: Substring?)]

    /// Returns the items whose values differ as multisets, in order of first appearance.
    private static func items(
        _ recorded: Items, _ sent: Items, ignoring ignored: Set<String>, _ part: (String) -> Part
    ) -> [RequestDifference] {
        let (recordedValues, sentValues) = (values(recorded), values(sent))
        var visited = ignored
        return (recorded + sent).compactMap { item in
            let name = PercentEncoding.decode(item.name)
            guard visited.insert(name).inserted, recordedValues[name] != sentValues[name] else { return nil }
            return RequestDifference(
                part(name), recorded: recordedValues[name]?.joined(separator: ", "),
                sent: sentValues[name]?.joined(separator: ", "))
        }
    }

    private static func values(_ items: Items) -> [String: [String]] {
        Dictionary(grouping: items) { PercentEncoding.decode($0.name) }.mapValues {
            $0.map { PlaceholderTable.removingNumbers(PercentEncoding.decode($0.value ?? "")) }.sorted()
        }
    }

    private static func bodies(
        _ recorded: HTTPRequest, _ sent: HTTPRequest, _ rules: MatchingRules
    ) -> [RequestDifference] {
        let (recordedBody, sentBody) = (BodyFingerprint(recorded, rules), BodyFingerprint(sent, rules))
        guard recordedBody != sentBody else { return [] }
        switch (recordedBody, sentBody) {
        case (.json(let recorded), .json(let sent)):
            return members(recorded, sent).map { pointer, recorded, sent in
                .init(.bodyMember("\(pointer)"), recorded: recorded, sent: sent)
            }
        case (.form(let recorded), .form(let sent)):
            let split = { (fields: [String]) in fields.flatMap { URLParts.items(of: $0[...]) } }
            return items(split(recorded), split(sent), ignoring: []) { .field($0) }
        default: return [.init(bodyLengths: recorded.body?.count ?? 0, sent.body?.count ?? 0)]
        }
    }

    private static func members(
        _ recorded: JSONValue?, _ sent: JSONValue?, at pointer: JSONPointer = JSONPointer([])
    ) -> [(pointer: JSONPointer, recorded: String?, sent: String?)] {
        guard recorded != sent else { return [] }
        switch (recorded, sent) {
        case (.object(let recorded)?, .object(let sent)?):
            let added = sent.members.map(\.name).filter { recorded[$0] == nil }
            return (recorded.members.map(\.name) + added).flatMap { name in
                members(recorded[name], sent[name], at: pointer.appending(name))
            }
        case (.array(let recorded)?, .array(let sent)?):
            return (0..<max(recorded.count, sent.count)).flatMap { index in
                members(
                    recorded.indices.contains(index) ? recorded[index] : nil,
                    sent.indices.contains(index) ? sent[index] : nil, at: pointer.appending(index))
            }
        default: return [(pointer, recorded?.text(.compact), sent?.text(.compact))]
        }
    }
}

// MARK: - Two runs

/// The differences between two runs of the same code: parts of its requests and of the responses that vary by
/// themselves, such as a time or a random number.
///
/// Requests are paired by their method and path, the most similar ones, in the order in which they were sent.
package struct RunVariations: Sendable {
    /// The requests that differ: those of the first run, with at least one difference.
    package private(set) var requests: [(first: HTTPRequest, differences: [RequestDifference])] = []
    /// The requests of the first run that the second one has too, with the differences of the responses.
    package private(set) var responses: [(request: HTTPRequest, differences: [RequestDifference])] = []

    /// The number of requests of the second run with which one of the first is compared.
    private static let candidates = 50

    /// Compares the interactions of two runs, redacted, by rules that ignore what is known to vary.
    package init(_ first: [Interaction], _ second: [Interaction], _ rules: MatchingRules) {
        var unpaired = second
        for interaction in first {
            let near = unpaired.indices.prefix(Self.candidates).map { index in
                let differences = RequestDifference.differences(
                    recorded: interaction.request, sent: unpaired[index].request, rules)
                return (index: index, differences: differences)
            }
            let best = near.min { $0.differences.distance < $1.differences.distance }
            guard let best, best.differences.distance < [RequestDifference].otherRequest else { continue }
            let pair = unpaired.remove(at: best.index)
            responses.append(
                (interaction.request, RequestDifference.responses(interaction, pair, rules.volatileHeaders)))
            if !best.differences.isEmpty { requests.append((interaction.request, best.differences)) }
        }
    }
}

extension RequestDifference {
    /// Returns the members of JSON bodies, in which array indices are `*`, and the header fields that differ,
    /// each location once; nothing for responses with different statuses, which is no variation.
    fileprivate static func responses(
        _ first: Interaction, _ second: Interaction, _ volatile: VolatileHeaders
    ) -> [RequestDifference] {
        guard case .response(let old) = first.outcome, case .response(let new) = second.outcome,
            old.status == new.status
        else { return [] }
        let names = Set((old.headers.fields + new.headers.fields).map { $0.name.lowercased() }).sorted()
        let headers = names.filter { name in
            volatile.significance(of: name) == .value && old.headers[name] != new.headers[name]
                && !framing.contains(name)
        }.map { RequestDifference(.header($0), recorded: old.headers[$0], sent: new.headers[$0]) }
        return headers + bodies(old.body, new.body)
    }

    /// The fields that follow from the body.
    private static let framing: Set = ["content-length", "transfer-encoding", "content-encoding"]

    private static func bodies(_ old: HTTPBody, _ new: HTTPBody) -> [RequestDifference] {
        // A body that cannot be read has been reported.
        guard let old = try? old.bytes(), let new = try? new.bytes(), old != new else { return [] }
        guard let oldValue = try? JSON(parsing: old.withoutByteOrderMark).value,
            let newValue = try? JSON(parsing: new.withoutByteOrderMark).value
        else { return [.init(bodyLengths: old.count, new.count)] }
        var seen: Set<JSONPointer> = []
        return members(oldValue, newValue).compactMap { pointer, old, new in
            let pattern = pointer.pattern
            guard seen.insert(pattern).inserted else { return nil }
            return .init(.bodyMember("\(pattern)"), recorded: old, sent: new)
        }
    }
}
