import Foundation

/// One suite, and what we are held to in it.
protocol ConformancePart {
    /// Runs the suite, from the folder that holds all suites.
    func run(in suites: URL) throws -> [SuiteTally]
}

/// How many cases of one part of a suite passed.
struct SuiteTally: CustomStringConvertible {
    let name: String
    private(set) var total = 0
    private(set) var failures: [String] = []

    init(_ name: String) { self.name = name }

    /// Counts a case; a failure says what was expected and what was found instead.
    mutating func count(_ failure: String?) {
        total += 1
        if let failure { failures.append(failure) }
    }

    var isPassed: Bool { total > 0 && failures.isEmpty }

    /// One line with the count, and one for each failure.
    var description: String {
        let lines = ["\(name) \(total - failures.count)/\(total)"] + failures.map { "  failed: \($0)" }
        return lines.joined(separator: "\n")
    }
}

/// A suite that is not there, or has no cases.
struct MissingSuite: Error, CustomStringConvertible {
    let folder: URL

    var description: String {
        "\(folder.path): missing or empty; next: give the folder that holds the suites"
    }
}

/// The files of a folder in the order of their names; an error when there are none.
func files(in folder: URL, extension fileExtension: String) throws -> [URL] {
    let manager = FileManager.default
    guard let names = try? manager.contentsOfDirectory(atPath: folder.path) else {
        throw MissingSuite(folder: folder)
    }
    let found = names.filter { $0.hasSuffix("." + fileExtension) }.sorted()
    guard !found.isEmpty else { throw MissingSuite(folder: folder) }
    return found.map { folder.appendingPathComponent($0) }
}
