import VerbatimContract
import VerbatimHAR

/// What makes requests one operation: method, address, and in RPC style the query item that names the function.
///
/// Paths are taken as they were recorded: which segment is a parameter is for people to say.
struct OperationKey: Hashable, Comparable {
    /// A query item and its value.
    struct Constant: Hashable {
        let name: String
        let value: String
    }

    /// The method, in lower case, as a path item has it.
    let method: String
    let origin: String
    /// The path without a slash at its end, which tells no operations apart.
    let path: String
    let constant: Constant?

    init(_ request: HTTPRequest) {
        let address = RequestTarget(request.url)
        method = request.method.lowercased()
        origin = address.origin
        path =
            address.path == "/" || !address.path.hasSuffix("/")
            ? address.path : String(address.path.dropLast())
        constant =
            Self.functionItems.lazy.compactMap { name in
                let values = address.values(of: name)
                return values.count == 1 && Self.isName(values[0])
                    ? Constant(name: name, value: values[0]) : nil
            }.first
    }

    /// The query items by which RPC-style APIs name their functions.
    private static let functionItems = [
        "method", "action", "Action", "operation", "op", "cmd", "command", "function", "fn",
    ]

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first | 0x20 &- 0x61 < 26 else { return false }
        return text.utf8.allSatisfy { byte in
            byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2e || byte == 0x5f || byte == 0x2d
        }
    }

    static func < (one: OperationKey, other: OperationKey) -> Bool {
        (one.path, one.constant?.value ?? "", one.method, one.origin)
            < (other.path, other.constant?.value ?? "", other.method, other.origin)
    }
}
