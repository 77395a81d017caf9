import Foundation
package import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Decides whether a contract kills a mutant: whether a check of the mutated interaction reports more.
struct ContractOracle: Sendable {
    private let contracts: ContractSet
    private let api: String
    private let emptyReport: CheckReport

    init(_ contract: Contract) {
        contracts = ContractSet([contract])
        api = contract.api
        emptyReport = CheckReport(over: contracts)
    }

    /// The findings about an interaction that are warnings or breaking.
    func findings(about interaction: Interaction) -> [Finding] {
        var report = emptyReport
        contracts.check(interaction, api: api, into: &report)
        return report.findings.filter { $0.severity >= .warning }
    }

    /// The keys of the findings about an interaction, by which those of a mutant are known to be new.
    func keys(of interaction: Interaction) -> Set<Finding.Key> {
        Set(findings(about: interaction).map { $0.key(.value) })
    }

    /// The findings about a mutated interaction that the original has not.
    func findings(about mutated: Interaction, beyond known: Set<Finding.Key>) -> [Finding] {
        findings(about: mutated).filter { !known.contains($0.key(.value)) }
    }

    /// The highest severity of the new findings about a mutated interaction; nil if the mutant survives.
    func severity(of mutated: Interaction, beyond known: Set<Finding.Key>) -> Severity? {
        findings(about: mutated, beyond: known).map(\.severity).max()
    }
}

/// Checks all recordings against edited contracts.
///
/// Edits of different keywords are tried together: a contract is parsed and the recordings are checked once
/// for all of them, and each finding is attributed to the edit of the keyword that it is about. So the time
/// does not grow with the product of the edits and the size of the contract.
final class ContractTrial {
    enum Outcome {
        /// No recording has a new finding.
        case holds(TriedContract)
        /// A recording has a new finding: the API gives responses that the edit rules out.
        case breaks(Finding)
        /// The edited document is not a contract.
        case invalid
        /// The edit was not tried, as the trials before it took all the work there may be.
        case untried
    }

    private let contract: Contract
    private let originals: OriginalResponses
    private let cost: Int
    private var outcomes: [ContractEdit: Outcome] = [:]
    /// The edited contracts that hold, the last one last.
    private var held: [TriedContract] = []
    /// The bytes that further trials may read.
    private var bytes: Int
    /// The number of times that an edited contract was read.
    private(set) var count = 0

    /// The number of edited contracts that are kept at once.
    private static let keptContracts = 16

    /// - Parameter bytes: The bytes that all trials may read together. A byte of a contract counts as several
    ///   of a body, as it is compiled.
    init(_ contract: Contract, _ originals: OriginalResponses, bytes: Int = 4 << 30) {
        self.contract = contract
        self.originals = originals
        self.bytes = bytes
        cost = 16 * contract.document.text.utf8.count + originals.bytes
    }

    /// Tries edits, as many together as change different keywords.
    ///
    /// Those that require properties are tried apart from the others: a reduced mutant does not have them.
    func `try`(_ edits: some Sequence<ContractEdit>) {
        tryTogether(edits.filter(\.isOfRequired))
        tryTogether(edits.filter { !$0.isOfRequired })
    }

    private func tryTogether(_ edits: [ContractEdit]) {
        var known = Set(outcomes.keys)
        var batches: [[ContractEdit]] = []
        var counts: [TriedEdits.Slot: Int] = [:]
        for edit in edits where known.insert(edit).inserted {
            let index = counts[TriedEdits.Slot(edit), default: 0]
            counts[TriedEdits.Slot(edit)] = index + 1
            if index == batches.count { batches.append([]) }
            batches[index].append(edit)
        }
        for batch in batches { run(batch) }
    }

    /// The outcome of a single edit, which is computed once.
    func outcome(of edit: ContractEdit) -> Outcome {
        if let known = outcomes[edit] { return known }
        run([edit])
        return outcomes[edit] ?? .untried
    }

    /// Returns the outcome of an edit without the others that were tried with it.
    func outcome(ofOnly edit: ContractEdit) -> Outcome {
        if case .holds(let tried)? = outcomes[edit], tried.edits.all.count > 1 { outcomes[edit] = nil }
        return outcome(of: edit)
    }

    /// Returns whether no recording has a new finding with several edits, applied in their order.
    func holds(_ edits: [ContractEdit]) -> Bool {
        guard spend(), let edited = try? contract.applying(edits) else { return false }
        return !newFindings(ContractOracle(edited)).contains { _ in true }
    }

    private func spend() -> Bool {
        guard bytes >= cost else { return false }
        bytes -= cost
        count += 1
        return true
    }

    private func newFindings(_ oracle: ContractOracle) -> some Sequence<Finding> {
        originals.checked.lazy.flatMap { oracle.findings(about: $0.interaction, beyond: $0.known) }
    }

    /// Finds out the outcomes of edits: of those that break recordings, and then of the others.
    private func run(_ edits: [ContractEdit]) {
        guard !edits.isEmpty else { return }
        guard spend() else { return edits.forEach { outcomes[$0] = .untried } }
        guard let edited = try? contract.applying(edits) else { return divide(edits, or: .invalid) }
        let oracle = ContractOracle(edited)
        let tried = TriedEdits(edits)
        var broken: [ContractEdit: Finding] = [:]
        var other: Finding?
        var repeated = 0
        for finding in newFindings(oracle) {
            // Another pass without the broken edits costs less than to find them in every recording.
            if broken.count == edits.count || repeated > max(1_000, originals.count) { break }
            guard let edit = edits.count == 1 ? edits[0] : tried.edit(foundBy: finding) else {
                other = other ?? finding
                continue
            }
            if broken[edit] == nil { broken[edit] = finding } else { repeated += 1 }
        }
        for (edit, finding) in broken { outcomes[edit] = .breaks(finding) }
        if !broken.isEmpty { return run(edits.filter { broken[$0] == nil }) }
        if let other { return divide(edits, or: .breaks(other)) }
        keep(TriedContract(oracle, tried))
    }

    private func divide(_ edits: [ContractEdit], or outcome: Outcome) {
        guard edits.count > 1 else { return outcomes[edits[0]] = outcome }
        run(Array(edits[..<(edits.count / 2)]))
        run(Array(edits[(edits.count / 2)...]))
    }

    /// Keeps an edited contract, and forgets the oldest if there are many.
    private func keep(_ tried: TriedContract) {
        for edit in tried.edits.all { outcomes[edit] = .holds(tried) }
        held.append(tried)
        guard held.count > Self.keptContracts else { return }
        let oldest = held.removeFirst()
        for edit in oldest.edits.all {
            if case .holds(let kept)? = outcomes[edit], kept === oldest { outcomes[edit] = nil }
        }
    }
}

/// A contract with edits that hold.
final class TriedContract {
    let edits: TriedEdits
    private let oracle: ContractOracle

    init(_ oracle: ContractOracle, _ edits: TriedEdits) {
        self.oracle = oracle
        self.edits = edits
    }

    /// Returns whether an edit makes the contract kill a mutant; nil if it may be any of the edits.
    func kills(_ mutated: Interaction, beyond known: Set<Finding.Key>, by edit: ContractEdit) -> Bool? {
        let new = oracle.findings(about: mutated, beyond: known)
        if new.isEmpty || edits.all.count == 1 { return !new.isEmpty }
        let found = new.map(edits.edit(foundBy:))
        return found.contains(edit) ? true : found.contains(nil) ? nil : false
    }
}

/// Edits of different keywords, or of different elements of one.
struct TriedEdits {
    private(set) var all: [ContractEdit] = []
    private var bySlot: [Slot: ContractEdit] = [:]
    private var byPointer: [JSONPointer: [ContractEdit]] = [:]
    private var areAboutKeywords = true

    /// A keyword, or the element of a list that an edit adds to it.
    struct Slot: Hashable {
        let keyword: JSONPointer
        var element: JSONValue?

        init(_ keyword: JSONPointer, _ element: JSONValue? = nil) {
            self.keyword = keyword
            self.element = element
        }

        init(_ edit: ContractEdit) {
            self.init(edit.pointer.appending(edit.keyword))
            if case .insert(let value) = edit.change { element = value }
        }
    }

    init(_ edits: [ContractEdit] = []) { edits.forEach { append($0) } }

    mutating func append(_ edit: ContractEdit) {
        all.append(edit)
        bySlot[Slot(edit)] = edit
        byPointer[edit.pointer, default: []].append(edit)
        if edit.keyword == "schema" { areAboutKeywords = false }
    }

    /// Returns the edit without which there would be no finding; nil if it may be any.
    func edit(foundBy finding: Finding) -> ContractEdit? {
        guard let pointer = finding.contractPointer else { return nil }
        let element = finding.pointer?.tokens.last.map { JSONValue.string($0) }
        var keyword = pointer
        for _ in 0...(areAboutKeywords ? 1 : pointer.tokens.count) {
            if let edit = bySlot[Slot(keyword, element)] ?? bySlot[Slot(keyword)] { return edit }
            guard let parent = keyword.parent else { break }
            keyword = parent
        }
        let others = byPointer[pointer] ?? []
        return others.count == 1 ? others[0] : nil
    }
}

extension Contract {
    /// The contract with edits, applied in their order.
    ///
    /// - Throws: ``ContractError`` if the edited contract has problems that this one has not.
    package func applying(_ edits: [ContractEdit]) throws(ContractError) -> Contract {
        let edited = try Contract(parsing: Data(editedText(edits).utf8), file: file)
        guard edited.warnings.count <= warnings.count else { throw ContractError(edited.warnings) }
        return edited
    }

    package func editedText(_ edits: [ContractEdit]) -> String {
        var document = document.value
        for edit in edits { edit.apply(to: &document) }
        return document.text(.pretty) + "\n"
    }
}
