import VerbatimJSON
import VerbatimSchema

/// Regular expressions: one in the first line, and behind it a text to search.
enum PatternFuzzing: FuzzJob {
    static let name = "pattern"

    static func run(_ bytes: [UInt8]) {
        let (first, second) = bytes.halves(at: UInt8(ascii: "\n"))
        let pattern = JSONValue.string(String(decoding: first, as: UTF8.self))
        let text = String(decoding: second, as: UTF8.self)
        check(["pattern": pattern], .string(text))
        check(["propertyNames": ["pattern": pattern]], .object([text: true]))
        check(["x-date-formats": [pattern]], .string(text))
    }

    private static func check(_ schema: JSONValue, _ instance: JSONValue) {
        guard let schema = try? JSON(parsing: schema.bytes(.compact)),
            let instance = try? JSON(parsing: instance.bytes(.compact))
        else { preconditionFailure("what was written is not JSON") }
        guard let compiled = try? Schema(schema).compile() else { return }
        ValidatorFuzzing.check(compiled, schema, instance)
    }
}
