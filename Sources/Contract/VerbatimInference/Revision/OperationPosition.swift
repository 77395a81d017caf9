import VerbatimHAR
import VerbatimJSON

/// The position of an operation in a document: its path and its method.
struct OperationPosition: Hashable {
    /// The method, in lowercase.
    let method: String
    /// The key in `paths`, which ends in a fragment for an RPC-style operation.
    let path: String

    /// - Returns: nil if there is an operation at the position, or if no contract can describe the address.
    init?(_ key: OperationKey, in document: JSONValue) {
        guard !key.origin.isEmpty, !key.path.contains(where: { "{}#".contains($0) }),
            Self.methods.contains(key.method)
        else { return nil }
        method = key.method
        let base = Self.bases(of: document).first { key.address.hasPrefix($0 + "/") || key.address == $0 }
        let bare = base.map { String(key.address.dropFirst($0.count)) } ?? key.path
        let fragment = key.constant.map { "#" + $0.value } ?? ""
        let written = Self.paths(of: document).first { $0.prefix { $0 != "#" } == bare + "/" }
        let start = written == nil || bare.hasSuffix("/") ? bare : bare + "/"
        path = (start.isEmpty ? "/" : start) + fragment
        if document[JSONPointer(["paths", path, method])] != nil { return nil }
    }

    /// The `servers` of a path item for some origins; nil if the servers of the document include them.
    static func servers(for origins: Set<String>, in document: JSONValue) -> JSONValue? {
        let bases = bases(of: document)
        guard !origins.allSatisfy({ origin in bases.contains { $0.hasPrefix(origin) } }) else { return nil }
        return .array(origins.sorted().map { ["url": .string($0)] })
    }

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    /// The URLs of the document's servers, for all values of their variables, without a trailing slash.
    private static func bases(of document: JSONValue) -> [String] {
        let servers = document[JSONPointer(["servers"])]?.array ?? []
        return servers.flatMap { server in
            guard case .string(let url)? = server[JSONPointer(["url"])] else { return [String]() }
            return expansions(of: url, server[JSONPointer(["variables"])]).map {
                $0.hasSuffix("/") ? String($0.dropLast()) : $0
            }
        }
    }

    /// A server URL for all values of its variables.
    private static func expansions(of url: String, _ variables: JSONValue?) -> [String] {
        guard let open = url.firstIndex(of: "{"), let close = url[open...].firstIndex(of: "}") else {
            return [url]
        }
        let variable = variables?[JSONPointer([String(url[url.index(after: open)..<close])])]
        let values = variable?[JSONPointer(["enum"])] ?? variable?[JSONPointer(["default"])]
        return (values?.strings ?? []).flatMap { value in
            expansions(of: url[..<open] + value + url[url.index(after: close)...], variables)
        }
    }

    private static func paths(of document: JSONValue) -> [String] {
        guard case .object(let paths)? = document[JSONPointer(["paths"])] else { return [] }
        return paths.names
    }
}
