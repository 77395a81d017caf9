public import VerbatimHAR
import VerbatimJSON

extension ContractSet {
    /// Checks interactions against the contracts.
    ///
    /// - Parameter api: The API of the interactions, if known, as for a recording in `Recordings/<api>`;
    ///   otherwise each is checked against the contract with its URL.
    public func check(_ interactions: some Sequence<Interaction>, api: String? = nil) -> CheckReport {
        var report = CheckReport(over: self)
        for interaction in interactions {
            for call in calls(of: interaction, api: api) { check(call, api: api, into: &report) }
        }
        return report
    }

    /// Checks one interaction against the contract with its URL.
    public func check(_ interaction: Interaction, api: String? = nil) -> [Finding] {
        check([interaction], api: api).findings
    }

    /// Checks an interaction, for callers that check many and need no report.
    ///
    /// - Parameters:
    ///   - report: A report of these contracts, whose findings are removed.
    package func findings(
        about interaction: Interaction, api: String?, using report: inout CheckReport
    ) -> [Finding] {
        report.removeFindings()
        check(interaction, api: api, into: &report)
        return report.findings
    }

    /// Checks an interaction of which the operation is known.
    ///
    /// - Parameters:
    ///   - report: A report of these contracts, whose findings are removed.
    ///   - observer: Receives each value that is validated against a schema. It must not outlive the call.
    package func findings(
        about interaction: Interaction, _ match: OperationMatch, at target: RequestTarget,
        using report: inout CheckReport, observer: @escaping (ValidatedValue) -> Void
    ) -> [Finding] {
        report.removeFindings()
        if interaction.responseLoss == nil { check(interaction, match, at: target, into: &report, observer) }
        return report.findings
    }

    /// Checks an interaction and adds the findings to a report.
    ///
    /// - Parameter observer: Receives each value that is validated against a schema. It must not outlive the
    ///   call.
    /// - Returns: The operation of the interaction, or nil if it has none or its response was lost.
    @discardableResult
    package func check(
        _ interaction: Interaction, api: String?, into report: inout CheckReport,
        observer: ((ValidatedValue) -> Void)? = nil
    ) -> OperationMatch? {
        report.interactions += 1
        // A request that was blocked or cut off proves nothing. The archive lists it among its losses.
        guard interaction.responseLoss == nil else { return nil }
        let target = RequestTarget(interaction.request.url)
        switch match(interaction.request, at: target, api: api) {
        case .operation(let match):
            check(interaction, match, at: target, into: &report, observer)
            return match
        case .undocumentedOperation where interaction.request.isSentByBrowser: break
        case .undocumentedOperation(let contract):
            report.undocumentedOperations += 1
            let listsNearest = report.undocumentedOperations <= report.nearestLimit
            report.add([
                .undocumentedOperation(interaction, at: target, in: contract, listsNearest: listsNearest)
            ])
        case .undocumentedAPI:
            report.undocumentedAPIs += 1
            report.add([.undocumentedAPI(interaction, at: target)])
        }
        return nil
    }

    private func check(
        _ interaction: Interaction, _ match: OperationMatch, at target: RequestTarget,
        into report: inout CheckReport, _ observer: ((ValidatedValue) -> Void)?
    ) {
        var validator = InteractionValidator(
            contract: match.contract, operation: match.operation, interaction: interaction,
            target: target, pathParameters: match.pathParameters,
            coverage: report.removeCoverage(of: match.contract), observer: observer)
        validator.run()
        report.coverage[match.contract.api] = validator.coverage
        report.count(interaction, of: match.operation, in: match.contract)
        report.add(validator.list.findings)
    }
}

extension CheckReport {
    /// Removes the coverage of a contract, so that it has a single owner and is not copied.
    fileprivate mutating func removeCoverage(of contract: Contract) -> SchemaCoverage {
        coverage.removeValue(forKey: contract.api) ?? SchemaCoverage(of: contract)
    }

    fileprivate mutating func count(
        _ interaction: Interaction, of operation: APIOperation, in contract: Contract
    ) {
        guard let index = index(of: operation.id, in: contract.api) else { return }
        operations[index].interactions += 1
        if operations[index].notice == nil {
            operations[index].notice = DeprecationNotice(interaction, path: operation.path)
        }
        if let response = interaction.outcome.judgedResponse {
            operations[index].statuses[response.status, default: 0] += 1
        } else {
            operations[index].failures += 1
        }
    }
}

// MARK: - Interactions without an operation

extension Finding {
    fileprivate static func undocumentedOperation(
        _ interaction: Interaction, at target: RequestTarget, in contract: Contract, listsNearest: Bool
    ) -> Finding {
        let call = interaction.request.call?.name
        // An app cannot rely on what the server does not have either.
        let isUnknown = interaction.status.map(HTTPResponse.statusesOfUnknownOperations.contains) ?? false
        let message = FindingMessage.undocumentedOperation(
            interaction.request.method, contract.identifyingURL(of: target, call),
            isUnknownToServer: isUnknown,
            nearest: listsNearest ? contract.nearestOperations(to: target, call) : [])
        return Finding(
            message.rule, severity: isUnknown ? .warning : nil,
            about: .init(
                api: contract.api, exchange: interaction.summary(path: target.path),
                status: interaction.status, part: message.part, contractPointer: JSONPointer(["paths"])),
            message.sides, at: interaction.entryLocation,
            contract: contract.location(of: contract.document["paths"]),
            next: (isUnknown ? "correct the request, or " : "") + message.nextStep(for: contract))
    }

    fileprivate static func undocumentedAPI(
        _ interaction: Interaction, at target: RequestTarget
    ) -> Finding {
        let isFromElsewhere = interaction.location?.archive.isInFolder("Recordings") == false
        return Finding(
            .apiUndocumented,
            about: .init(
                exchange: interaction.summary(path: target.path), status: interaction.status,
                part: "'\(target.origin)'"),
            .found("not a server of any contract"), at: interaction.entryLocation,
            next: "if the app relies on it, write a contract with its URL in 'servers' and "
                + (isFromElsewhere ? "check again" : "run \(ToolCommand("check"))"))
    }
}

extension Contract {
    /// Returns a URL with the parameters that identify operations: `https://a.test/rest/?method=x`.
    ///
    /// - Parameter call: The name of what is called, as the fragment unless a parameter has it.
    fileprivate func identifyingURL(of target: RequestTarget, _ call: String?) -> String {
        let fields = identifyingFields(of: target)
        let names = fields.map { "\($0.name)=\($0.value)" }
        let fragment = call.flatMap { call in fields.contains { $0.value == call } ? nil : "#" + call }
        return target.text + (names.isEmpty ? "" : "?" + names.joined(separator: "&")) + (fragment ?? "")
    }

    /// Returns at most three operations whose paths have most in common with that of a request.
    fileprivate func nearestOperations(to target: RequestTarget, _ call: String?) -> [APIOperation] {
        let names = identifyingFields(of: target).map(\.value)
        let isNamed = call.map(names.contains) ?? true
        let fragment = (names + (isNamed ? [] : [call ?? ""])).joined(separator: " ")
        let path = target.path + (fragment.isEmpty ? "" : "#" + fragment)
        let lengths = operations.map { $0.commonLength(with: path) }
        let best = lengths.max()
        return zip(operations, lengths).filter { $0.1 == best }.prefix(3).map(\.0)
    }

    private func identifyingFields(of target: RequestTarget) -> [RequestTarget.Field] {
        target.query.filter { index.constants.contains($0.name) }
    }
}

extension APIOperation {
    /// The length of the prefix that its path shares with the end of another, after the path of a server.
    fileprivate func commonLength(with other: String) -> Int {
        let ends = other.indices.filter { other[$0] == "/" }.prefix(32).map { other[$0...].prefix(1024) }
        return ends.map { zip($0, path).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
