import VerbatimJSON
import VerbatimSchema

/// Validates instances from the standard input, for comparison with other validators.
///
/// For each line `{"schema": ..., "instance": ...}` it prints `valid`, `invalid`, or `error: ` and a message
/// if the schema does not compile.
enum LineValidation {
    static func run() {
        while let line = readLine() {
            print(result(line))
        }
    }

    private static func result(_ line: String) -> String {
        do {
            let pair = try JSON(parsing: line)
            let schema = try Schema(JSON(parsing: pair["schema"].text)).compile()
            let isValid = schema.accepts(pair["instance"])
            guard schema.validate(pair["instance"]).isEmpty == isValid else {
                return "error: validate and accepts differ"
            }
            return isValid ? "valid" : "invalid"
        } catch {
            return "error: \(error)"
        }
    }
}
