import Foundation

/// Runs public test suites from a folder outside of the package: `verbatim-conformance SUITES`.
///
/// Prints `passed/total` for each part of a suite. Exit status: 0 if all tests pass, 1 if some fail, 2 for
/// wrong usage, 3 if a suite is missing or empty.

let testSuites: [any ConformanceSuite] = [ParsingSuite(), YAMLSuite(), SchemaSuite()]

guard CommandLine.arguments.count == 2 else {
    print("usage: verbatim-conformance SUITES | --validate | --requests")
    exit(2)
}
switch CommandLine.arguments[1] {
case "--validate":
    LineValidation.run()
    exit(0)
case "--requests":
    RequestTranscripts.run()
    exit(0)
default: break
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
var passed = true
do {
    for suite in testSuites {
        for result in try suite.run(in: folder) {
            print(result)
            passed = passed && result.isPassed
        }
    }
} catch {
    print(error)
    exit(3)
}
exit(passed ? 0 : 1)
