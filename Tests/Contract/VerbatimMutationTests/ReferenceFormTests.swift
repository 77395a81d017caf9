import Foundation
import Testing
import VerbatimContract
import VerbatimDiff
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimModels

@testable import VerbatimMutation

/// A contract means the same to `check`, `models`, `mutate`, `infer` and `diff`, however its references are
/// written.
@Suite struct ReferenceFormTests {
    /// A way to refer to a schema.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var keyword = "$ref"
        /// The reference to a schema, in place of `@`.
        let reference: String
        /// What a schema needs for it.
        var name = ""
        /// The file that the schemas are in, if it is another one.
        var file: String?
    }

    static let forms = [
        Form(testDescription: "a pointer", reference: "#/components/schemas/@"),
        Form(testDescription: "an encoded pointer", reference: "#/components/%73chemas/@"),
        Form(testDescription: "an anchor", reference: "#@", name: #""$anchor": "@", "#),
        Form(testDescription: "a dynamic anchor", reference: "#@", name: #""$dynamicAnchor": "@", "#),
        Form(
            testDescription: "a dynamic reference", keyword: "$dynamicRef", reference: "#@",
            name: #""$dynamicAnchor": "@", "#),
        Form(
            testDescription: "a dynamic reference to an anchor", keyword: "$dynamicRef", reference: "#@",
            name: #""$anchor": "@", "#),
        Form(
            testDescription: "a URL", reference: "https://library.test/schemas/@",
            name: #""$id": "https://library.test/schemas/@", "#),
        Form(
            testDescription: "a URL with an anchor", reference: "https://library.test/schemas/@#it",
            name: #""$id": "https://library.test/schemas/@", "$anchor": "it", "#),
        Form(testDescription: "a relative URL", reference: "@", name: #""$id": "@", "#),
        Form(testDescription: "its own file", reference: "library.json#/components/schemas/@"),
        Form(testDescription: "its own folder", reference: "./library.json#/components/schemas/@"),
        Form(testDescription: "another file", reference: "schemas.json#/@", file: "schemas.json"),
        Form(
            testDescription: "another folder", reference: "./parts/../parts/a%20b.json#/@",
            file: "parts/a b.json"),
        Form(
            testDescription: "an anchor in another file", reference: "schemas.json#@",
            name: #""$anchor": "@", "#, file: "schemas.json"),
        Form(
            testDescription: "a URL in another file", reference: "https://library.test/schemas/@",
            name: #""$id": "https://library.test/schemas/@", "#, file: "schemas.json"),
    ]

    /// Returns the contract with its references written in a form.
    static func contract(_ form: Form) throws -> Contract {
        // Within a file, its own schemas need no path.
        func reference(_ schema: String, in file: String?) -> String {
            var text = form.reference.replacing("@", with: schema)
            if let own = form.file, own == file, !text.contains("://") {
                text = String(text.drop { $0 != "#" })
            }
            return "\"\(form.keyword)\": \"\(text)\""
        }
        func name(_ schema: String) -> String { form.name.replacing("@", with: schema) }
        let schemas = """
            {
              "Books": {\(name("Books"))"type": "object", "required": ["books"], "properties": {
                "books": {"type": "array", "minItems": 1, "items": {\(reference("Book", in: form.file))}}}},
              "Book": {\(name("Book"))"allOf": [{\(reference("Thing", in: form.file))}], "required": ["title"], "properties": {
                "title": {"type": "string", "minLength": 1},
                "author": {\(reference("Author", in: form.file))},
                "next": {\(reference("Book", in: form.file))}}},
              "Thing": {\(name("Thing"))"type": "object", "required": ["id"], "properties": {
                "id": {"type": "integer", "minimum": 1, "maximum": 999}}},
              "Author": {\(name("Author"))"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string"}}}
            }
            """
        let document = """
            {
              "openapi": "3.1.0",
              "info": {"title": "library", "version": "1"},
              "servers": [{"url": "https://library.test"}],
              "paths": {"/books": {"get": {"operationId": "books", "responses": {"200": {
                "description": "books",
                "content": {"application/json": {"schema": {\(reference("Books", in: nil))}}}}}}}}
              \(form.file == nil ? ", \"components\": {\"schemas\": \(schemas)}" : used(reference("Book", in: nil)))
            }
            """
        let files = form.file.map { [$0: Data(schemas.utf8)] } ?? [:]
        return try Contract(
            parsing: Data(document.utf8), file: "Contracts/library.json",
            files: ContractFiles(folder: "Contracts") { files[$0] }, isStrict: true)
    }

    /// Schemas are found by their URLs in files that a path leads to.
    private static func used(_ reference: String) -> String {
        let path = reference.contains("://") ? "\"$ref\": \"schemas.json#/Thing\"" : reference
        return ", \"components\": {\"schemas\": {\"Used\": {\(path)}}}"
    }

    struct Books: Decodable, Sendable {
        struct Book: Decodable, Sendable {
            struct Author: Decodable, Sendable { let name: String }

            let id: Int
            let title: String
            let author: Author
        }

        let books: [Book]
    }

    private static let plain = Result { try contract(forms[0]) }
    private static let model = ModelBinding("books", Books.self) { JSONDecoder() }
    private static let recorded = Library.responses(
        #"{"books": [{"id": 7, "title": "Emma", "author": {"name": "Jane"}, "next": {"id": 8, "title": "E"}}]}"#
    )
    /// A value of the wrong type, one that is too small, and a property that no schema names.
    private static let odd = Library.responses(
        #"{"books": [{"id": 0, "title": "Emma", "author": {"name": 1, "born": 1775}, "next": {"id": "x"}}]}"#)

    private static func text(_ finding: Finding) -> String {
        let pointer = finding.subject.pointer?.description ?? ""
        return "\(finding.rule) \(pointer): expected \(finding.expected), found \(finding.found)"
    }

    @Test(arguments: forms)
    func `check has the same findings`(form: Form) throws {
        func findings(_ contract: Contract) -> [String] {
            ContractSet([contract]).check(Self.odd[0]).map(Self.text)
        }
        let plain = findings(try Self.plain.get())
        #expect(plain.count == 5)
        #expect(findings(try Self.contract(form)) == plain)
    }

    @Test(arguments: forms)
    func `models has the same findings`(form: Form) throws {
        func findings(_ contract: Contract) throws -> [String] {
            var audit = ModelAudit()
            let operation = contract.operations[0]
            let body = try Self.recorded[0].outcome.response?.body.storedBytes() ?? Data()
            let model = Self.model.resolved(in: contract)
            audit.add(
                model.read(body), of: body, by: model, in: Self.recorded[0], of: operation, in: contract)
            let report = audit.report(SourceIndex([]))
            return report.findings.map(Self.text)
        }
        let plain = try findings(Self.plain.get())
        #expect(plain.count == 2)
        #expect(try findings(Self.contract(form)) == plain)
    }

    @Test(arguments: forms)
    func `mutate has the same survivors`(form: Form) async throws {
        func survivors(_ contract: Contract) async -> [String] {
            let report = await MutationRun(contract, models: [Self.model]).report(on: Self.recorded)
            return ["\(report.score)"]
                + report.groups.map {
                    "\($0.mutationOperator) \($0.finding.pointer?.description ?? "") \($0.finding.found) \($0.edit?.description ?? "")"
                }
        }
        let plain = await survivors(try Self.plain.get())
        #expect(await survivors(try Self.contract(form)) == plain)
    }

    @Test(arguments: forms)
    func `infer makes the same edits`(form: Form) throws {
        func edits(_ contract: Contract) throws -> [String] {
            let update = try ContractInference().update(contract, with: Self.recorded + Self.odd)
            return update.edits.map { "\($0.kind) \($0.pointer.tokens.last ?? "") \($0.summary)" }
        }
        let plain = try edits(Self.plain.get())
        #expect(plain.count == 5)
        #expect(try edits(Self.contract(form)) == plain)
    }

    @Test(arguments: [
        "#/components/parameters/id", "#/components/%70arameters/id",
        "library.json#/components/parameters/id",
    ])
    func `infer declares no parameter that the path has, however it refers to it`(reference: String) throws {
        let document = """
            {
              "openapi": "3.1.0", "info": {"title": "library", "version": "1"},
              "servers": [{"url": "https://library.test"}],
              "paths": {"/books/{id}": {"parameters": [{"$ref": "\(reference)"}],
                "get": {"operationId": "book", "responses": {"200": {"description": "a book"}}}}},
              "components": {"parameters": {
                "id": {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}}}
            }
            """
        let contract = try Contract(
            parsing: Data(document.utf8), file: "Contracts/library.json",
            files: ContractFiles(folder: "Contracts") { _ in nil }, isStrict: true)
        let deleted = (1...3).map { number in
            Interaction(
                HTTPRequest("DELETE", "https://library.test/books/\(number)"), .response(HTTPResponse(204)))
        }
        let inferred = try ContractInference().update(contract, with: deleted)
        let operation = inferred.contract.document[JSONPointer(["paths", "/books/{id}", "delete"])]
        #expect(operation["responses"]["204"].exists && !operation["parameters"].exists)
    }

    @Test(arguments: forms)
    func `diff finds no change`(form: Form) throws {
        let changes = ContractComparison(try Self.plain.get(), try Self.contract(form)).changes()
        #expect(changes.map(\.message) == [])
    }
}
