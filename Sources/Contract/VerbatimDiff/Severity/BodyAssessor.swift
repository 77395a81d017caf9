import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// Determines the consequences of changes in the schemas of bodies, by the models and the recorded bodies.
struct BodyAssessor {
    private let assessor: ChangeAssessor
    private var values: [SchemaDifference.Origin: [JSONValue]] = [:]
    /// The pairs of schemas that examples are looked for in although no model needs them.
    private var examined: Set<SchemaPair.Forms> = []
    private var trials: [TrialKey: ModelTrial] = [:]
    private var recorded: [RecordedKey: [RecordedValue]] = [:]

    private struct TrialKey: Hashable {
        let exchange: String?
        let items: ItemFormat?
    }

    init(_ assessor: ChangeAssessor) { self.assessor = assessor }

    private var schemas: SchemaComparison { assessor.finder.responses }

    /// Determines the consequences of a difference in a body.
    mutating func assess(
        _ change: inout Finding, _ raw: RawChange, _ difference: SchemaDifference, in use: SchemaUse
    ) {
        guard raw.rule.severity != .off else { return }
        let key = TrialKey(exchange: change.exchange, items: use.items)
        let trial = trials[key] ?? makeTrial(use)
        trials[key] = trial
        let recorded = recordedEvidence(for: difference, use)
        if let body = recorded?.exchange.body?.value,
            let affected = trial.propertiesRejecting(body, at: difference.path)
        {
            change.severity = .breaking
            change.affected = affected
        } else if trial.hasModels {
            tryModels(&change, raw.rule, difference, trial)
        }
        guard raw.direction.contains(.widens) else { return }
        if let recorded {
            change.evidence = recorded.evidence
            change.tried = difference.occurrence(in: recorded.value)
        } else {
            let isExamined = trial.hasModels || examine(difference.site)
            let example = isExamined ? newValues(for: difference).first : nil
            change.evidence = .unrecorded(example: example)
            change.tried = example.flatMap { JSON($0) }.flatMap(difference.occurrence)
            let isUnread = raw.rule.removesProperty && change.severity == .info && trial.hasModels
            if !isUnread { change.severity = max(change.severity, .warning) }
        }
    }

    /// Returns whether examples are looked for in a pair of schemas: in a limited number of pairs.
    private mutating func examine(_ site: SchemaDifference.Site) -> Bool {
        let forms = SchemaPair.Forms(old: site.old, new: site.new)
        if examined.count < ComparisonLimits.examples { examined.insert(forms) }
        return examined.contains(forms)
    }

    /// Returns values that only the new schema allows, because of a difference.
    private mutating func newValues(for difference: SchemaDifference) -> [JSONValue] {
        let key = difference.key
        if let known = values[key] { return known }
        let found = assessor.counterexamples.newValues(for: difference)
        values[key] = found
        return found
    }

    // MARK: Models

    private mutating func tryModels(
        _ change: inout Finding, _ rule: ChangeRule, _ difference: SchemaDifference, _ trial: ModelTrial
    ) {
        if rule.removesProperty { return findReaders(&change, rule, difference, trial) }
        let values = rule.mayConflict ? possibleValues(of: difference) : newValues(for: difference)
        switch trial.outcome(of: values, at: rule.mayConflict ? difference.path : difference.site.path) {
        case .breaks(let affected):
            change.severity = .breaking
            change.affected = affected
        case .tolerates: change.severity = rule.tolerated
        case .unknown: break
        }
    }

    /// A removed property breaks the models that read it, and nothing if none does.
    private func findReaders(
        _ change: inout Finding, _ rule: ChangeRule, _ difference: SchemaDifference, _ trial: ModelTrial
    ) {
        guard let name = difference.property, let readers = trial.readers(of: name, in: difference.site.path)
        else {
            change.severity = rule.severity
            return
        }
        change.affected = readers
        change.severity = readers.isEmpty ? rule.tolerated : .breaking
    }

    /// Values of an added property or format, for models that already read it.
    private func possibleValues(of difference: SchemaDifference) -> [JSONValue] {
        let forms = schemas.new
        guard let branch = forms[difference.site.new].branches.first else { return [] }
        let form = difference.property.map { branch.form(of: $0, in: forms) } ?? difference.site.new
        let tests = forms[form].branches.map { ScalarTest($0) }
        return assessor.newSamples.values(of: form).lazy
            .filter { value in tests.contains { $0.accepts(value) } }.prefix(4).map(\.self)
    }

    /// Creates a trial of the models for a response, with three recorded bodies and two generated ones.
    private func makeTrial(_ use: SchemaUse) -> ModelTrial {
        let status = use.status ?? "default"
        let bindings = assessor.models[use.operation.id, default: []].filter { binding in
            binding.statuses.contains(where: StatusKey(rawValue: status).covers)
        }.reading(use.items)
        guard !bindings.isEmpty else { return ModelTrial([], bodies: [], sources: nil) }
        let recorded = assessor.traffic.exchanges(of: use.operation.id, status: status)
            .filter { ($0.items != nil) == (use.items != nil) }.compactMap(\.body)
            .filter { $0.count > 0 }.sorted { $0.text.utf8.count < $1.text.utf8.count }
        // The two shortest are quick to try; the longest has most of the properties there are.
        let chosen = (recorded.prefix(2) + recorded.dropFirst(2).suffix(1)).map(\.value)
        let generated = [
            assessor.newSamples.complete(of: use.forms.new),
            ValueSamples(forms: schemas.old).complete(of: use.forms.old),
        ].map { use.items == nil ? $0 : .array([$0]) }.filter {
            $0.size(upTo: ComparisonLimits.bodySize) < ComparisonLimits.bodySize
        }
        return ModelTrial(bindings, bodies: chosen + generated, sources: assessor.consumer.sources)
    }

    // MARK: Recordings

    private typealias RecordedEvidence = (
        evidence: Finding.Evidence, exchange: TrafficIndex.Exchange, value: JSON
    )

    /// Returns a recorded value that only the new schema allows.
    private mutating func recordedEvidence(
        for difference: SchemaDifference, _ use: SchemaUse
    ) -> RecordedEvidence? {
        guard difference.direction.contains(.widens), assessor.traffic.shows(use.operation.id),
            let check = assessor.counterexamples.check(for: difference)
        else { return nil }
        for recorded in newRecordedValues(at: difference.site, of: use.operation.id, use.status, check) {
            let (value, exchange) = (recorded.value, recorded.exchange)
            guard recorded.violations.show(difference) else { continue }
            let position = exchange.items?.position(of: value.position) ?? value.position
            guard
                let location = exchange.interaction.locationInBody(
                    line: position.line, column: position.column)
            else { continue }
            let shown = difference.property.map { value[$0] } ?? value
            return (
                .recorded(
                    location, pointer: value.pointer,
                    value: shown.exists ? DiffMessages.value(shown.value) : "missing"), exchange, value
            )
        }
        return nil
    }

    /// A recorded value that only the new schema allows.
    private struct RecordedValue {
        let value: JSON
        let exchange: TrafficIndex.Exchange
        let violations: ViolationIndex
    }

    private struct RecordedKey: Hashable {
        let site: SchemaDifference.Site
        let operation: String
        let status: String?
    }

    /// Returns the recorded values at a site that only the new schema allows: the first of them for any
    /// number of differences at the site.
    private mutating func newRecordedValues(
        at site: SchemaDifference.Site, of operation: String, _ status: String?, _ check: CounterexampleCheck
    ) -> [RecordedValue] {
        let key = RecordedKey(site: site, operation: operation, status: status)
        if let known = recorded[key] { return known }
        var found: [RecordedValue] = []
        for exchange in assessor.traffic.exchanges(of: operation, status: status) {
            for value in exchange.body?.values(at: site.path[...]) ?? []
            where found.count < Self.recordedLimit && check.isNew(value) {
                let violations = ViolationIndex(of: value, check.violations(in: value))
                found.append(RecordedValue(value: value, exchange: exchange, violations: violations))
            }
        }
        recorded[key] = found
        return found
    }

    /// The number of recorded values at a site that are searched for evidence.
    private static let recordedLimit = 256
}

extension SchemaDifference {
    /// Returns what a value at the site has where the schemas differ.
    fileprivate func occurrence(in value: JSON) -> Finding.Occurrence? {
        guard let property else { return Finding.Value(value).map { .value($0) } }
        return Finding.Value(value[property]).map { .value($0) } ?? .absent
    }
}

extension ChangeRule {
    private var isAboutNamedProperty: Bool {
        switch subject {
        case .requiredProperty, .optionalProperty: true
        default: false
        }
    }

    /// Whether a property of the body is gone.
    fileprivate var removesProperty: Bool { kind == .removed && isAboutNamedProperty }

    /// Whether models may already read what was added, and expect something else.
    fileprivate var mayConflict: Bool {
        kind == .added && isAboutNamedProperty || kind == .text(.format, .added)
    }
}
