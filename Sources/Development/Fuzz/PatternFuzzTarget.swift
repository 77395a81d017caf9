import VerbatimJSON
import VerbatimSchema

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
