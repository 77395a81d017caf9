import Foundation
import VerbatimHAR
import VerbatimJSON

extension RequestDifference {
    /// Compares two masked requests as far as matching does.
    static func between(_ recorded: HTTPRequest, _ asked: HTTPRequest, _ matching: MatchingRules)
        -> [RequestDifference]
    {
        let bodies = bodies(recorded, asked, matching)
        var (recorded, asked) = (recorded, asked)
        matching.normalize?(&recorded)
        matching.normalize?(&asked)
        let (there, here) = (URLParts(recorded.url), URLParts(asked.url))
        var differences: [RequestDifference] = []
        if recorded.method != asked.method {
            differences.append(.method(recorded: recorded.method, asked: asked.method))
        }
        if WebOrigin(there) != WebOrigin(here) {
            differences.append(.origin(recorded: WebOrigin(there).text, asked: WebOrigin(here).text))
        }
        let paths = (PercentEncoding.normalize(there.path), PercentEncoding.normalize(here.path))
        if paths.0 != paths.1 { differences.append(.path(recorded: paths.0, asked: paths.1)) }
        differences += items(there.queryItems, here.queryItems, ignoring: matching.ignoredQueryItems)
            .map { .queryItem($0.name, recorded: $0.recorded, asked: $0.asked) }
        for name in matching.matchedHeaders where recorded.headers[name] != asked.headers[name] {
            differences.append(.header(name, recorded: recorded.headers[name], asked: asked.headers[name]))
        }
        return differences + bodies
    }

    private typealias Items = [(name: Substring, value: Substring?)]

    /// Names whose values differ, as multisets, in the order they stand.
    private static func items(
        _ recorded: Items, _ asked: Items, ignoring ignored: Set<String>
    ) -> [(name: String, recorded: String?, asked: String?)] {
        let (there, here) = (values(recorded), values(asked))
        var seen = ignored
        return (recorded + asked).compactMap { item in
            let name = PercentEncoding.decode(item.name)
            guard seen.insert(name).inserted, there[name] != here[name] else { return nil }
            return (name, there[name]?.joined(separator: ", "), here[name]?.joined(separator: ", "))
        }
    }

    private static func values(_ items: Items) -> [String: [String]] {
        Dictionary(grouping: items) { PercentEncoding.decode($0.name) }
            .mapValues {
                $0.map { PlaceholderTable.withoutNumbers(PercentEncoding.decode($0.value ?? "")) }.sorted()
            }
    }

    private static func bodies(
        _ recorded: HTTPRequest, _ asked: HTTPRequest, _ matching: MatchingRules
    ) -> [RequestDifference] {
        let (there, here) = (BodyFingerprint(recorded, matching), BodyFingerprint(asked, matching))
        guard there != here else { return [] }
        switch (there, here) {
        case (.json(let there), .json(let here)): return members(there, here, at: JSONPointer([]))
        case (.form(let there), .form(let here)):
            let split = { (fields: [String]) in fields.flatMap { URLParts.items(of: $0[...]) } }
            return items(split(there), split(here), ignoring: [])
                .map { .field($0.name, recorded: $0.recorded, asked: $0.asked) }
        default: return [.body(recorded: recorded.body?.count ?? 0, asked: asked.body?.count ?? 0)]
        }
    }

    private static func members(_ recorded: JSONValue, _ asked: JSONValue, at location: JSONPointer)
        -> [RequestDifference]
    {
        guard recorded != asked else { return [] }
        switch (recorded, asked) {
        case (.object(let there), .object(let here)):
            let added = here.members.map(\.name).filter { there[$0] == nil }
            return (there.members.map(\.name) + added).flatMap { name in
                compare(there[name], here[name], at: location.appending(name))
            }
        case (.array(let there), .array(let here)):
            return (0..<max(there.count, here.count)).flatMap { index in
                compare(
                    there.indices.contains(index) ? there[index] : nil,
                    here.indices.contains(index) ? here[index] : nil, at: location.appending(index))
            }
        default:
            return [
                .bodyMember(
                    location.description, recorded: recorded.text(.compact), asked: asked.text(.compact))
            ]
        }
    }

    private static func compare(_ recorded: JSONValue?, _ asked: JSONValue?, at location: JSONPointer)
        -> [RequestDifference]
    {
        guard let recorded, let asked else {
            return [
                .bodyMember(
                    location.description, recorded: recorded?.text(.compact), asked: asked?.text(.compact))
            ]
        }
        return members(recorded, asked, at: location)
    }
}
