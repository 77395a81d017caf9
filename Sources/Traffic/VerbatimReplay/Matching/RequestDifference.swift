import Foundation
import VerbatimHAR
import VerbatimJSON

/// A difference between a recorded request and the one that was sent.
public enum RequestDifference: Sendable, Hashable {
    /// Different methods.
    case method(recorded: String, sent: String)
    /// Different schemes, hosts or ports.
    case origin(recorded: String, sent: String)
    /// Different paths.
    case path(recorded: String, sent: String)
    /// A query item with different values; nil where it is missing.
    case queryItem(String, recorded: String?, sent: String?)
    /// A matched header field with different values; nil where it is missing.
    case header(String, recorded: String?, sent: String?)
    /// A form field with different values; nil where it is missing.
    case field(String, recorded: String?, sent: String?)
    /// A member of a JSON body, by JSON Pointer, with different values; nil where it is missing.
    case bodyMember(String, recorded: String?, sent: String?)
    /// Different bodies, by their length in bytes.
    case body(recorded: Int, sent: Int)

    /// The weight of the difference when requests are sorted by similarity.
    var distance: Int {
        switch self {
        case .origin: 16
        case .path: 8
        case .method: 4
        case .body: 2
        case .queryItem, .header, .field, .bodyMember: 1
        }
    }
}

extension [RequestDifference] {
    /// The sum of the weights, by which the most similar request is found.
    var distance: Int { reduce(0) { $0 + $1.distance } }
}

extension RequestDifference: CustomStringConvertible {
    /// The part that differs, with both values: `query item 'q': recorded 'a', sent 'b'`.
    public var description: String { message.onOneLine }

    private var message: String {
        switch self {
        case .method(let recorded, let sent): "method: recorded \(recorded), sent \(sent)"
        case .origin(let recorded, let sent): "origin: recorded \(recorded), sent \(sent)"
        case .path(let recorded, let sent): RequestDifference.message("path", recorded, sent)
        case .queryItem(let name, let recorded, let sent):
            RequestDifference.message("query item '\(name)'", recorded, sent)
        case .header(let name, let recorded, let sent):
            RequestDifference.message("header '\(name)'", recorded, sent)
        case .field(let name, let recorded, let sent):
            RequestDifference.message("form field '\(name)'", recorded, sent)
        case .bodyMember(let pointer, let recorded, let sent):
            RequestDifference.message("body member '\(pointer)'", recorded, sent)
        case .body(let recorded, let sent):
            "body: recorded \(String.count(recorded, "byte")), sent \(String.count(sent, "byte"))"
        }
    }

    private static func message(_ part: String, _ recorded: String?, _ sent: String?) -> String {
        let recorded = recorded.map { "recorded '\($0.excerpt(60))'" } ?? "not recorded"
        let sent = sent.map { "sent '\($0.excerpt(60))'" } ?? "not sent"
        return "\(part): \(recorded), \(sent)"
    }
}

// MARK: - Comparing

extension RequestDifference {
    /// Compares two redacted requests by the rules of matching.
    static func differences(
        recorded: HTTPRequest, sent: HTTPRequest, _ rules: MatchingRules
    ) -> [RequestDifference] {
        let bodyDifferences = bodyDifferences(recorded, sent, rules)
        let (recorded, sent) = (rules.normalized(recorded), rules.normalized(sent))
        let (recordedURL, sentURL) = (URLParts(recorded.url), URLParts(sent.url))
        var differences: [RequestDifference] = []
        if recorded.method != sent.method {
            differences.append(.method(recorded: recorded.method, sent: sent.method))
        }
        let origins = (WebOrigin(recordedURL), WebOrigin(sentURL))
        if origins.0 != origins.1 {
            differences.append(.origin(recorded: origins.0.text, sent: origins.1.text))
        }
        let paths = (PercentEncoding.normalize(recordedURL.path), PercentEncoding.normalize(sentURL.path))
        if paths.0 != paths.1 { differences.append(.path(recorded: paths.0, sent: paths.1)) }
        differences += items(recordedURL.queryItems, sentURL.queryItems, ignoring: rules.ignoredQueryItems)
            .map { .queryItem($0.name, recorded: $0.recorded, sent: $0.sent) }
        for name in rules.matchedHeaders where recorded.headers[name] != sent.headers[name] {
            differences.append(.header(name, recorded: recorded.headers[name], sent: sent.headers[name]))
        }
        return differences + bodyDifferences
    }

    private typealias Items = [(name: Substring, value: Substring?)]

    /// Returns the names whose values differ as multisets, in order of first appearance.
    private static func items(
        _ recorded: Items, _ sent: Items, ignoring ignored: Set<String>
    ) -> [(name: String, recorded: String?, sent: String?)] {
        let (recordedValues, sentValues) = (values(recorded), values(sent))
        var visited = ignored
        return (recorded + sent).compactMap { item in
            let name = PercentEncoding.decode(item.name)
            guard visited.insert(name).inserted, recordedValues[name] != sentValues[name] else { return nil }
            return (
                name, recordedValues[name]?.joined(separator: ", "), sentValues[name]?.joined(separator: ", ")
            )
        }
    }

    private static func values(_ items: Items) -> [String: [String]] {
        Dictionary(grouping: items) { PercentEncoding.decode($0.name) }
            .mapValues {
                $0.map { PlaceholderTable.removingNumbers(PercentEncoding.decode($0.value ?? "")) }.sorted()
            }
    }

    private static func bodyDifferences(
        _ recorded: HTTPRequest, _ sent: HTTPRequest, _ rules: MatchingRules
    ) -> [RequestDifference] {
        let (recordedBody, sentBody) = (BodyFingerprint(recorded, rules), BodyFingerprint(sent, rules))
        guard recordedBody != sentBody else { return [] }
        switch (recordedBody, sentBody) {
        case (.json(let recorded), .json(let sent)):
            return memberDifferences(recorded, sent, at: JSONPointer([]))
        case (.form(let recorded), .form(let sent)):
            let split = { (fields: [String]) in fields.flatMap { URLParts.items(of: $0[...]) } }
            return items(split(recorded), split(sent), ignoring: [])
                .map { .field($0.name, recorded: $0.recorded, sent: $0.sent) }
        default: return [.body(recorded: recorded.body?.count ?? 0, sent: sent.body?.count ?? 0)]
        }
    }

    /// Returns the members in which two JSON values differ.
    static func members(_ recorded: JSONValue, _ sent: JSONValue) -> [RequestDifference] {
        memberDifferences(recorded, sent, at: JSONPointer([]))
    }

    private static func memberDifferences(
        _ recorded: JSONValue?, _ sent: JSONValue?, at pointer: JSONPointer
    ) -> [RequestDifference] {
        guard recorded != sent else { return [] }
        switch (recorded, sent) {
        case (.object(let recorded)?, .object(let sent)?):
            let added = sent.members.map(\.name).filter { recorded[$0] == nil }
            return (recorded.members.map(\.name) + added).flatMap { name in
                memberDifferences(recorded[name], sent[name], at: pointer.appending(name))
            }
        case (.array(let recorded)?, .array(let sent)?):
            return (0..<max(recorded.count, sent.count)).flatMap { index in
                memberDifferences(
                    recorded.indices.contains(index) ? recorded[index] : nil,
                    sent.indices.contains(index) ? sent[index] : nil, at: pointer.appending(index))
            }
        default:
            return [
                .bodyMember(
                    pointer.description, recorded: recorded?.text(.compact), sent: sent?.text(.compact))
            ]
        }
    }
}
