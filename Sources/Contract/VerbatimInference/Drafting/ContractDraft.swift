import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The beginning of a contract: its name and servers, no operation yet.
enum ContractDraft {
    static func document(file: String, _ interactions: [Interaction]) -> JSONValue {
        let api = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return [
            "openapi": "3.1.0",
            "info": ["title": .string(api), "version": "1"],
            "servers": .array(servers(of: interactions).map { ["url": .string($0)] }),
            "paths": [:],
        ]
    }

    /// The origins of the host that was asked most.
    private static func servers(of interactions: [Interaction]) -> [String] {
        let origins = interactions.map { RequestTarget($0.request.url).origin }.filter { !$0.isEmpty }
        let byHost = Dictionary(grouping: origins, by: host)
        let most = byHost.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        return Set(most?.value ?? []).sorted()
    }

    private static func host(of origin: String) -> String {
        String(origin[(origin.firstRange(of: "://")?.upperBound ?? origin.startIndex)...])
    }

    /// The interactions in an order that is that of their files' names, not that in which the files were given.
    static func inOrder(_ interactions: [Interaction]) -> [Interaction] {
        interactions.enumerated().sorted { one, other in
            guard let location = one.element.location, let another = other.element.location,
                (location.archive, location.entry) != (another.archive, another.entry)
            else { return one.offset < other.offset }
            return (location.archive, location.entry) < (another.archive, another.entry)
        }.map(\.element)
    }
}
