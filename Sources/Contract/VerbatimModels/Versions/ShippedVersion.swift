package import Foundation
package import VerbatimContract
import VerbatimJSON

/// A shipped version of the app, as the properties that its models read: a file of `verbatim models --save`.
///
/// Its models are gone: what they decode was tried when it was saved.
struct ShippedVersion: Sendable {
    let name: String
    /// The properties of the bodies of an operation.
    let operations: [OperationKey: [Expectation]]

    struct OperationKey: Hashable {
        let api: String
        let operation: String
    }

    /// A property as a version expects it.
    struct Expectation {
        let statuses: ClosedRange<Int>
        let pattern: JSONPointer
        let isRequired: Bool
        /// What it decodes; nil if that was not tried.
        let acceptance: PropertyAcceptance?

        /// Returns whether the version fails at what a document has.
        func isBroken(by occurrence: Finding.Occurrence) -> Bool {
            switch occurrence {
            case .absent: isRequired
            case .value(.scalar(.null)) where acceptance == nil: isRequired
            case .value(let value): acceptance.map { !$0.accepts(value) } ?? false
            }
        }
    }

    /// Returns whether a finding shows something that the version does not decode; nil if it cannot be held
    /// to what the version expects.
    func isBroken(by finding: Finding) -> Bool? {
        var subject = finding.subject
        subject.operation = subject.operation ?? finding.operationInContract
        guard let occurrence = finding.occurrence, subject.api != nil, subject.operation != nil,
            subject.pointer != nil
        else { return nil }
        return ([subject] + finding.others.map(\.subject)).contains { isBroken(by: occurrence, at: $0) }
    }

    private func isBroken(by occurrence: Finding.Occurrence, at place: Finding.Subject) -> Bool {
        guard let api = place.api, let operation = place.operation, let pointer = place.pointer else {
            return false
        }
        let known = operations[OperationKey(api: api, operation: operation), default: []]
        return known.contains { expectation in
            expectation.pattern.matches(pointer) && place.status.map(expectation.statuses.contains) ?? true
                && expectation.isBroken(by: occurrence)
        }
    }
}

/// The shipped versions of the app whose expectations are kept, in `Versions` next to the contracts.
package struct ShippedVersions: Sendable {
    private let versions: [ShippedVersion]

    /// The name of the folder in that of the contracts.
    package static let folder = "Versions"

    /// Reads the versions that are kept beside contracts; without a folder there are none.
    ///
    /// - Throws: ``VerbatimContract/ContractError`` with every problem of the files, each with its location.
    package init(besideContractsIn contracts: URL) throws(ContractError) {
        let folder = contracts.appending(path: Self.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var problems: [ContractError.Problem] = []
        var versions: [ShippedVersion] = []
        for name in names.filter({ $0.hasSuffix(".json") }) {
            do {
                versions.append(try ShippedVersion(contentsOf: folder.appending(path: name)))
            } catch { problems += error.problems }
        }
        guard problems.isEmpty else { throw ContractError(problems) }
        self.versions = versions.sorted { VersionNumber($0.name) < VersionNumber($1.name) }
    }

    /// Returns findings with the versions that each breaks.
    package func judged(_ findings: [Finding]) -> [Finding] {
        guard !versions.isEmpty else { return findings }
        let names = versions.map(\.name)
        return findings.map { finding in
            let broken = versions.filter { $0.isBroken(by: finding) ?? false }.map(\.name)
            guard !broken.isEmpty || versions.contains(where: { $0.isBroken(by: finding) != nil }) else {
                return finding
            }
            var judged = finding
            judged.versions = VersionEffect(versions: names, broken: Set(broken))
            // What the newest app reads may still break one that people have.
            if !broken.isEmpty, finding.severity != .off {
                judged.severity = max(finding.severity, .warning)
                judged.isAllowed = false
            }
            return judged
        }
    }
}

/// The number of a version, in the order of releases: `3.9` before `3.10`, `3.2-beta` before `3.2`.
///
/// https://semver.org/#spec-item-11
struct VersionNumber: Comparable {
    private let numbers: [Int]
    private let suffix: String

    init(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        var numbers = (parts.first ?? "").split(separator: ".").map { Int($0.prefix(while: \.isNumber)) ?? 0 }
        while numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
        suffix = parts.count > 1 ? String(parts[1]) : ""
    }

    static func < (a: VersionNumber, b: VersionNumber) -> Bool {
        if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
        if a.suffix.isEmpty || b.suffix.isEmpty { return !a.suffix.isEmpty && b.suffix.isEmpty }
        return a.suffix < b.suffix
    }
}
