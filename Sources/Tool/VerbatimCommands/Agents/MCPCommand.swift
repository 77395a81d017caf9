import VerbatimJSON

/// `verbatim mcp`: serves commands to agents by the Model Context Protocol, on the standard streams.
struct MCPCommand: Command {
    static let syntax = CommandSyntax(
        name: "mcp", summary: "Serves check, explain, show, diff and review to agents, by MCP.",
        notes: """
            An agent starts it, and writes messages of the Model Context Protocol to its standard input, one a line;
            the responses are on standard output, a line on standard error says what ran. Everything is local: nothing
            is recorded, and only the tool `decide` writes, what its arguments name. It ends with its input.
            """)

    init(arguments: Arguments) {}

    func run(in context: CommandContext) async throws -> ExitCode {
        var lines = BoundedLines(context.readInput)
        let server = MCPServer(context)
        var isUsed = false
        while context.console.failure == nil, let line = lines.next() {
            isUsed = true
            guard let response = await server.response(to: line) else { continue }
            context.console.json(response.text(.compact) + "\n")
        }
        // As in a terminal without input, or by the command plugin, whose input SwiftPM uses itself.
        guard isUsed else {
            throw EnvironmentError(
                MessageText(
                    "no message on the standard input",
                    next: "let an agent run it, such as `swift run --quiet verbatim mcp`"
                ).text)
        }
        return .holds
    }
}

/// The lines of an input that may be endless, each of which takes a bounded amount of memory.
struct BoundedLines {
    /// A line without its line break, or nil in place of one that is too long.
    typealias Line = [UInt8]?

    /// The most bytes of a line: 1 MiB.
    static let limit = 1 << 20

    private let read: @Sendable () -> [UInt8]
    private var chunk: ArraySlice<UInt8> = []

    /// - Parameter read: Returns the next bytes, and none at the end.
    init(_ read: @escaping @Sendable () -> [UInt8]) { self.read = read }

    /// Returns the next line, or nil at the end of the input.
    mutating func next() -> Line? {
        var line: Line = []
        var isEmpty = true
        while true {
            let end = chunk.firstIndex(of: UInt8(ascii: "\n"))
            let part = chunk[..<(end ?? chunk.endIndex)]
            isEmpty = isEmpty && part.isEmpty
            // What follows a part that is too much is read, and forgotten.
            line = line.flatMap { $0.count + part.count > Self.limit ? nil : $0 + part }
            if let end {
                chunk = chunk[(end + 1)...]
                return .some(line)
            }
            chunk = read()[...]
            if chunk.isEmpty { return isEmpty ? nil : .some(line) }
        }
    }
}

/// A server of the Model Context Protocol: a function from messages to responses.
///
/// Messages are JSON-RPC 2.0 (https://www.jsonrpc.org/specification). Served are the revisions with a
/// handshake: https://modelcontextprotocol.io/specification/2025-06-18. A client of a later one asks for
/// `server/discover` first and, as this method is unknown, continues with the handshake
/// (https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio).
struct MCPServer {
    /// The revisions of the protocol, the newest first. That of 2025-03-26 has batches, which are not read.
    private static let revisions: [JSONValue] = ["2025-11-25", "2025-06-18", "2024-11-05"]

    private let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    /// An error of the protocol: https://www.jsonrpc.org/specification#error_object.
    struct ProtocolError: Error {
        let code: Int
        let message: String

        static func invalidRequest(_ message: String) -> Self { Self(code: -32600, message: message) }
        static func unknownMethod(_ message: String) -> Self { Self(code: -32601, message: message) }
        static func invalidParameters(_ message: String) -> Self { Self(code: -32602, message: message) }
    }

    /// Returns the response to a line, or nil if it has none: a notification, a response, an empty line.
    func response(to line: BoundedLines.Line) async -> JSONValue? {
        var id = JSONValue.null
        do {
            guard let line else {
                throw ProtocolError.invalidRequest("a line has at most \(BoundedLines.limit) bytes")
            }
            // White space of JSON: https://www.rfc-editor.org/rfc/rfc8259#section-2.
            guard !line.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
            let message = try JSON(parsing: line).value
            guard let method = try method(of: message) else { return nil }
            id = message["id"] ?? .null
            let result = try await result(of: method, message["params"] ?? [:])
            return ["jsonrpc": "2.0", "id": id, "result": result]
        } catch let error as ProtocolError {
            return failure(id, error)
        } catch {
            return failure(id, ProtocolError(code: -32700, message: "no JSON: \(error)"))
        }
    }

    private func failure(_ id: JSONValue, _ error: ProtocolError) -> JSONValue {
        context.console.note("mcp: \(error.message)")
        return [
            "jsonrpc": "2.0", "id": id,
            "error": ["code": JSONValue(count: error.code), "message": .string(error.message)],
        ]
    }

    /// Returns the method of a request, or nil if a message needs no response.
    private func method(of message: JSONValue) throws(ProtocolError) -> String? {
        guard case .object(let members) = message else {
            throw .invalidRequest("a message is one object, and not \(message.kind)")
        }
        if members["method"] == nil, members["result"] != nil || members["error"] != nil { return nil }
        guard members["jsonrpc"] == "2.0", let method = members["method"]?.string else {
            throw .invalidRequest("a message has \"jsonrpc\": \"2.0\" and a \"method\"")
        }
        guard let id = members["id"] else { return nil }
        guard id.string != nil || id.number?.isInteger == true else {
            throw .invalidRequest("an \"id\" is a string or an integer, and not \(id)")
        }
        return method
    }

    private func result(of method: String, _ parameters: JSONValue) async throws(ProtocolError) -> JSONValue {
        guard case .object = parameters else { throw .invalidParameters("\"params\" is no object") }
        switch method {
        case "initialize": return initialized(parameters["protocolVersion"])
        case "ping": return [:]
        case "tools/list": return ["tools": .array(MCPTool.all.map(\.json))]
        case "tools/call":
            let name = parameters["name"]?.string ?? ""
            guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
                let names = MCPTool.all.map(\.name).list("or")
                throw .invalidParameters("unknown tool '\(name)', expected \(names)")
            }
            return await tool.call(parameters["arguments"] ?? [:], in: context).json
        default: throw .unknownMethod("unknown method '\(method)'")
        }
    }

    private func initialized(_ revision: JSONValue?) -> JSONValue {
        [
            "protocolVersion": Self.revisions.first { $0 == revision } ?? Self.revisions[0],
            "capabilities": ["tools": [:]],
            "serverInfo": [
                "name": "verbatim", "title": "Verbatim", "version": .string(CommandLineTool.version),
            ],
            "instructions": """
            Recordings of web APIs, checked against contracts and the app's models. Begin with 'check'; \
            'explain' and 'show' say more about an id or a recording. Never edit recordings by hand: they \
            are what an API answered. 'decide' changes contracts: ask before you call it.
            """,
        ]
    }
}
