import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// A contract with a name and servers, but without operations.
enum ContractSkeleton {
    static func document(file: String, _ interactions: [Interaction]) -> JSONValue {
        let api = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return [
            "openapi": "3.1.0",
            "info": ["title": .string(api), "version": "1"],
            "servers": .array(servers(of: interactions).map { ["url": .string($0)] }),
            "paths": [:],
        ]
    }

    /// The origins of the host with the most requests.
    private static func servers(of interactions: [Interaction]) -> [String] {
        let origins = interactions.map { RequestTarget($0.request.url).origin }.filter { !$0.isEmpty }
        let byHost = Dictionary(grouping: origins, by: host)
        let most = byHost.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        return Set(most?.value ?? []).sorted()
    }

    private static func host(of origin: String) -> String {
        String(origin[(origin.firstRange(of: "://")?.upperBound ?? origin.startIndex)...])
    }
}
