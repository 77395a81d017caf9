import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// Finds out what changes mean to the app: whom they hurt, and what shows that they are so.
struct ChangeAssessor {
    let comparer: ComparisonEngine
    private let consumer: Consumer
    private let api: String
    let traffic: TrafficIndex
    private let proofs: CounterexampleChecks
    let usesModels: [String: [ModelBinding]]

    init(_ comparer: ComparisonEngine, _ consumer: Consumer, api: String) {
        self.comparer = comparer
        self.api = api
        self.consumer = consumer
        traffic = TrafficIndex(consumer.interactions, old: comparer.old, new: comparer.new)
        let differences = comparer.changes.compactMap { change in
            if case .body(let difference, _, _) = change.scope { difference } else { nil }
        }
        proofs = CounterexampleChecks(differences, comparer.schemas)
        usesModels = Dictionary(grouping: consumer.models, by: \.operation)
    }

    /// Every change with its severity, whom it hurts, and its witness.
    func assess() -> [ContractChange] {
        var known: [ProofKey: [JSONValue]] = [:]
        var trials: [String: ModelTrial] = [:]
        return comparer.changes.map { found in
            var change = describe(found)
            switch found.scope {
            case .body(let difference, let old, let new):
                let key = ProofKey(difference)
                let values = known[key] ?? proofs.newValues(for: difference)
                known[key] = values
                let question = BodyQuestion(difference: difference, old: old, new: new, values: values)
                let trial = trials[change.exchange ?? ""] ?? self.trial(of: found, question)
                trials[change.exchange ?? ""] = trial
                assess(&change, found, question, trial)
            case .operation, .contract: assessUse(&change, found)
            case .request: assessRequests(&change, found)
            case .response: assessResponses(&change, found)
            }
            change.next = NextStep.words(for: change, contract: comparer.new.file)
            return change
        }
    }

    private struct ProofKey: Hashable {
        let old: SchemaBranch.Index
        let new: SchemaBranch.Index
        let keyword: String?
        let member: String?

        init(_ difference: SchemaDifference) {
            old = difference.site.old
            new = difference.site.new
            keyword = difference.keyword
            member = difference.member
        }
    }

    private func describe(_ found: RawChange) -> ContractChange {
        let exchange = found.operation.map { operation in
            "\(operation.method) \(operation.path)" + (found.status.map { " -> \($0)" } ?? "")
        }
        return ContractChange(
            rule: found.rule.id, severity: found.rule.severity, direction: found.direction,
            api: api,
            operation: found.operation?.id, exchange: exchange, subject: found.subject,
            pointer: found.pointer?.description, was: found.was, now: found.now,
            oldLocation: found.oldNode.map(comparer.old.location(of:)),
            newLocation: found.newNode.map(comparer.new.location(of:)),
            next: "")
    }
}

// MARK: - Bodies

extension ChangeAssessor {
    /// A difference in the schema of a body, with values that show it.
    private struct BodyQuestion {
        let difference: SchemaDifference
        let old: SchemaBranch.Index
        let new: SchemaBranch.Index
        let values: [JSONValue]
    }

    private func assess(
        _ change: inout ContractChange, _ found: RawChange, _ question: BodyQuestion, _ trial: ModelTrial
    ) {
        guard found.rule.severity != .off else { return }
        let recorded = recordedWitness(question, found)
        if let body = recorded?.exchange.body?.value, let affected = trial.refusal(of: body) {
            change.severity = .breaking
            change.affected = affected
        } else {
            judge(&change, found, question, trial)
        }
        guard change.direction.contains(.widens) else { return }
        if let recorded {
            change.witness = recorded.witness
        } else {
            change.witness = .unwitnessed(example: question.values.first)
            let isUnread = found.rule.isRemoval && change.severity == .info && trial.hasModels
            if !isUnread { change.severity = max(change.severity, .warning) }
        }
    }

    /// Decides by the models how bad a change is.
    private func judge(
        _ change: inout ContractChange, _ found: RawChange, _ question: BodyQuestion, _ trial: ModelTrial
    ) {
        if found.rule.isRemoval { return judgeRemoval(&change, found, question, trial) }
        let site = question.difference.site
        let values = found.rule.isAddition ? additions(question) : question.values
        let path = found.rule.isAddition ? question.difference.path : site.path
        switch trial.verdict(on: values, at: path) {
        case .breaks(let affected):
            change.severity = .breaking
            change.affected = affected
        case .tolerates: change.severity = found.rule.tolerated
        case .unknown: break
        }
    }

    /// What is gone hurts whoever read it; what nobody read, nobody misses.
    private func judgeRemoval(
        _ change: inout ContractChange, _ found: RawChange, _ question: BodyQuestion, _ trial: ModelTrial
    ) {
        guard let name = question.difference.member,
            let readers = trial.readers(of: name, in: question.difference.site.path)
        else {
            change.severity = found.rule.severity
            return
        }
        change.affected = readers
        change.severity = readers.isEmpty ? found.rule.tolerated : .breaking
    }

    /// Values of what is new, for models that read its name already.
    private func additions(_ question: BodyQuestion) -> [JSONValue] {
        let forms = comparer.schemas.new
        guard let shape = forms[question.difference.site.new].shapes.first else { return [] }
        let form =
            question.difference.member.map { shape.form(of: $0, in: forms) } ?? question.difference.site.new
        let samples = ValueSamples(forms: forms).values(of: form)
        return samples.filter { value in forms[form].shapes.contains { $0.accepts(scalar: value) } }.prefix(4)
            .map(\.self)
    }

    private func trial(of found: RawChange, _ question: BodyQuestion) -> ModelTrial {
        guard let operation = found.operation, let status = found.status else {
            return ModelTrial([], bodies: [], sources: nil)
        }
        return makeTrial(operation, status, question)
    }

    /// The models that read the response, with bodies to try: the two shortest recorded ones, and two made up.
    private func makeTrial(
        _ operation: APIOperation, _ status: String, _ question: BodyQuestion
    )
        -> ModelTrial
    {
        let bindings = usesModels[operation.id, default: []].filter {
            $0.statuses.contains(where: StatusKey(rawValue: status).covers)
        }
        guard !bindings.isEmpty else { return ModelTrial([], bodies: [], sources: nil) }
        let recorded = traffic.exchanges(of: operation.id, status: status).compactMap(\.body)
            .filter { $0.count > 0 }.sorted { $0.text.utf8.count < $1.text.utf8.count }
        // The longest shows most of what may be there.
        let chosen = (recorded.prefix(2) + recorded.dropFirst(2).suffix(1)).map(\.value)
        let made = [
            ValueSamples(forms: comparer.schemas.new).complete(of: question.new),
            ValueSamples(forms: comparer.schemas.old).complete(of: question.old),
        ]
        return ModelTrial(bindings, bodies: chosen + made, sources: consumer.sources)
    }

    // MARK: Recorded witnesses

    private typealias RecordedWitness = (witness: ChangeEvidence, exchange: TrafficIndex.Exchange)

    /// A recorded value that is allowed now and was not.
    private func recordedWitness(_ question: BodyQuestion, _ found: RawChange) -> RecordedWitness? {
        guard let operation = found.operation, question.difference.direction.contains(.widens),
            let proof = proofs.proof(of: question.difference)
        else { return nil }
        for exchange in traffic.exchanges(of: operation.id, status: found.status) {
            for value in exchange.body?.values(at: question.difference.site.path[...]) ?? [] {
                guard proof.isNew(value), proof.isAbout(value) else { continue }
                guard
                    let location = exchange.interaction.locationInBody(
                        line: value.position.line, column: value.position.column)
                else { continue }
                let shown = question.difference.member.map { value[$0] } ?? value
                return (
                    .recorded(
                        location, pointer: value.pointer.description,
                        value: shown.exists ? DiffMessages.value(shown.value) : "missing"), exchange
                )
            }
        }
        return nil
    }
}

extension ChangeRule {
    /// Whether a member is gone.
    fileprivate var isRemoval: Bool { id.hasSuffix("-property-removed") && !id.contains("pattern") }

    /// Whether there is something new that a model may read already.
    fileprivate var isAddition: Bool {
        direction == .narrows && (id.hasSuffix("-property-added") || id.hasSuffix("-format-added"))
            && !id.contains("pattern")
    }
}
