import Foundation

/// A public test suite.
protocol ConformanceSuite {
    /// Runs the suite, and returns the results of its parts.
    ///
    /// - Parameter suites: The folder that contains all suites.
    func run(in suites: URL) throws -> [SuiteResult]
}

/// The result of a part of a suite.
struct SuiteResult: CustomStringConvertible {
    let name: String
    private(set) var total = 0
    private(set) var failures: [String] = []

    init(_ name: String) { self.name = name }

    /// Adds a test, with a description of its failure if it failed.
    mutating func append(_ failure: String?) {
        total += 1
        if let failure { failures.append(failure) }
    }

    var isPassed: Bool { total > 0 && failures.isEmpty }

    /// A line with the counts, and a line for each failure.
    var description: String {
        let lines = ["\(name) \(total - failures.count)/\(total)"] + failures.map { "  failed: \($0)" }
        return lines.joined(separator: "\n")
    }
}

/// The error for a suite that is missing or has no tests.
struct MissingSuite: Error, CustomStringConvertible {
    let folder: URL

    var description: String {
        "\(folder.path): missing or empty; next: pass the folder that contains the suites"
    }
}

/// Returns the files of a folder with an extension, sorted by name.
///
/// - Throws: `MissingSuite` if there are no such files.
func files(in folder: URL, extension fileExtension: String) throws -> [URL] {
    let manager = FileManager.default
    guard let names = try? manager.contentsOfDirectory(atPath: folder.path) else {
        throw MissingSuite(folder: folder)
    }
    let found = names.filter { $0.hasSuffix("." + fileExtension) }.sorted()
    guard !found.isEmpty else { throw MissingSuite(folder: folder) }
    return found.map { folder.appendingPathComponent($0) }
}
