import VerbatimJSON
import VerbatimSchema

/// Answers lines of `{"schema": ..., "instance": ...}` on the standard input with a line each: `valid`, `invalid`, or
/// `error` and why the schema does not compile. For the comparison with other validators.
enum Verdicts {
    static func run() {
        while let line = readLine() {
            print(verdict(line))
        }
    }

    private static func verdict(_ line: String) -> String {
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
