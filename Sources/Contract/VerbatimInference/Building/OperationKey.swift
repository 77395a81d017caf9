import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The identity of an operation: method, address and, for RPC-style APIs, the query parameter that names the
/// function.
///
/// Paths are those of the requests; ``PathTemplates`` decides which of their segments are parameters.
struct OperationKey: Hashable, Comparable {
    /// A query parameter and its value.
    struct Constant: Hashable {
        let name: String
        let value: String
    }

    /// The method, in lowercase, as in a path item.
    let method: String
    /// The origin of the server.
    let origin: String
    /// The path without a trailing slash, which distinguishes no operations.
    let path: String
    let constant: Constant?

    init(_ request: HTTPRequest) {
        let target = RequestTarget(request.url)
        method = request.method.lowercased()
        origin = target.origin
        path =
            target.path == "/" || !target.path.hasSuffix("/")
            ? target.path : String(target.path.dropLast())
        constant =
            Self.functionParameters.lazy.compactMap { name in
                let values = target.values(of: name)
                return values.count == 1 && Self.isName(values[0])
                    ? Constant(name: name, value: values[0]) : nil
            }.first
    }

    /// The query parameters by which RPC-style APIs name functions.
    private static let functionParameters = [
        "method", "action", "Action", "operation", "op", "cmd", "command", "function", "fn",
    ]

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }

    static func < (left: OperationKey, right: OperationKey) -> Bool {
        (left.path, left.constant?.value ?? "", left.method, left.origin)
            < (right.path, right.constant?.value ?? "", right.method, right.origin)
    }
}

extension OperationKey {
    /// The origin and the path.
    var address: String { origin + path }
    /// The host with its port, if the URL names one.
    var host: String { String(origin[(origin.firstRange(of: "://")?.upperBound ?? origin.startIndex)...]) }
}
