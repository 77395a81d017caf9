public import VerbatimHAR
import VerbatimJSON

extension ContractSet {
    /// Holds interactions to the contracts.
    ///
    /// - Parameter api: The API whose traffic they are, where that is known (a recording in `Recordings/<api>`); otherwise
    ///   each finds its contract by its address.
    public func check(_ interactions: some Sequence<Interaction>, api: String? = nil) -> CheckReport {
        var report = CheckReport(over: self)
        for interaction in interactions { check(interaction, api: api, into: &report) }
        return report
    }

    /// Holds one interaction to the contract that claims its address.
    public func check(_ interaction: Interaction, api: String? = nil) -> [Finding] {
        check([interaction], api: api).findings
    }

    /// Holds an interaction to its contract and adds what was found to a report.
    ///
    /// - Parameter observer: Is told each value that is held to a schema; it must not outlive the call.
    package func check(
        _ interaction: Interaction, api: String?, into report: inout CheckReport,
        observer: ((ValidatedValue) -> Void)? = nil
    ) {
        let address = RequestTarget(interaction.request.url)
        report.interactions += 1
        switch match(interaction.request, at: address, api: api) {
        case .operation(let match):
            let (operation, contract) = (match.operation, match.contract)
            var check = OperationCheck(
                contract: contract, operation: operation, interaction: interaction, address: address,
                pathParameters: match.pathParameters, seen: report.takeSeen(of: contract), observer: observer)
            check.run()
            report.seen[contract.api] = check.seen
            report.count(interaction, of: operation, in: contract)
            report.add(check.findings)
        case .undocumentedOperation(let contract):
            report.undocumentedOperations += 1
            report.add([.undocumentedOperation(interaction, at: address, in: contract)])
        case .undocumentedAPI:
            report.undocumentedAPIs += 1
            report.add([.undocumentedAPI(interaction, at: address)])
        }
    }
}

extension CheckReport {
    /// What was seen so far, taken out so that it has one owner only.
    fileprivate mutating func takeSeen(of contract: Contract) -> SeenValues {
        seen.removeValue(forKey: contract.api) ?? SeenValues(of: contract)
    }

    fileprivate mutating func count(
        _ interaction: Interaction, of operation: APIOperation, in contract: Contract
    ) {
        guard let index = index(of: operation.id, in: contract.api) else { return }
        operations[index].interactions += 1
        switch interaction.outcome {
        case .response(let response): operations[index].statuses[response.status, default: 0] += 1
        case .failure: operations[index].failures += 1
        }
    }
}

extension Finding {
    /// An interaction at a server of a contract that has no operation for it.
    fileprivate static func undocumentedOperation(
        _ interaction: Interaction, at address: RequestTarget, in contract: Contract
    ) -> Finding {
        let rule = Rule.operationUndocumented
        let nearest = contract.nearestOperations(to: address).map { "\($0.method) \($0.path)" }
        let paths = contract.document["paths"]
        return Finding(
            rule: rule, api: contract.api,
            exchange: interaction.summary(path: address.path),
            subject: "'\(interaction.request.method) \(contract.target(of: address))'",
            contractPointer: "/paths", expected: ContractMessages.either(nearest), found: "no operation",
            location: interaction.entryLocation,
            contractLocation: contract.location(of: paths),
            next: ContractMessages.declareTheOperation(contract.file))
    }

    /// An interaction with an address that is no contract's.
    fileprivate static func undocumentedAPI(_ interaction: Interaction, at address: RequestTarget) -> Finding
    {
        let rule = Rule.apiUndocumented
        return Finding(
            rule: rule, exchange: interaction.summary(path: address.path),
            subject: "'\(address.origin)'", expected: "nothing about it", found: "no API of these contracts",
            location: interaction.entryLocation,
            next: ContractMessages.writeAContract)
    }
}

extension Contract {
    /// The address of a request with the parameters that tell operations apart: `https://a.test/rest/?method=x`.
    fileprivate func target(of address: RequestTarget) -> String {
        let telling = tellingFields(of: address).map { "\($0.name)=\($0.value)" }
        return address.text + (telling.isEmpty ? "" : "?" + telling.joined(separator: "&"))
    }

    /// At most three operations that a request may have meant: those whose path has most in common with its own.
    fileprivate func nearestOperations(to address: RequestTarget) -> [APIOperation] {
        let fragment = tellingFields(of: address).map(\.value).joined(separator: " ")
        let path = address.path + (fragment.isEmpty ? "" : "#" + fragment)
        let likenesses = operations.map { $0.likeness(to: path) }
        let best = likenesses.max()
        return zip(operations, likenesses).filter { $0.1 == best }.prefix(3).map(\.0)
    }

    private func tellingFields(of address: RequestTarget) -> [RequestTarget.Field] {
        let names = Set(operations.flatMap(\.constants).map(\.name))
        return address.query.filter { names.contains($0.name) }
    }
}

extension APIOperation {
    /// How long a beginning its path shares with the end of another, which has the path of a server in front.
    fileprivate func likeness(to other: String) -> Int {
        let ends = other.indices.filter { other[$0] == "/" }.map { other[$0...] }
        return ends.map { zip($0, path).prefix { $0 == $1 }.count }.max() ?? 0
    }
}
