package import VerbatimHAR

extension ContractSet {
    /// Whose traffic a request is.
    package enum Match: Sendable {
        /// An operation answers at its address; path parameters still have their escapes.
        case operation(Operation, of: Contract, pathParameters: [String: Substring])
        /// A server of the contract is at its address, but no operation.
        case undocumented(Contract)
        /// No contract has a server at its address.
        case unclaimed
    }

    /// Finds the operation a request belongs to, among all contracts or in that of one API.
    ///
    /// The path decides, a fixed segment before a parameter; at the same path the constant parameters decide, as in
    /// the fragment of `/services/rest/#flickr.photos.search`.
    package func match(_ request: HTTPRequest, at address: RequestTarget, api: String? = nil) -> Match {
        let eligible = contracts.filter { api == nil || $0.api == api }
        for text in [address.text, address.textWithOtherEnding] {
            let candidates = eligible.flatMap { contract in
                contract.operations.compactMap { Candidate($0, contract, request.method, text, address) }
            }
            if let best = candidates.max(by: { $0.rank < $1.rank }) { return best.match }
        }
        if let claimed = eligible.first(where: { $0.claims(address) }) { return .undocumented(claimed) }
        return api.flatMap(contract).map(Match.undocumented) ?? .unclaimed
    }
}

extension Contract {
    /// Whether one of its servers is at the address.
    fileprivate func claims(_ address: RequestTarget) -> Bool {
        servers.contains { $0.match(address.text, wholly: false) != nil }
    }
}

/// An operation that may be the one meant.
private struct Candidate {
    let operation: Operation
    let contract: Contract
    let pathParameters: [String: Substring]
    /// How closely it fits: the constants it shares with the request, then how much of its address is fixed.
    let rank: (Int, Int)

    init?(
        _ operation: Operation, _ contract: Contract, _ method: String, _ text: String,
        _ address: RequestTarget
    ) {
        guard operation.method == method, let constants = operation.constantsCarried(by: address) else {
            return nil
        }
        let matches = operation.addresses.compactMap { template in
            template.match(text).map { (template: template, parameters: $0) }
        }
        guard let best = matches.max(by: { $0.template.fixedLength < $1.template.fixedLength }) else {
            return nil
        }
        self.operation = operation
        self.contract = contract
        pathParameters = best.parameters
        rank = (constants, best.template.fixedLength)
    }

    var match: ContractSet.Match { .operation(operation, of: contract, pathParameters: pathParameters) }
}

extension Operation {
    /// How many of its constants a request carries, or nil when it carries another value or lacks a required one.
    fileprivate func constantsCarried(by address: RequestTarget) -> Int? {
        var carried = 0
        for parameter in constants {
            let values = address.values(of: parameter.name)
            if values.isEmpty, !parameter.isRequired { continue }
            guard values == [parameter.constant] else { return nil }
            carried += 1
        }
        return carried
    }
}
