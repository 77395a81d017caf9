import VerbatimContract
import VerbatimHAR
import VerbatimModels

/// Determines the consequences of changes for the app: severity, affected properties and evidence.
struct ChangeAssessor {
    let finder: ChangeFinder
    let consumer: Consumer
    let traffic: TrafficIndex
    let models: [String: [ModelBinding]]
    let counterexamples: CounterexampleChecks
    let newSamples: ValueSamples
    private let changes: [RawChange]
    private let api: String

    /// Locates the changes that were found.
    init(_ finder: inout ChangeFinder, _ consumer: Consumer, api: String) {
        let traffic = TrafficIndex(consumer.interactions, old: finder.oldContract, new: finder.newContract)
        let models = Dictionary(grouping: consumer.models, by: \.operation)
        changes = finder.locatedChanges { models[$0.id] != nil || traffic.shows($0.id) }
        self.consumer = consumer
        self.api = api
        self.traffic = traffic
        self.models = models
        self.finder = finder
        newSamples = ValueSamples(forms: finder.responses.new)
        counterexamples = CounterexampleChecks(changes.flatMap(\.bodyDifferences), finder.responses)
    }

    func assess() -> [Finding] {
        var bodies = BodyAssessor(self)
        return changes.compactMap { assess($0, using: &bodies) }
    }

    /// Returns a change as it is at its worst place, with the other places.
    private func assess(_ raw: RawChange, using bodies: inout BodyAssessor) -> Finding? {
        var worst: Finding?
        var places: [Finding.Place] = []
        // What the app does not use is the same in one place as in another.
        var unused: Severity?
        var first = 0
        for place in raw.places {
            let isUsed = place.operation.map { models[$0.id] != nil || traffic.shows($0.id) } ?? true
            if !isUsed, let unused {
                places.append(Finding.Place(place.subject(in: api), unused))
                continue
            }
            var change = describe(raw, at: place)
            assess(&change, raw, at: place, using: &bodies)
            if !isUsed { unused = change.severity }
            places.append(Finding.Place(place.subject(in: api), change.severity))
            if worst.map(change.outranks) ?? true {
                worst = change
                first = places.count - 1
            }
        }
        guard var change = worst else { return nil }
        places.remove(at: first)
        change.others = places
        change.next = change.nextStep(in: finder.newContract.file)
        return change
    }

    private func assess(
        _ change: inout Finding, _ raw: RawChange, at place: RawChange.Place, using bodies: inout BodyAssessor
    ) {
        switch place.scope {
        case .schema(let use, let difference):
            switch use.kind {
            case .responseBody: bodies.assess(&change, raw, difference, in: use)
            case .header: assessResponses(&change, raw, at: place)
            case .parameter, .requestBody: assessRequests(&change, raw, at: place)
            }
        case .operation, .contract: assessUse(&change, raw, at: place)
        case .request: assessRequests(&change, raw, at: place)
        case .response: assessResponses(&change, raw, at: place)
        }
    }

    private func describe(_ raw: RawChange, at place: RawChange.Place) -> Finding {
        var finding = Finding(
            raw.rule.rule, about: place.subject(in: api), .change(raw.direction, old: raw.old, new: raw.new),
            at: raw.newNode.map(finder.newContract.location(of:)),
            old: raw.oldNode.map(finder.oldContract.location(of:)), next: "")
        let isNew = raw.rule.rule.symptom == .new
        guard isNew || raw.rule.rule.symptom == .missing, let schema = isNew ? raw.newNode : raw.oldNode
        else { return finding }
        let contract = isNew ? finder.newContract : finder.oldContract
        finding.declaredTypes = contract.declaredTypes(in: schema)
        let names = contract.declaredNames(in: schema)
        if !names.isEmpty { finding.value = .object(names) }
        return finding
    }
}

extension RawChange {
    /// The differences in the bodies of responses that show it.
    fileprivate var bodyDifferences: [SchemaDifference] {
        places.compactMap { place in
            guard case .schema(let use, let difference) = place.scope, use.kind == .responseBody else {
                return nil
            }
            return difference
        }
    }
}

extension RawChange.Place {
    /// The request and the status: `GET /things -> 200`.
    fileprivate var exchange: String? {
        operation.map { "\(ExchangeLine($0.method, $0.path, answer: status))" }
    }

    fileprivate func subject(in api: String) -> Finding.Subject {
        Finding.Subject(
            api: api, operation: operation?.id, exchange: exchange, part: subject, pointer: pointer)
    }
}

extension Finding {
    /// Whether it is more severe than the same change at another place, or is shown by a recording.
    fileprivate func outranks(_ other: Finding) -> Bool {
        if severity != other.severity { return severity > other.severity }
        if case .recorded = evidence, case .unrecorded = other.evidence { return true }
        return false
    }
}

// MARK: - Exchanges

extension ChangeAssessor {
    /// A removed operation or server is breaking if the app or a recording uses it.
    private func assessUse(_ change: inout Finding, _ raw: RawChange, at place: RawChange.Place) {
        guard raw.rule.kind == .removed else { return }
        switch raw.rule.subject {
        case .operation:
            let exchange = place.operation.flatMap { operation in
                traffic.exchanges(of: operation.id, status: nil).first(where: \.matchesOld)
            }
            let isUsed = place.operation.map { models[$0.id] != nil && $0.isRecorded } ?? false
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
    private func assessRequests(_ change: inout Finding, _ raw: RawChange, at place: RawChange.Place) {
        guard raw.direction.contains(.narrows), let operation = place.operation else { return }
        for exchange in traffic.exchanges(of: operation.id, status: nil) {
            guard let finding = exchange.newFindingsBySubject[place.subject] else { continue }
            // A parameter that is gone is ignored, not rejected.
            if raw.rule.kind != .removed || raw.rule.subject != .requestParameter {
                change.severity = .breaking
            }
            change.evidence =
                finding.location.map { .recorded($0, pointer: finding.pointer, value: finding.found) }
                ?? .notNeeded
            return
        }
    }

    /// A recording that the old contract does not allow is evidence for a wider one.
    private func assessResponses(_ change: inout Finding, _ raw: RawChange, at place: RawChange.Place) {
        guard raw.direction.contains(.widens), raw.rule.severity != .off, let operation = place.operation
        else { return }
        for exchange in traffic.exchanges(of: operation.id, status: place.status) {
            let finding = exchange.oldFindings.first { finding in
                finding.part == place.subject || finding.rule == raw.rule.subject.checkRule
            }
            guard let finding, let location = finding.location else { continue }
            change.evidence = .recorded(location, pointer: finding.pointer, value: finding.found)
            return
        }
        change.evidence = .unrecorded(example: nil)
        // What is information about a header stays that: it is text in any case.
        if raw.rule.subject != .responseHeader { change.severity = max(change.severity, .warning) }
    }

    private static func evidence(_ exchange: TrafficIndex.Exchange) -> Finding.Evidence {
        guard let location = exchange.interaction.location else { return .notNeeded }
        let file = SourceLocation(location)
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
