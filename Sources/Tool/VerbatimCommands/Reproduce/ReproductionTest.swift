import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// A test in Swift that fails because of a finding.
///
/// No text of a provider has an effect in its file: comments have one line each, and everything else is a
/// literal.
struct ReproductionTest {
    /// The first of the findings that are alike.
    let finding: Finding
    /// The identity of the findings, as in reports.
    let fingerprint: String
    /// The number of findings that are like the first.
    let others: Int
    /// The exchange as it was recorded, without secrets.
    let recorded: ReducedExchange
    /// The exchange that the test has.
    let reduced: ReducedExchange
    /// Whether the response has findings of the rule about other values as well.
    let namesPointer: Bool
    /// The API, if the tool knows it.
    let api: API?
    /// The program with the list of APIs, if the finding is about a model.
    let program: QualifiedType?
    /// The declaration of the model, if it is known.
    let declaration: SourceLocation?
    /// The path from the folder of the test to that of the contracts, unless a test finds it by itself.
    let contracts: String?

    /// The beginning of the names of all suites, by which the tests are chosen.
    static let suitePrefix = "Reproduction_"

    /// The name of the file, which is the same in every run.
    var fileName: String { "\(finding.rule.id)-\(fingerprint).swift" }

    /// The file.
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

    /// Creates the type with a qualified name, `apis.APIs`; nil if no other file can name it, or if it has
    /// generic arguments.
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
