import Foundation
package import VerbatimHAR
package import VerbatimJSON

/// A header that is not compared, although it may decide the answer: requests that differ in it alone have
/// different answers, as the pages of a list whose cursor is in a header.
package struct UncomparedHeader: Sendable, Hashable {
    package let request: String
    package let count: Int
    /// The names of the headers that differ, sorted.
    package let names: [String]

    /// The headers whose values differ in every request, whatever is requested.
    private static let usual: Set = [
        "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie", "date",
        "host", "if-modified-since", "if-none-match", "traceparent", "tracestate", "user-agent",
    ]

    private static func isUsual(_ name: String) -> Bool {
        usual.contains(name) || ["-id", "idempotency-key", "timestamp"].contains(where: name.hasSuffix)
            || name.hasPrefix("x-b3-")
    }

    /// The names with the argument that compares them, for a message.
    package var message: MessageText {
        let headers = names.map { "'\($0)'" }
        let noun = names.count == 1 ? "the header" : "the headers"
        var rules = MatchingRules()
        rules.matchedHeaders = names
        return MessageText(
            "header-not-compared: \(count) requests '\(request.excerpt(200))' have different answers, and differ "
                + "in \(noun) \(headers.list("and")), which no recording compares by itself",
            next:
                "if \(names.count == 1 ? "it decides" : "they decide") the answer, add `\(rules.notation)` and "
                + "record again")
    }

    fileprivate init?(_ interactions: [Interaction]) {
        guard let first = interactions.first, interactions.count > 1,
            Set(interactions.map { try? $0.responseBytes() }).count > 1
        else { return nil }
        let names = Set(interactions.flatMap { $0.request.headers.fields.map { $0.name.lowercased() } })
        let differing = names.filter { name in
            !Self.isUsual(name) && Set(interactions.map { $0.request.headers[name] }).count > 1
        }
        guard !differing.isEmpty else { return nil }
        request = first.request.methodAndURL
        count = interactions.count
        self.names = differing.sorted().map { name in
            let fields = interactions.lazy.flatMap(\.request.headers.fields)
            return fields.first { $0.name.lowercased() == name }?.name ?? name
        }
    }
}

extension Player {
    /// Returns the headers that may decide which of several equal requests has which answer.
    package func uncomparedHeaders(in interactions: [Interaction]) -> [UncomparedHeader] {
        let groups = OrderedGroups(grouping: interactions) {
            matcher.fingerprinter.fingerprint(of: $0.request)
        }
        return groups.values.compactMap(UncomparedHeader.init)
    }
}
