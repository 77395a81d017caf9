import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

/// Determines the consequences of changes for the app: severity, affected properties and evidence.
struct ChangeAssessor {
    let engine: ContractComparison.Engine
    let consumer: Consumer
    let traffic: TrafficIndex
    let models: [String: [ModelBinding]]
    let counterexamples: CounterexampleChecks
    let newSamples: ValueSamples
    private let api: String

    init(_ engine: ContractComparison.Engine, _ consumer: Consumer, api: String) {
        self.engine = engine
        self.consumer = consumer
        self.api = api
        traffic = TrafficIndex(consumer.interactions, old: engine.oldContract, new: engine.newContract)
        models = Dictionary(grouping: consumer.models, by: \.operation)
        let differences = engine.changes.compactMap { change in
            if case .body(let difference, _, _) = change.scope { difference } else { nil }
        }
        newSamples = ValueSamples(forms: engine.schemas.new)
        counterexamples = CounterexampleChecks(differences, engine.schemas)
    }

    /// Returns every change with its consequences.
    func assess() -> [ContractChange] {
        var bodies = BodyAssessor(self)
        return engine.changes.map { raw in
            var change = describe(raw)
            switch raw.scope {
            case .body(let difference, let old, let new):
                bodies.assess(&change, raw, difference, old: old, new: new)
            case .operation, .contract: assessUse(&change, raw)
            case .request: assessRequests(&change, raw)
            case .response: assessResponses(&change, raw)
            }
            change.next = change.nextStep(in: engine.newContract.file)
            return change
        }
    }

    private func describe(_ raw: RawChange) -> ContractChange {
        let exchange = raw.operation.map { operation in
            "\(operation.method) \(operation.path)" + (raw.status.map { " -> \($0)" } ?? "")
        }
        return ContractChange(
            rule: raw.rule, severity: raw.rule.severity, direction: raw.direction, api: api,
            operation: raw.operation?.id, exchange: exchange, subject: raw.subject,
            pointer: raw.pointer?.description, old: raw.old, new: raw.new,
            oldLocation: raw.oldNode.map(engine.oldContract.location(of:)),
            newLocation: raw.newNode.map(engine.newContract.location(of:)), next: "")
    }
}

// MARK: - Exchanges

extension ChangeAssessor {
    /// A removed operation or server is breaking if the app or a recording uses it.
    private func assessUse(_ change: inout ContractChange, _ raw: RawChange) {
        guard raw.rule.kind == .presence(.removed) else { return }
        switch raw.rule.subject {
        case .operation:
            let exchange = raw.operation.flatMap { operation in
                traffic.exchanges(of: operation.id, status: nil).first(where: \.matchesOld)
            }
            let isUsed = raw.operation.map { models[$0.id] != nil && $0.isRecorded } ?? false
            if exchange != nil || isUsed { change.severity = .breaking }
            change.evidence = exchange.map(Self.evidence) ?? .notNeeded
        case .server:
            guard let exchange = traffic.firstUnmatched else { return }
            change.severity = .breaking
            change.evidence = Self.evidence(exchange)
        default: break
        }
    }

    /// A change is breaking if the new contract rejects a recorded request.
    private func assessRequests(_ change: inout ContractChange, _ raw: RawChange) {
        guard raw.direction.contains(.narrows), let operation = raw.operation else { return }
        for exchange in traffic.exchanges(of: operation.id, status: nil) {
            guard let finding = exchange.newFindingsBySubject[raw.subject] else { continue }
            // A parameter that is gone is ignored, not rejected.
            if raw.rule.kind != .presence(.removed) || raw.rule.subject != .requestParameter {
                change.severity = .breaking
            }
            change.evidence =
                finding.location.map { .recorded($0, pointer: finding.pointer, value: finding.found) }
                ?? .notNeeded
            return
        }
    }

    /// A recording that the old contract does not allow is evidence for a wider one.
    private func assessResponses(_ change: inout ContractChange, _ raw: RawChange) {
        guard raw.direction.contains(.widens), raw.rule.severity != .off, let operation = raw.operation
        else { return }
        for exchange in traffic.exchanges(of: operation.id, status: raw.status) {
            let finding = exchange.oldFindings.first { finding in
                finding.subject == raw.subject || finding.rule == raw.rule.subject.checkRule
            }
            guard let finding, let location = finding.location else { continue }
            change.evidence = .recorded(location, pointer: finding.pointer, value: finding.found)
            return
        }
        change.evidence = .unrecorded(example: nil)
        change.severity = max(change.severity, .warning)
    }

    private static func evidence(_ exchange: TrafficIndex.Exchange) -> ChangeEvidence {
        guard let location = exchange.interaction.location else { return .notNeeded }
        let file = SourceLocation(file: location.archive, line: location.line)
        return .recorded(
            file, pointer: nil, value: exchange.interaction.summary(path: exchange.interaction.request.url))
    }
}

extension ChangeSubject {
    /// The rule of a check that a response violates if only the new contract allows it.
    fileprivate var checkRule: Rule? {
        switch self {
        case .successStatus, .otherStatus, .statusRange, .defaultStatus: .responseStatusUndocumented
        case .mediaType, .mediaTypeName, .mediaTypeSchema: .responseMediaTypeUndocumented
        default: nil
        }
    }
}
