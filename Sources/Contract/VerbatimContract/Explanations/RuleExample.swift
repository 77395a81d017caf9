import VerbatimJSON

/// An example of what a rule reports: the sides that disagree.
///
/// Each is executed by a test, which finds that the rule reports it with its severity.
package enum RuleExample: Sendable {
    /// A contract, and an interaction that it does not allow.
    case check(ContractFragment, RecordedExample)
    /// The source of a model, the contract of the body it decodes, and the recorded bodies.
    case model(String, ContractFragment, [RecordedExample])
    /// An old and a new contract; nil if there is none.
    case contracts(ContractFragment?, ContractFragment?)
    /// The old and the new recording of a scenario, and the source of the model that reads them, if it
    /// matters.
    case recordings([RecordedExample], [RecordedExample], model: String? = nil)
    /// Files, by their names.
    case files([(name: String, text: String)])
    /// What the rule reports would be a fault of this package.
    case unavailable
}

extension RuleExample {
    /// A side of the example.
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
            [
                Side(title: "The model", language: "swift", text: source),
                Side("The contract", contract),
                Side(recorded.count == 1 ? "The recording" : "The recordings", recorded),
            ]
        case .contracts(let old, let new):
            [Side("The old contract", old), Side("The new contract", new)]
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
        self.init(
            title: title, language: "http", text: recorded.map(\.text).joined(separator: "\n\n"))
    }
}

extension JSONValue {
    /// Returns JSON text in which arrays and objects are on one line where they fit.
    ///
    /// - Parameter width: The width in columns.
    func text(fitting width: Int) -> String { text(from: 0, indented: 0, fitting: width) }

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
