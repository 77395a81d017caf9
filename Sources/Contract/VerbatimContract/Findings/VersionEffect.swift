import VerbatimJSON

/// The effect of a finding on the shipped versions of the app, by what each expects.
public struct VersionEffect: Sendable, Hashable, CustomStringConvertible, Codable {
    /// All shipped versions whose expectations are known, the oldest first: `3.9`, `3.10`.
    public let versions: [String]
    /// Those of them that do not decode what was found.
    public let broken: Set<String>

    /// Creates an effect.
    public init(versions: [String], broken: Set<String>) {
        self.versions = versions
        self.broken = broken
    }

    /// The versions that are not broken, the oldest first.
    public var spared: [String] { versions.filter { !broken.contains($0) } }

    /// The effect in a few words: `breaks 3.0 to 3.2, not 3.3`.
    public var description: String {
        if broken.isEmpty { return "breaks no shipped version (\(ranges { _ in true }))" }
        let spared = spared.isEmpty ? "" : ", not \(ranges { !broken.contains($0) })"
        return "breaks \(ranges(where: broken.contains))\(spared)"
    }

    /// Returns the versions that satisfy a condition, those that follow each other as ranges.
    private func ranges(where isIncluded: (String) -> Bool) -> String {
        let runs = versions.split { !isIncluded($0) }.map(Array.init)
        return runs.flatMap { run in
            run.count > 2 ? ["\(run[0]) to \(run[run.count - 1])"] : run
        }.list("and")
    }
}

extension Finding {
    /// What a document has where something does not decode it.
    package enum Occurrence: Sendable, Hashable, Codable {
        /// The property is not there.
        case absent
        case value(Value)
    }

    /// What was found, as far as it can be held to what a version expects.
    package var occurrence: Occurrence? {
        tried ?? (rule.symptom == .missing ? .absent : value.map(Occurrence.value))
    }
}

extension Cause {
    /// The shipped versions that one of its findings breaks; nil if no version was asked, or none can say.
    public var versions: VersionEffect? {
        let effects = findings.compactMap(\.versions)
        return effects.first.map { first in
            VersionEffect(
                versions: first.versions, broken: effects.reduce(into: []) { $0.formUnion($1.broken) })
        }
    }
}
