import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// A test in Swift that fails because of a finding.
///
/// No text of a provider has an effect in its file: comments have one line each, and all else is a literal.
struct ReproductionTest {
    let finding: Finding
    /// The identity of the findings, as in reports.
    let fingerprint: String
    /// The number of findings that are like the first.
    let others: Int
    /// The exchange as it was recorded, without secrets.
    let recorded: ReducedExchange
    let reduced: ReducedExchange
    /// Whether the response has findings of the rule about other values as well.
    let namesPointer: Bool
    let api: API?
    /// The program with the list of APIs, if the finding is about a model.
    let program: QualifiedType?
    let declaration: SourceLocation?
    /// The path from the folder of the test to that of the contracts, unless a test finds it by itself.
    let contracts: String?

    /// The beginning of the names of all suites, by which the tests are chosen.
    static let suitePrefix = "Reproduction_"

    /// The name of the file, which is the same in every run.
    var fileName: String { Self.fileName(of: finding.rule, fingerprint) }

    static func fileName(of rule: Rule, _ fingerprint: String) -> String { "\(rule.id)-\(fingerprint).swift" }

    var text: String {
        """
        \(ReproductionFolder.mark(of: finding.api))
        //
        \(comment)
        \(code)

        """
    }

    // MARK: The comment

    private var comment: String {
        ([message, model, origin].compactMap(\.self) + curl).map(\.swiftComment).joined(separator: "//\n")
    }

    private var message: String {
        let locations = [finding.location, finding.contractLocation].compactMap { $0?.description }
        let place = [finding.exchange].compactMap(\.self) + locations
        return MessageText(
            "\(finding.rule.id): \(finding.message)", at: place.joined(separator: ", "),
            details: others == 0 ? [] : ["and \(others) more like it"], next: finding.next
        ).text
    }

    private var model: String? {
        guard let model = finding.model, let program else { return nil }
        let place = declaration.map { " (\($0))" } ?? ""
        let text =
            "The model is \(model)\(place). '\(program.name).apis' binds it, with the decoder of the app."
        let bindings = api?.models.filter { $0.model == model } ?? []
        guard let type = bindings.lazy.compactMap(\.qualifiedName).compactMap(QualifiedType.named).first
        else { return text }
        let (api, operation) = ((finding.api ?? "").swiftLiteral, (finding.operation ?? "").swiftLiteral)
        return """
            \(text)
            A test target that cannot import '\(program.module)' imports VerbatimKit and \(type.module), and binds it itself:
            let api = API(name: \(api), models: [ModelBinding(\(operation), \(type.name).self)])
            """
    }

    private var origin: String {
        let (old, new) = (recorded.response.body.count, reduced.response.body.count)
        let size =
            new * 10 < old * 9 ? "The body is reduced from \(old) to \(String.count(new, "byte")). " : ""
        return size + "The request was:\n\(recorded.request.method) \(recorded.request.url)"
    }

    private var curl: [String] {
        let curl = CurlCommand(recorded.request, of: api)
        guard let line = curl.line else { return [] }
        let variables = curl.variables.isEmpty ? "" : ", with \(curl.variables.list("and")) set"
        return ["To ask the provider again\(variables):\n\(line)"]
    }
}

/// A type as another file names it.
struct QualifiedType: Hashable, Sendable {
    /// The module: `apis`.
    let module: String
    /// The name in the module: `APIs`.
    let name: String

    /// Creates the type with a qualified name, `apis.APIs`; nil if it is private to a file, or generic.
    init?(_ qualifiedName: String) {
        let parts = qualifiedName.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
        }
        guard parts.count > 1, isPlain else { return nil }
        module = String(parts[0])
        name = parts.dropFirst().joined(separator: ".")
    }

    /// Returns a type, or an array of one: `[Item]` for `Swift.Array<App.Item>`.
    static func named(_ qualifiedName: String) -> QualifiedType? {
        let array = "Swift.Array<"
        guard qualifiedName.hasPrefix(array), qualifiedName.hasSuffix(">") else {
            return QualifiedType(qualifiedName)
        }
        return QualifiedType(String(qualifiedName.dropFirst(array.count).dropLast())).map { element in
            QualifiedType(module: element.module, name: "[\(element.name)]")
        }
    }

    private init(module: String, name: String) {
        self.module = module
        self.name = name
    }
}

extension ReproductionTest {
    var code: String {
        """
        \(imports)
        @Suite struct \(Self.suitePrefix)\(fingerprint) {
            @Test func `\(sentence)`() \(isThrowing ? "throws " : ""){
        \(statements.map { Self.indentation + $0 + "\n" }.joined())    }
        }
        """
    }

    private static let indentation = "        "
    private static let continuation = "\n" + indentation + "    "

    private var imports: String {
        let hasData = !reduced.request.body.isEmpty || reduced.response.body.text == nil
        return (hasData ? "import Foundation\n" : "") + "import Testing\nimport VerbatimContractTesting\n"
            + (program.map { "\n@testable import \($0.module)\n" } ?? "")
    }

    private var isThrowing: Bool {
        program != nil || [reduced.request.body, reduced.response.body].contains { $0.text == nil }
    }

    /// The name of the test, without what could end it, or what the compiler or the log of a build server
    /// would read otherwise.
    private var sentence: String {
        let subject = finding.pattern.map { $0.isEmpty ? "the body" : "'\($0)'" } ?? finding.part
        let of = (subject ?? "the response") + (finding.operation.map { " of '\($0)'" } ?? "")
        let text = finding.model.map { "\($0) decodes \(of)" } ?? "\(of) keeps \(finding.rule.id)"
        return text.excerpt().unicodeScalars.map { scalar in
            (" "..."~").contains(scalar) && !"`\\#".unicodeScalars.contains(scalar) ? String(scalar) : "?"
        }.joined()
    }

    private var statements: [String] {
        [
            program.map { program in
                let name = (finding.api ?? "").swiftLiteral
                return "let api = try #require(\(program.name).apis.first { $0.name == \(name) })"
            },
            body(reduced.request.body).map { "let sent = \($0)" },
            body(reduced.response.body).map { "let body = \($0)" },
            request, response, check,
        ].compactMap(\.self)
    }

    /// Returns the literal of a body, or nil without one.
    private func body(_ body: Data) -> String? {
        guard !body.isEmpty else { return nil }
        guard let text = body.text else {
            return "try #require(Data(base64Encoded: \"\(body.base64EncodedString())\"))"
        }
        return text.rawSwiftLiteral(indentedBy: Self.indentation + "    ") ?? text.swiftLiteral
    }

    private var request: String {
        let (request, body) = (reduced.request, reduced.request.body)
        let sent = body.isEmpty ? [] : [body.text == nil ? "body: sent" : "body: Data(sent.utf8)"]
        return call(
            "let request = HTTPRequest",
            [request.method.swiftLiteral, request.url.swiftLiteral] + Self.headers(request.headers) + sent)
    }

    private var response: String {
        let (response, body) = (reduced.response, reduced.response.body)
        let content = body.isEmpty ? [] : [body.text == nil ? "body: .data(body)" : "body: .text(body)"]
        return call(
            "let response = HTTPResponse", ["\(response.status)"] + Self.headers(response.headers) + content)
    }

    private static func headers(_ headers: HeaderFields) -> [String] {
        guard !headers.isEmpty else { return [] }
        let fields = headers.map { "\($0.name.swiftLiteral): \($0.value.swiftLiteral)" }
        let list = "headers: [\(fields.joined(separator: ", "))]"
        guard list.count > lineLength else { return [list] }
        let inner = continuation + "    "
        return ["headers: [\(inner)\(fields.joined(separator: "," + inner))\(continuation)]"]
    }

    private var check: String {
        let api = program == nil ? finding.api.map { "API(name: \($0.swiftLiteral))" } : "api"
        let contract = [api.map { "of: \($0)" }, contracts.map { "in: \($0.swiftLiteral)" }]
            .compactMap(\.self)
        let keeping = contract.isEmpty ? [] : ["keeping: .contract(\(contract.joined(separator: ", ")))"]
        let pattern = namesPointer ? finding.pattern : nil
        return call(
            "checkResponse",
            ["response", "to: request"] + keeping + ["for: \(finding.rule.id.swiftLiteral)"]
                + (pattern.map { ["at: \($0.swiftLiteral)"] } ?? []))
    }

    /// Returns a statement that ends with a call: in one line or, if that is long, with its arguments in the
    /// next one or in several.
    private func call(_ start: String, _ arguments: [String]) -> String {
        let list = arguments.joined(separator: ", ")
        func fits(_ line: String, at column: Int) -> Bool {
            !list.contains("\n") && column + line.count <= Self.lineLength
        }
        if fits("\(start)(\(list))", at: Self.indentation.count) { return "\(start)(\(list))" }
        let isShort = fits(list + ")", at: Self.continuation.count - 1)
        let lines = isShort ? list : arguments.joined(separator: "," + Self.continuation)
        return "\(start)(\(Self.continuation)\(lines))"
    }

    private static let lineLength = 110
}

extension Data {
    fileprivate var text: String? { String(validating: self, as: UTF8.self) }
}
