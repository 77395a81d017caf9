import Foundation
import VerbatimJSON
import VerbatimSchema
import VerbatimYAML

/// The parser, access to all values of a document, and the writers.
enum ParserFuzzTarget: FuzzTarget {
    static let name = "parser"

    static func run(_ bytes: [UInt8]) {
        checkParsers(bytes)
        guard let json = try? JSON(parsing: bytes) else { return }
        visit(json)
        checkWriting(json, bytes)
        _ = json.duplicates
    }

    /// The fast parser accepts exactly the arrays and objects that the other one accepts, with the same tape.
    private static func checkParsers(_ bytes: [UInt8]) {
        let indexed = JSON.tapeWords(of: bytes, parser: .indexed, maximumDepth: 64)
        let sequential = JSON.tapeWords(of: bytes, parser: .sequential, maximumDepth: 64)
        // A scalar takes one word.
        precondition(indexed == (sequential?.count == 1 ? nil : sequential), "the two parsers differ")
    }

    /// Reads all properties of every value.
    private static func visit(_ json: JSON) {
        precondition(json.exists && json.position.offset >= 0 && !json.text.isEmpty)
        if let number = json.number { checkNumber(number) }
        _ = (json.string, json.bool, json.int, json.double)
        precondition(json.elements.count == Array(json.elements).count)
        for element in json.elements { visit(element) }
        for member in json.members {
            precondition(json[member.name].exists)
            visit(member.value)
        }
    }

    private static func checkNumber(_ number: JSONNumber) {
        precondition(number == number && !(number < number))
        precondition(number.isMultiple(of: 1) == number.isInteger)
        _ = number.isMultiple(of: number)
    }

    /// Traps unless a written value is read as the same, and a change of layout can be reverted.
    private static func checkWriting(_ json: JSON, _ bytes: [UInt8]) {
        let value = json.value
        for style in [JSONStyle.compact, .pretty, .stable] {
            let again = try? JSON(parsing: value.bytes(style))
            precondition(again?.value == value)
        }
        guard let minified = try? JSONLayout.minified(bytes),
            let indented = try? JSONLayout.indented(minified)
        else { preconditionFailure("a document cannot be laid out") }
        precondition((try? JSONLayout.minified(indented)) == minified)
    }
}

/// The reader of YAML, and the documents that it makes.
enum YAMLFuzzTarget: FuzzTarget {
    static let name = "yaml"

    static func run(_ bytes: [UInt8]) {
        let text = Data(bytes)
        guard var stream = try? YAMLStream(parsing: text, maximumDepth: 64) else { return }
        do {
            while let document = try stream.next() {
                visit(document.root, bytes.count)
                let again = try? JSON(parsing: document.root.text)
                precondition(again == document.root, "the JSON of a document is another value")
                checkJSON(document.root)
            }
        } catch { precondition(error.position.offset <= bytes.count && !error.description.isEmpty) }
    }

    /// Reads the positions of all values.
    private static func visit(_ json: JSON, _ size: Int) {
        precondition(json.position.offset <= size)
        for element in json.elements { visit(element, size) }
        for member in json.members { visit(member.value, size) }
    }

    /// JSON is YAML: the text of a document is read as the same value.
    private static func checkJSON(_ json: JSON) {
        let again = try? YAMLDocument(parsing: Data(json.value.text(.pretty).utf8))
        precondition(again?.root == json, "the JSON of a document is not read as YAML")
    }
}

/// The compiler of schemas: any document compiles or has an error with a position, the same every time.
enum CompilerFuzzTarget: FuzzTarget {
    static let name = "compiler"

    static func run(_ bytes: [UInt8]) {
        guard let document = try? JSON(parsing: bytes) else { return }
        let first = compile(document)
        precondition(first == compile(document), "two compilations differ")
    }

    /// The listed mistakes of a document, or the error.
    private static func compile(_ document: JSON) -> [String] {
        do {
            return try Schema(document).compile(options: .openAPI).problems.map { problem in
                check(problem.pointer, problem.position, in: document)
                return problem.description
            }
        } catch {
            check(error.pointer, error.position, in: document)
            return [error.description, error.message]
        }
    }

    /// Traps unless a pointer leads to its position; a duplicate name may lead elsewhere.
    private static func check(_ pointer: JSONPointer, _ position: JSONPosition, in document: JSON) {
        guard document.duplicates.isEmpty else { return }
        precondition(document[pointer].position == position, "the position differs from that of the pointer")
    }
}

/// The validator, with a schema and, after the first NUL, an instance.
enum ValidatorFuzzTarget: FuzzTarget {
    static let name = "validator"

    static func run(_ bytes: [UInt8]) {
        let (first, second) = bytes.split(at: 0)
        guard let schema = try? JSON(parsing: first), let instance = try? JSON(parsing: second),
            let compiled = try? Schema(schema).compile(options: CompileOptions(formats: .assertion))
        else { return }
        check(compiled, schema, instance)
    }

    /// Traps unless the output has the same verdict, and all violations have their positions.
    static func check(_ compiled: CompiledSchema, _ schema: JSON, _ instance: JSON) {
        let violations = compiled.validate(instance)
        precondition(compiled.accepts(instance) == violations.isEmpty, "the verdicts differ")
        for violation in violations { visit(violation, schema, instance) }
        let output = compiled.basicOutput(for: instance)
        let again = try? JSON(parsing: output.bytes(.pretty))
        precondition(again?.value == output, "the output is not JSON")
        precondition(again?["valid"].bool == violations.isEmpty, "the verdict of the output differs")
    }

    private static func visit(_ violation: Violation, _ schema: JSON, _ instance: JSON) {
        precondition(violation.instance.exists && violation.schema.exists)
        precondition(!violation.expected.isEmpty && !violation.found.isEmpty)
        precondition(!violation.description.utf8.contains(UInt8(ascii: "\n")), "a message has two lines")
        if instance.duplicates.isEmpty {
            let position = instance[violation.instancePointer].position
            precondition(position == violation.instancePosition, "a position is not in the instance")
        }
        // A schema may refer to the metaschema, which is another document.
        if schema.duplicates.isEmpty, !schema.text.contains("json-schema.org") {
            let position = schema[violation.schemaPointer].position
            precondition(position == violation.schemaPosition, "a position is not in the schema")
        }
        for cause in violation.causes { visit(cause, schema, instance) }
    }
}

/// Regular expressions: a pattern in the first line and, after it, a text to search.
enum PatternFuzzTarget: FuzzTarget {
    static let name = "pattern"

    static func run(_ bytes: [UInt8]) {
        let (first, second) = bytes.split(at: UInt8(ascii: "\n"))
        let pattern = JSONValue.string(String(decoding: first, as: UTF8.self))
        let text = String(decoding: second, as: UTF8.self)
        check(["pattern": pattern], .string(text))
        check(["propertyNames": ["pattern": pattern]], .object([text: true]))
        check(["x-date-formats": [pattern]], .string(text))
    }

    private static func check(_ schema: JSONValue, _ instance: JSONValue) {
        guard let schema = try? JSON(parsing: schema.bytes(.compact)),
            let instance = try? JSON(parsing: instance.bytes(.compact))
        else { preconditionFailure("a written value is not JSON") }
        guard let compiled = try? Schema(schema).compile() else { return }
        ValidatorFuzzTarget.check(compiled, schema, instance)
    }
}
