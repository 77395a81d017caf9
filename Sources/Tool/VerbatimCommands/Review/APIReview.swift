import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports
import VerbatimYAML

/// What the recordings of one API contradict in its contract.
struct APIReview {
    let contract: Contract
    /// The file of the contract as it was read.
    let text: Data
    let interactions: [Interaction]
    /// The decisions that the recordings call for: edits first, then findings that no edit resolves.
    private(set) var items: [ReviewItem] = []
    /// The items by what happened at the provider, the most severe first.
    private(set) var questions: [ReviewQuestion] = []

    private let api: API
    private let losses: [Finding]
    private let redactor: OutputRedactor

    /// Compares the recordings of an API with its contract.
    ///
    /// - Parameters:
    ///   - recordings: The paths of the recordings; if empty, all of the API.
    ///   - overrides: The decisions of the team so far; nothing that they are about is an item.
    ///   - history: The changes of the recordings that are not committed, by which causes are told apart.
    init(
        of api: API, _ contract: Contract, recordings: [String] = [], _ overrides: Overrides,
        history: [Finding], sources: SharedSourceIndex, in context: CommandContext
    ) throws {
        self.api = api
        redactor = context.console.redactor
        self.contract = contract
        text = try Data(contentsOf: context.url(contract.file))
        let archives = try context.recordings(at: recordings, orOf: [api]).map {
            try $0.archive(context.console.redactor)
        }
        // A HAR file from elsewhere has traffic of other services as well; the folder of an API has not.
        let own: (Interaction) -> Bool = { recordings.isEmpty || contract.hasServer(of: $0) }
        interactions = archives.flatMap(\.interactions).filter(own)
        losses = archives.filter { $0.interactions.contains(where: own) }.flatMap(\.lossFindings)
        guard !interactions.isEmpty else { return }
        let inferred = try ContractInference(tightens: false).update(contract, with: interactions)
        let old = check(contract, sources)
        let new = inferred.isChanged ? check(inferred.contract, sources) : old
        let resolution = Resolution(
            old: old.findings, new: new.findings, overrides: overrides, files: context.sourceFiles)
        let readers = ModelReaders(old.audit.report(sources.value), old.findings)
        items =
            resolution.edits(of: inferred, contract, readers)
            + resolution.unresolved(api: contract.api, readers)
        var causes = resolution.causes(history: history)
        let changes = recordings.isEmpty ? context.changes(explaining: causes) : []
        if !changes.isEmpty { causes = resolution.causes(history: history + changes) }
        questions = resolution.questions(about: items, causes)
    }

    func contract(accepting keys: Set<InferredEdit.Key>) throws(ContractError) -> InferredContract {
        try ContractInference().update(contract, with: interactions) { keys.contains($0) }
    }

    /// Returns what accepting a question changes in the file; nil if that cannot be known.
    ///
    /// - Parameter others: The edits that are accepted already.
    func preview(of question: ReviewQuestion, besides others: Set<InferredEdit.Key> = []) -> ContractPreview?
    {
        let edits = question.edits
        guard !edits.isEmpty, let new = try? contract(accepting: others.union(edits)),
            let old = others.isEmpty
                ? String(decoding: text, as: UTF8.self) : try? contract(accepting: others).text
        else { return nil }
        // As it is written.
        let written = redactor.ofFiles.redactJSON(new.text).printable()
        return ContractPreview(of: contract.file, from: old, to: written)
    }

    private func check(
        _ contract: Contract, _ sources: SharedSourceIndex
    ) -> (findings: [Finding], audit: ModelAudit) {
        let checker = Checker(ContractSet([contract]), [api])
        var report = checker.check([])
        var audit = ModelAudit()
        checker.add(interactions, api: contract.api, to: &report, audit: &audit) { sources.value }
        report.add(losses)
        report.add(audit.warnings { sources.value })
        report.add(contract.warningFindings)
        report.add(checker.bindingFindings)
        return (report.findings, audit)
    }
}

/// The findings of a check with a contract and with its update.
private struct Resolution {
    /// The findings by fingerprint, in order.
    private let groups: OrderedGroups<Finding.Key, [Finding]>
    /// The fingerprints that are found with the update as well.
    private let remaining: Set<Finding.Key>
    private let findings: [Finding]
    private let overrides: Overrides
    /// The files of contracts, whose lines are shown.
    private let files: SourceFiles

    init(old: [Finding], new: [Finding], overrides: Overrides, files: SourceFiles) {
        groups = OrderedGroups(grouping: old) { $0.key(.decision).pattern }
        remaining = Set(new.map { $0.key(.decision).pattern })
        findings = old
        self.overrides = overrides
        self.files = files
    }

    /// Returns an item for each decision about the contract that no override has taken.
    func edits(of inferred: InferredContract, _ contract: Contract, _ readers: ModelReaders) -> [ReviewItem] {
        let decisions = OrderedGroups(grouping: inferred.edits.filter { $0.key != .version }, by: \.key)
        let search = EditFindings(decisions.values.compactMap(\.first), of: contract)
        var resolved: [[Finding.Key]] = decisions.keys.map { _ in [] }
        for (target, findings) in groups.pairs where !remaining.contains(target) {
            let indices = Set(findings.flatMap(search.indices))
            for index in indices { resolved[index].append(target) }
        }
        return zip(decisions.pairs, resolved).compactMap { decision, targets in
            guard targets.isEmpty || !targets.allSatisfy(isDecided) else { return nil }
            let edit = ReviewItem.Edit(decision.1, of: contract, in: inferred)
            return edit.map {
                ReviewItem(
                    api: contract.api, edit: $0, findings: targets.compactMap(counted),
                    readers: readers.readers(of: targets.compactMap { groups[$0]?.first }),
                    contractLine: line(at: contract.location(nearest: $0.key.pointer.tokens)))
            }
        }
    }

    /// Returns an item for each warning or breaking finding that neither the update nor an override resolves.
    func unresolved(api: String, _ readers: ModelReaders) -> [ReviewItem] {
        groups.pairs.compactMap { target, findings in
            guard remaining.contains(target), !isDecided(target), let finding = counted(target),
                finding.finding.severity >= .warning
            else { return nil }
            return ReviewItem(
                api: api, edit: nil, findings: [finding], readers: readers.readers(of: [finding.finding]),
                contractLine: finding.finding.contractLocation.flatMap(line))
        }
    }

    /// Returns the causes of the findings, with the severities that the team has decided.
    func causes(history: [Finding]) -> [Cause] {
        var overrides = overrides
        return CauseFinder.causes(of: overrides.applied(to: findings), history: history)
    }

    func questions(about items: [ReviewItem], _ causes: [Cause]) -> [ReviewQuestion] {
        ReviewQuestion.questions(about: items, causes) { cause in
            cause.findings.filter {
                $0.severity == .breaking && remaining.contains($0.key(.decision).pattern)
            }.flatMap(\.affected).uniqued
        }
    }

    private func line(at location: SourceLocation) -> ReviewItem.ContractLine? {
        files.line(at: location).map { line in
            ReviewItem.ContractLine(location: location, text: line.trimmingCharacters(in: .whitespaces))
        }
    }

    private func counted(_ target: Finding.Key) -> ReviewItem.CountedFinding? {
        guard let findings = groups[target], let first = findings.first else { return nil }
        return .init(finding: first, count: findings.reduce(0) { $0 + $1.count })
    }

    private func isDecided(_ target: Finding.Key) -> Bool { overrides.severity(of: target) != nil }
}

extension ReviewItem.Edit {
    /// Creates the edit of a decision from the edits that it takes, one after the other.
    fileprivate init?(_ edits: [InferredEdit], of contract: Contract, in inferred: InferredContract) {
        guard let first = edits.first else { return nil }
        func value(in contract: Contract) -> JSONValue? {
            let node = contract.document[first.pointer]
            return node.exists ? .some(node.value) : .none
        }
        let old = value(in: contract)
        var new = value(in: inferred.contract)
        if first.kind == .widened, let name = first.name, case .array(let names)? = old {
            let remaining = names.filter { $0 != .string(name) }
            new = remaining.isEmpty ? .none : .some(.array(remaining))
        }
        self.init(
            key: first.key, summary: edits.map(\.summary).joined(separator: "; "), old: old, new: new,
            value: first.value, location: first.location, others: first.others,
            isWritable: !TextDocument.isYAML(contract.file))
    }
}

/// Finds the properties of the app's models that read the value of a finding.
struct ModelReaders {
    /// A value of an operation's responses, the same in all elements of arrays.
    private struct Place: Hashable {
        let operation: String?
        let pattern: String
    }

    private var properties: [Place: [ModelsReport.Property]] = [:]
    /// The findings about models that do not decode a value.
    private var failures: [Place: [Finding]] = [:]

    init(_ report: ModelsReport, _ findings: [Finding]) {
        for property in report.properties where property.agreement.model != .unread {
            for location in property.locations {
                let place = Place(operation: location.operation, pattern: location.pattern)
                properties[place, default: []].append(property)
            }
        }
        let rules = Set(Rule.ofDecoding)
        for finding in findings where rules.contains(finding.rule) {
            for place in Self.places(of: finding).prefix(1) { failures[place, default: []].append(finding) }
        }
    }

    /// Returns the properties that read values of findings, each once, first those that do not decode them.
    func readers(of findings: [Finding]) -> [ReviewItem.Reader] {
        let readers = findings.flatMap(readers)
        let broken = Set(readers.filter(\.isBroken).map(\.property.name))
        return readers.filter(\.isBroken).uniqued
            + readers.filter { !$0.isBroken && !broken.contains($0.property.name) }.uniqued
    }

    private func readers(of finding: Finding) -> [ReviewItem.Reader] {
        let places = Self.places(of: finding)
        guard let place = places.first(where: { properties[$0] != nil || failures[$0] != nil }) else {
            return []
        }
        let failure = failures[place]?.first
        let reason = failure.map { "\($0.expected), but it is \($0.found)" }
        let known = properties[place, default: []].map { property in
            var known = AffectedProperty(
                name: property.declaration?.description ?? "\(property.model).\(property.name)",
                location: property.declaration?.location, model: property.model,
                reason: reason ?? property.type.map { "expects \($0)" } ?? "tests its presence")
            known.predicate = failure?.affected.first?.predicate
            return known
        }
        let model = failure?.model.map {
            AffectedProperty(name: $0, location: nil, model: $0, reason: reason ?? "")
        }
        return (known.isEmpty ? [model].compactMap(\.self) : known).map {
            ReviewItem.Reader(property: $0, isBroken: failure != nil)
        }
    }

    /// The value of a finding, and the property that contains it as an element.
    private static func places(of finding: Finding) -> [Place] {
        guard let pointer = finding.pointer?.pattern else { return [] }
        var places = [Place(operation: finding.operation, pattern: pointer.description)]
        var tokens = pointer.tokens
        while tokens.last == "*" {
            tokens.removeLast()
            places.append(Place(operation: finding.operation, pattern: JSONPointer(tokens).description))
        }
        return places
    }
}
