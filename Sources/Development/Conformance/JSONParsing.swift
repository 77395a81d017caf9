import Foundation
import VerbatimJSON

/// JSONTestSuite (https://github.com/nst/JSONTestSuite): files that a parser has to accept (`y_`), to reject (`n_`),
/// or to decide about (`i_`).
struct JSONParsing: ConformancePart {
    /// What a file is in the suite for.
    private enum Expectation { case accepted, rejected }

    func run(in suites: URL) throws -> [SuiteTally] {
        let folder = suites.appendingPathComponent("json-parsing/test_parsing")
        var tallies: [Character: SuiteTally] = [
            "y": SuiteTally("json-parsing/accepted"), "n": SuiteTally("json-parsing/rejected"),
            "i": SuiteTally("json-parsing/decided"),
        ]
        for file in try files(in: folder, extension: "json") {
            guard let kind = file.lastPathComponent.first else { continue }
            tallies[kind]?.count(try failure(of: file, kind))
        }
        return ["y", "n", "i"].compactMap { tallies[$0] }
    }

    /// What went wrong with a file, if anything.
    private func failure(of file: URL, _ kind: Character) throws -> String? {
        let name = file.lastPathComponent
        guard let expected = expectation(name, kind) else { return "\(name): nobody decided about it" }
        let bytes = try Data(contentsOf: file)
        do throws(JSONError) {
            let json = try JSON(parsing: bytes)
            guard expected == .accepted else { return "\(name): accepted" }
            return roundTrips(json, bytes) ? nil : "\(name): is another value when written and read again"
        } catch {
            return expected == .rejected ? nil : "\(name): \(error)"
        }
    }

    private func expectation(_ name: String, _ kind: Character) -> Expectation? {
        switch kind {
        case "y": .accepted
        case "n": .rejected
        default: JSONParsing.accepted.contains(name) ? .accepted : rejection(name)
        }
    }

    private func rejection(_ name: String) -> Expectation? {
        JSONParsing.rejected.contains(name) ? .rejected : nil
    }

    /// Whether the value survives each way of writing it, and its own source text.
    private func roundTrips(_ json: JSON, _ bytes: Data) -> Bool {
        let value = json.value
        let texts = [json.text, value.text(.compact), value.text(.pretty), value.text(.stable)]
        return texts.allSatisfy { (try? JSON(parsing: $0))?.value == value }
    }
}
