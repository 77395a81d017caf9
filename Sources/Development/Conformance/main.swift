import Foundation

/// Runs the public test suites that this package is measured by, from a folder that is no part of it:
/// `verbatim-conformance SUITES`. Prints `passed/total` of each part; exit 0 if all passed, 1 if not, 2 for wrong
/// usage, 3 when a suite is missing or empty.

let parts: [any ConformancePart] = [JSONParsing(), SchemaSuite()]

guard CommandLine.arguments.count == 2 else {
    print("usage: verbatim-conformance SUITES | --verdicts")
    exit(2)
}
if CommandLine.arguments[1] == "--verdicts" {
    Verdicts.run()
    exit(0)
}
let suites = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
var passed = true
do {
    for part in parts {
        for tally in try part.run(in: suites) {
            print(tally)
            passed = passed && tally.isPassed
        }
    }
} catch {
    print(error)
    exit(3)
}
exit(passed ? 0 : 1)
