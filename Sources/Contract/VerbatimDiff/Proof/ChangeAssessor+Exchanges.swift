import VerbatimContract
import VerbatimHAR

extension ChangeAssessor {
    /// An operation or a server that recordings use is missed.
    func assessUse(_ change: inout ContractChange, _ found: RawChange) {
        switch found.rule.id {
        case "operation-removed":
            let exchange = traffic.exchanges.first { $0.operation == found.operation?.id && $0.matchesOld }
            let isUsed = found.operation.map { usesModels[$0.id] != nil && $0.isRecorded } ?? false
            if exchange != nil || isUsed { change.severity = .breaking }
            change.witness = exchange.map(Self.witness) ?? .notNeeded
        case "server-removed":
            guard let exchange = traffic.exchanges.first(where: { $0.matchesOld && !$0.matchesNew }) else {
                return
            }
            change.severity = .breaking
            change.witness = Self.witness(exchange)
        default: break
        }
    }

    /// A request that was recorded and would not be taken any more breaks.
    func assessRequests(_ change: inout ContractChange, _ found: RawChange) {
        guard found.direction.contains(.narrows), let operation = found.operation else { return }
        for exchange in traffic.exchanges(of: operation.id, status: nil) {
            guard let finding = exchange.finding(about: found.subject, oldOnly: false) else { continue }
            if found.rule.id != "request-parameter-removed" { change.severity = .breaking }
            change.witness =
                finding.location.map { .recorded($0, pointer: finding.pointer, value: finding.found) }
                ?? .notNeeded
            return
        }
    }

    /// What a recording shows that the old contract did not allow is witnessed.
    func assessResponses(_ change: inout ContractChange, _ found: RawChange) {
        guard found.direction.contains(.widens), found.rule.severity != .off, let operation = found.operation
        else { return }
        for exchange in traffic.exchanges(of: operation.id, status: found.status) {
            let finding = exchange.oldFindings.first { finding in
                finding.subject == found.subject || finding.rule == found.rule.broken
            }
            guard let finding, let location = finding.location else { continue }
            change.witness = .recorded(location, pointer: finding.pointer, value: finding.found)
            return
        }
        change.witness = .unwitnessed(example: nil)
        change.severity = max(change.severity, .warning)
    }

    private static func witness(_ exchange: TrafficIndex.Exchange) -> ChangeEvidence {
        guard let location = exchange.interaction.location else { return .notNeeded }
        let file = SourceLocation(file: location.archive, line: location.line)
        return .recorded(
            file, pointer: nil, value: exchange.interaction.summary(path: exchange.interaction.request.url))
    }
}

extension ChangeRule {
    /// The rule of a check that the old contract's breach of this would fall under.
    fileprivate var broken: Rule? {
        if id.contains("status") || id.contains("default") { return .responseStatusUndocumented }
        return id.contains("media-type") ? .responseMediaTypeUndocumented : nil
    }
}
