import VerbatimHAR
import VerbatimJSON

/// The position of an operation in a document: its path and its method.
struct OperationPosition: Hashable, Comparable {
    /// The method, in lowercase.
    let method: String
    /// The key in `paths`, which ends in a fragment for an RPC-style operation.
    let path: String

    /// - Parameter fragment: The function that is called, if the path alone does not identify the operation.
    /// - Returns: nil if there is an operation at the position, or if no contract can describe the address.
    private init?(_ key: OperationKey, _ fragment: String?, in document: JSONValue, _ bare: String) {
        guard !key.origin.isEmpty, Self.isMethod(key.method) else { return nil }
        method = key.method
        path = bare + (fragment.map { "#" + $0 } ?? "")
        if document[pointer] != nil { return nil }
    }

    /// The positions of operations that a document lacks. What is done with a resource distinguishes two
    /// operations of a method, and is no part of the path of a single one.
    static func positions(
        of keys: [OperationKey], in document: JSONValue, _ templates: PathTemplates
    ) -> [OperationKey: Self] {
        let groups = Dictionary(grouping: keys.filter { templates.paths[$0] != nil }) {
            [$0.method, templates.paths[$0] ?? ""]
        }
        var positions: [OperationKey: Self] = [:]
        for (place, keys) in groups {
            let (method, path) = (place[0], place[1])
            let isPlain =
                keys[0].constant?.action(at: path) != nil && Set(keys.map(\.constant)).count == 1
                && !(document["paths"]?.object?.members ?? []).contains { name, item in
                    name.prefix { $0 != "#" } == path && item[method] != nil
                }
            for key in keys {
                positions[key] = Self(key, isPlain ? nil : key.constant?.value, in: document, path)
            }
        }
        return positions
    }

    /// The pointer to the operation.
    ///
    /// https://spec.openapis.org/oas/v3.2.0.html#path-item-object
    var pointer: JSONPointer {
        let item = JSONPointer(["paths", path])
        let isFixed = Self.methods.contains(method) || method == "query"
        return isFixed
            ? item.appending(method) : item.appending("additionalOperations").appending(method.uppercased())
    }

    /// Whether only OpenAPI 3.2 has operations with the method.
    var needsVersion32: Bool { !Self.methods.contains(method) }

    /// The path without its fragment.
    var barePath: String { String(path.prefix { $0 != "#" }) }

    static func < (left: OperationPosition, right: OperationPosition) -> Bool {
        (left.path, left.method) < (right.path, right.method)
    }

    /// Whether a text is the name of a method: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
    private static func isMethod(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
}

/// The servers and the paths of a document.
struct DocumentAddresses {
    /// The URLs of the servers, for all values of their variables, without a trailing slash.
    let bases: [String]
    /// The paths without their fragments.
    let paths: Set<String>

    init(_ document: JSONValue) {
        bases = Self.bases(of: document)
        paths = Set(Self.paths(of: document).map { String($0.prefix { $0 != "#" }) })
    }

    /// Splits the address of a request into its host, empty for a server of the document, and the path there.
    func split(_ key: OperationKey) -> (host: String, path: String) {
        let base = bases.first { key.address.hasPrefix($0 + "/") || key.address == $0 }
        return base.map { ("", String(key.address.dropFirst($0.count))) } ?? (key.host, key.path)
    }

    /// The `servers` of a path item for some origins; nil if the servers of the document include them.
    func servers(for origins: Set<String>) -> JSONValue? {
        guard !origins.allSatisfy({ origin in bases.contains { $0.hasPrefix(origin) } }) else { return nil }
        return .array(origins.sorted().map { ["url": .string($0)] })
    }

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

    /// The number of URLs of one server that are considered.
    private static let expansionLimit = 1024

    /// A server URL for all values of its variables.
    private static func expansions(of url: String, _ variables: JSONValue?) -> [String] {
        var expanded = [""]
        var rest = url[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let variable = variables?[JSONPointer([String(rest[rest.index(after: open)..<close])])]
            let values = variable?[JSONPointer(["enum"])] ?? variable?[JSONPointer(["default"])]
            let texts = (values?.strings ?? []).map { rest[..<open] + $0 }
            let combined = expanded.lazy.flatMap { start in texts.lazy.map { start + $0 } }
            expanded = Array(combined.prefix(expansionLimit))
            rest = rest[rest.index(after: close)...]
        }
        return expanded.map { $0 + rest }
    }

    private static func paths(of document: JSONValue) -> [String] {
        guard case .object(let paths)? = document[JSONPointer(["paths"])] else { return [] }
        return paths.names
    }
}
