package import VerbatimHAR
package import VerbatimJSON

/// An example of what a rule reports: the sides that disagree.
///
/// Each is executed by a test, which finds that the rule reports it with its severity.
package enum RuleExample: Sendable {
    /// A contract, and an interaction that it does not allow.
    case check(ContractFragment, RecordedExample = RecordedExample())
    /// The source of a model, the contract of the body it decodes, and the recorded bodies; none if the
    /// contract alone shows it.
    case model(String, ContractFragment, [RecordedExample])
    /// An old and a new contract; nil if there is none.
    case contracts(ContractFragment?, ContractFragment?)
    /// The old and the new recording of a scenario, and the source of the model that reads them, if needed.
    case recordings([RecordedExample], [RecordedExample], model: String? = nil)
    /// Files, by their names.
    case files([(name: String, text: String)])
    /// What the rule reports would be a fault of this package.
    case unavailable

    struct Side {
        /// What it is: `The contract, in an operation`.
        let title: String
        /// The language of the text: `json`, `http` or `swift`.
        let language: String
        /// Lines, without a line break at the end.
        let text: String
    }

    /// The sides in the order in which they are read.
    var sides: [Side] {
        switch self {
        case .check(let contract, let recorded):
            [Side("The contract", contract), Side("The recording", [recorded])]
        case .model(let source, let contract, let recorded):
            [Side(title: "The model", language: "swift", text: source), Side("The contract", contract)]
                + (recorded.isEmpty
                    ? [] : [Side(recorded.count == 1 ? "The recording" : "The recordings", recorded)])
        case .contracts(let old, let new): [Side("The old contract", old), Side("The new contract", new)]
        case .recordings(let old, let new, let model):
            (model.map { [Side(title: "The model", language: "swift", text: $0)] } ?? [])
                + [Side("The old recording", old), Side("The new recording", new)]
        case .files(let files):
            files.map { Side(title: "`\($0.name)`", language: "json", text: $0.text) }
        case .unavailable: []
        }
    }
}

extension RuleExample.Side {
    fileprivate init(_ title: String, _ contract: ContractFragment?) {
        self.init(
            title: contract.map { "\(title), \($0.place.phrase)" } ?? title, language: "json",
            text: contract.map { $0.value.text(fitting: 76) } ?? "no file")
    }

    fileprivate init(_ title: String, _ recorded: [RecordedExample]) {
        self.init(title: title, language: "http", text: recorded.map(\.text).joined(separator: "\n\n"))
    }
}

extension JSONValue {
    /// Returns JSON text in which arrays and objects are on one line where they fit.
    package func text(fitting width: Int) -> String { text(from: 0, indented: 0, fitting: width) }

    private func text(from column: Int, indented depth: Int, fitting width: Int) -> String {
        let line = line
        guard column + line.count > width else { return line }
        let (outer, inner) = (String(repeating: " ", count: depth), depth + 2)
        func list(_ opening: String, _ parts: [String], _ closing: String) -> String {
            "\(opening)\n" + parts.map { outer + "  " + $0 }.joined(separator: ",\n") + "\n\(outer)\(closing)"
        }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            return list("[", elements.map { $0.text(from: inner, indented: inner, fitting: width) }, "]")
        case .object(let object) where !object.isEmpty:
            let members = object.members.map { name, value in
                let name = JSONValue.string(name).text() + ": "
                return name + value.text(from: inner + name.count, indented: inner, fitting: width)
            }
            return list("{", members, "}")
        default: return line
        }
    }

    /// The value on one line, with a space after commas and colons.
    private var line: String {
        switch self {
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let object):
            "{"
                + object.members.map { "\(JSONValue.string($0).text()): \($1.line)" }.joined(separator: ", ")
                + "}"
        default: text()
        }
    }
}

/// A part of the contract of an example, which has one operation, `GET /books`.
package struct ContractFragment: Sendable {
    /// The object whose members the fragment replaces.
    package enum Place: Sendable {
        case document
        case operation
        /// The response with the status 200.
        case response

        /// A phrase for a title: `in an operation`.
        var phrase: String {
            switch self {
            case .document: "at the top level"
            case .operation: "in an operation"
            case .response: "in a response"
            }
        }
    }

    package let place: Place
    /// The members that matter.
    package let value: JSONValue

    package static func document(_ value: JSONValue) -> Self { Self(place: .document, value: value) }
    package static func operation(_ value: JSONValue) -> Self { Self(place: .operation, value: value) }
    package static func response(_ value: JSONValue) -> Self { Self(place: .response, value: value) }

    /// The operation, of which nothing else matters.
    package static let plain = operation(["operationId": "books.list"])

    /// The operation with a parameter.
    package static func parameter(_ parameter: JSONValue) -> Self { operation(["parameters": [parameter]]) }

    package static func body(_ schema: JSONValue) -> Self {
        response(["content": ["application/json": ["schema": schema]]])
    }

    /// A response with a JSON body that has one property.
    package static func property(_ name: String, _ schema: JSONValue) -> Self {
        body(["properties": .object([name: schema])])
    }

    /// A response with a JSON body that must have one property.
    package static func required(_ name: String, _ schema: JSONValue) -> Self {
        body(["required": [.string(name)], "properties": .object([name: schema])])
    }
}

/// A recorded interaction of an example: a request to `https://api.example.com`, and its response.
package struct RecordedExample: Sendable {
    package let method: String
    package let target: String
    package let sent: HeaderFields
    package let form: String?
    package let status: Int?
    package let headers: HeaderFields
    package let body: String

    /// - Parameters:
    ///   - target: The path and the query of the URL, or a whole URL.
    ///   - sent: The header fields of the request.
    ///   - form: The body of the request.
    ///   - status: The status; nil if the connection was lost.
    ///   - headers: The header fields of the response.
    ///   - body: The body of the response.
    package init(
        _ method: String = "GET", _ target: String = "/books", sent: HeaderFields = [:],
        form: String? = nil, status: Int? = 200, headers: HeaderFields = [:], body: String = ""
    ) {
        self.method = method
        self.target = target
        self.sent = sent
        self.form = form
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A response to `GET /books` with a JSON body.
    package static func json(_ body: String) -> RecordedExample {
        RecordedExample(headers: ["Content-Type": "application/json"], body: body)
    }

    /// The messages of HTTP, without a line break at the end.
    var text: String {
        Self.message("\(method) \(target) HTTP/1.1", sent, form ?? "") + "\n\n"
            + (status.map { Self.message("HTTP/1.1 \($0)", headers, body) } ?? "the connection was lost")
    }

    private static func message(_ start: String, _ headers: HeaderFields, _ body: String) -> String {
        ([start] + headers.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
            + (body.isEmpty ? "" : "\n\n" + body.replacing("\u{FEFF}", with: "<U+FEFF>"))
    }
}
