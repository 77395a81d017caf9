import Foundation
import VerbatimJSON

/// JSONTestSuite (https://github.com/nst/JSONTestSuite): files that a parser must accept (`y_`), must reject
/// (`n_`), or may treat either way (`i_`).
struct ParsingSuite: ConformanceSuite {
    /// The expected treatment of a file.
    private enum Expectation { case accepted, rejected }

    func run(in suites: URL) throws -> [SuiteResult] {
        let folder = suites.appendingPathComponent("json-parsing/test_parsing")
        var results: [Character: SuiteResult] = [
            "y": SuiteResult("json-parsing/accepted"), "n": SuiteResult("json-parsing/rejected"),
            "i": SuiteResult("json-parsing/decided"),
        ]
        for file in try files(in: folder, extension: "json") {
            guard let kind = file.lastPathComponent.first else { continue }
            results[kind]?.append(try failure(of: file, kind))
        }
        return ["y", "n", "i"].compactMap { results[$0] }
    }

    /// Returns a description of the failure of a file, or nil.
    private func failure(of file: URL, _ kind: Character) throws -> String? {
        let name = file.lastPathComponent
        guard let expected = expectation(name, kind) else {
            return "\(name): no decision, see ParsingSuite+Decisions.swift"
        }
        let bytes = try Data(contentsOf: file)
        do throws(JSONError) {
            let json = try JSON(parsing: bytes)
            guard expected == .accepted else { return "\(name): accepted" }
            return roundTrips(json, bytes) ? nil : "\(name): does not survive writing and parsing"
        } catch {
            return expected == .rejected ? nil : "\(name): \(error)"
        }
    }

    private func expectation(_ name: String, _ kind: Character) -> Expectation? {
        switch kind {
        case "y": .accepted
        case "n": .rejected
        default: ParsingSuite.accepted.contains(name) ? .accepted : rejection(name)
        }
    }

    private func rejection(_ name: String) -> Expectation? {
        ParsingSuite.rejected.contains(name) ? .rejected : nil
    }

    /// Returns whether the value survives parsing of its source text and of every style of writing it.
    private func roundTrips(_ json: JSON, _ bytes: Data) -> Bool {
        let value = json.value
        let texts = [json.text, value.text(.compact), value.text(.pretty), value.text(.stable)]
        return texts.allSatisfy { (try? JSON(parsing: $0))?.value == value }
    }
}
