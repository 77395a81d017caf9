import Synchronization
import VerbatimJSON
import VerbatimSchema

/// A tool of the Model Context Protocol: a command of the tool, and the arguments that are its words.
///
/// https://modelcontextprotocol.io/specification/2025-06-18/server/tools
struct MCPTool: Sendable {
    let name: String
    let description: String
    let properties: JSONValue
    var keywords: [(String, JSONValue)] = []
    /// Whether a call writes files.
    var writes = false
    /// Returns the words of the command line for arguments that the schema accepts.
    let words: @Sendable (JSONValue) -> [String]

    static let all = [check, explain, show, diff, review, decide]

    // MARK: The tools

    private static let check = MCPTool(
        name: "check",
        description: "Checks the recordings against contracts and models. 'causes' says what happened at "
            + "the provider, what it breaks and what to do; exit code 0 holds, 1 is broken.",
        properties: [
            "apis": names, "since": text("report only what a Git revision had not"), "details": details,
        ]
    ) { ["check", "--format", "json"] + $0.option("since") + $0.operands("apis") }

    private static let explain = MCPTool(
        name: "explain",
        description: "Explains rules, with examples, or the findings of causes and fingerprints of a check.",
        properties: ["ids": list(of: "ids of rules, of causes or of findings")],
        keywords: [("required", ["ids"])]
    ) { ["explain"] + $0.operands("ids") }

    private static let show = MCPTool(
        name: "show",
        description: "Prints a recording as a list of its interactions, or one interaction in full.",
        properties: [
            "recording": text(
                "a name such as itunes/search-music, an API, a HAR file, or the file of a body"),
            "entry": ["type": "integer", "minimum": 1, "description": "the interaction, from 1"],
        ],
        keywords: [("required", ["recording"])]
    ) { ["show"] + $0.option("entry") + $0.operands("recording") }

    private static let diff = MCPTool(
        name: "diff",
        description: "Compares contracts or recordings, and says whom a change breaks. Without arguments, "
            + "what this branch changes in the contracts.",
        properties: [
            "old": text("a file, a folder, or a Git revision such as HEAD~1 or HEAD~1:Recordings"),
            "new": text("the same; without it, the contracts here"), "details": details,
        ],
        keywords: [("dependentRequired", ["new": ["old"]])]
    ) { ["diff", "--format", "json"] + $0.operands("old", "new") }

    private static let review = MCPTool(
        name: "review",
        description:
            "Lists what recordings contradict in the contracts, with the decisions that are possible. "
            + "It writes nothing.",
        properties: ["apis": names]
    ) { ["review", "--format", "json"] + $0.operands("apis") }

    private static let decide = MCPTool(
        name: "decide",
        description: "Decides about items of 'review', and writes contracts and overrides.json: 'accept' "
            + "changes the contract to what was recorded, 'override' gives findings another severity.",
        properties: [
            "accept": list(of: "ids of causes or items"), "override": list(of: "ids of causes or items"),
            "reason": text("why, for 'override'"),
            "severity": ["enum": ["breaking", "warning", "info", "off"], "description": "of 'override'"],
            "expires": text("the last day of 'override': 2027-06-30"), "apis": names,
        ],
        keywords: [
            ("anyOf", [["required": ["accept"]], ["required": ["override"]]]),
            ("dependentRequired", ["override": ["reason"]]),
        ],
        writes: true
    ) { arguments in
        let options = ["accept", "override", "reason", "severity", "expires"]
        return ["review", "--format", "json"] + options.flatMap(arguments.option) + arguments.operands("apis")
    }

    private static let names = list(of: "names of APIs; without it, all")
    private static let details: JSONValue = [
        "type": "boolean", "description": "whether findings, operations and coverage are listed as well",
    ]

    private static func text(_ description: String) -> JSONValue {
        ["type": "string", "minLength": 1, "description": .string(description)]
    }

    private static func list(of description: String) -> JSONValue {
        [
            "type": "array", "minItems": 1, "items": ["type": "string", "minLength": 1],
            "description": .string(description),
        ]
    }
}

extension JSONValue {
    /// The texts of a member that is an array, a string or a number.
    private func texts(_ name: String) -> [String] {
        let value = self[name]
        return value?.array?.compactMap(\.string)
            ?? [value?.string ?? value?.number.map { "\($0)" }].compactMap(\.self)
    }

    /// Returns the words of an option, whose value cannot be taken for another one.
    fileprivate func option(_ name: String) -> [String] { texts(name).map { "--\(name)=\($0)" } }

    /// Returns operands, which cannot be taken for options.
    fileprivate func operands(_ names: String...) -> [String] { ["--"] + names.flatMap(texts) }
}

extension MCPTool {
    var inputSchema: JSONValue {
        .object(
            JSONObject(
                [("type", "object"), ("properties", properties), ("additionalProperties", false)] + keywords))
    }

    /// The tool as `tools/list` has it.
    var json: JSONValue {
        [
            "name": .string(name), "description": .string(description), "inputSchema": inputSchema,
            "annotations": [
                "readOnlyHint": .bool(!writes), "destructiveHint": .bool(writes), "openWorldHint": false,
            ],
        ]
    }

    // MARK: Calling

    /// The result of a call. What is wrong with it is for the agent to read, and no error of the protocol.
    struct Result {
        var text: String
        var isError = false
        var structured: JSONValue?

        var json: JSONValue {
            JSONValue(members: [
                ("content", [["type": "text", "text": .string(text)]]),
                ("structuredContent", structured), ("isError", .bool(isError)),
            ])
        }
    }

    /// The most bytes of a text that an agent is given: it costs as much as many thousand words.
    private static let limit = 200_000
    /// The members of JSON that only details have.
    private static let detailed = ["operations", "coverage", "findings", "changes", "properties"]

    /// - Parameter context: The context, whose console gets a line about the call.
    func call(_ arguments: JSONValue, in context: CommandContext) async -> Result {
        if let problem = problem(of: arguments) { return Result(text: problem, isError: true) }
        let out = Mutex("")
        let error = Mutex("")
        var inner = context
        inner.console = context.console.redirected(
            out: { text in out.withLock { $0 += text } }, error: { text in error.withLock { $0 += text } })
        let code = await CommandLineTool(within: inner).run(words(arguments))
        context.console.note("mcp: \(name) ended with exit code \(code.rawValue)")
        let (printed, notes) = (out.withLock { $0 }, error.withLock { $0 })
        var result = Result(text: printed, isError: code >= .usage)
        if var report = try? JSON(parsing: printed).value, report.object != nil {
            if properties["details"] != nil, arguments["details"]?.bool != true {
                for name in Self.detailed { report[name] = nil }
            }
            report["exitCode"] = JSONValue(count: Int(code.rawValue))
            result.structured = report
            result.text = report.text(.compact)
        }
        if result.text.utf8.count > Self.limit {
            let advice = "ask for less: name an API or an entry, or leave out 'details'"
            let problem = "the result has \(result.text.utf8.count) bytes, \(Self.limit) at most: \(advice)"
            return Result(text: problem, isError: true)
        }
        if !notes.isEmpty { result.text += result.text.isEmpty ? notes : "\n" + notes }
        return result
    }

    /// Returns what is wrong with arguments, or nil.
    private func problem(of arguments: JSONValue) -> String? {
        do {
            let schema = try Schema(try JSON(parsing: inputSchema.text())).compile()
            let violations = schema.validate(try JSON(parsing: arguments.text()))
            return violations.isEmpty ? nil : Self.lines(of: violations).joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    private static func lines(of violations: Excerpt<Violation>) -> [String] {
        violations.flatMap { violation in
            ["'\(violation.instancePointer)': expected \(violation.expected), found \(violation.found)"]
                + lines(of: violation.causes)
        }
    }
}
