import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

extension ReproductionTest {
    /// The imports and the suite.
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

    /// The name of the test, in which nothing ends the name.
    private var sentence: String {
        let subject = finding.pattern.map { $0.isEmpty ? "the body" : "'\($0)'" } ?? finding.part
        let of = (subject ?? "the response") + (finding.operation.map { " of '\($0)'" } ?? "")
        let text = finding.model.map { "\($0) decodes \(of)" } ?? "\(of) keeps \(finding.rule.id)"
        return text.excerpt().unicodeScalars.map { $0 == "`" || $0 == "\\" ? "?" : String($0) }.joined()
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
    /// The text in UTF-8, or nil for other bytes.
    fileprivate var text: String? { String(validating: self, as: UTF8.self) }
}
