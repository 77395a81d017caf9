package import VerbatimHAR
import VerbatimJSON

/// The operation that a request belongs to.
package struct OperationMatch: Sendable {
    package let operation: APIOperation
    package let contract: Contract
    /// The path parameters, still percent-encoded.
    package let pathParameters: [String: Substring]
}

extension ContractSet {
    /// The result of looking for the operation of a request.
    package enum Match: Sendable {
        /// An operation has the URL of the request.
        case operation(OperationMatch)
        /// A server of the contract has the URL of the request, but no operation has.
        case undocumentedOperation(in: Contract)
        /// No server of any contract has the URL of the request.
        case undocumentedAPI
    }

    /// Returns the operation that an interaction belongs to, among all contracts or in that of one API.
    package func operation(of interaction: Interaction, api: String? = nil) -> OperationMatch? {
        let target = RequestTarget(interaction.request.url)
        return operation(of: interaction.request, at: target, among: contracts(of: api))
    }

    private func contracts(of api: String?) -> [Contract] {
        api.map { api in contracts.filter { $0.api == api } } ?? contracts
    }

    /// Matches a request with the operations of all contracts, or with those of one API.
    ///
    /// The path decides, a fixed segment before a parameter. Among operations of the same path the constant
    /// parameters and properties of the body decide, as for `/services/rest/#flickr.photos.search` and
    /// `/rpc#eth_call`.
    package func match(_ request: HTTPRequest, at target: RequestTarget, api: String? = nil) -> Match {
        let eligible = contracts(of: api)
        if let match = operation(of: request, at: target, among: eligible) { return .operation(match) }
        if let contract = eligible.first(where: { $0.hasServer(at: target) }) {
            return .undocumentedOperation(in: contract)
        }
        return api.flatMap(contract).map(Match.undocumentedOperation) ?? .undocumentedAPI
    }

    private func operation(
        of request: HTTPRequest, at target: RequestTarget, among eligible: [Contract]
    ) -> OperationMatch? {
        let body = eligible.contains { $0.index.readsBody } ? request.structuredBody : nil
        let values = IdentifyingValues(target: target, body: body)
        return operation(of: request.method, at: target.text, values, among: eligible)
            ?? target.otherTexts.lazy.compactMap {
                operation(of: request.method, at: $0, values, among: eligible)
            }.first
    }

    private func operation(
        of method: String, at text: String, _ values: IdentifyingValues, among eligible: [Contract]
    ) -> OperationMatch? {
        // The number of constants it shares with the request, then the fixed length of its URL: higher is
        // closer.
        var best: (rank: (Int, Int), match: OperationMatch)?
        let tokens = [method[...]] + text.segments
        for contract in eligible {
            for position in contract.index.candidates(tokens, values) {
                let operation = contract.operations[position.operation]
                guard operation.method == method, let constants = operation.countConstants(in: values),
                    let parameters = operation.urls[position.url].match(text)
                else { continue }
                let rank = (constants, operation.urls[position.url].fixedLength)
                if let best, best.rank >= rank { continue }
                best = (
                    rank, OperationMatch(operation: operation, contract: contract, pathParameters: parameters)
                )
            }
        }
        return best?.match
    }

    /// Returns the calls of a batch, each an interaction, if a contract tells them apart or describes none of
    /// it; otherwise the interaction alone.
    package func calls(of interaction: Interaction, api: String? = nil) -> [Interaction] {
        guard let batch = interaction.batch else { return [interaction] }
        let whole = operation(of: interaction, api: api)
        return whole.map { !$0.contract.index.readsBody } ?? false ? [interaction] : batch
    }

    /// Returns interactions with the calls of batches in their place.
    package func calls(of interactions: [Interaction], api: String? = nil) -> [Interaction] {
        interactions.flatMap { calls(of: $0, api: api) }
    }
}

/// The values of a request by which operations of one URL are told apart.
struct IdentifyingValues {
    let target: RequestTarget
    let body: JSON?

    /// Returns the values of a part of the request, in order.
    func values(_ location: OperationConstant.Location, _ name: String) -> [String] {
        switch location {
        case .query: RequestCall.values(of: name, in: target.values)
        case .body: body.flatMap { RequestCall.value(of: name, in: $0) }.map { [$0] } ?? []
        }
    }
}

extension Contract {
    package func operation(of interaction: Interaction) -> APIOperation? {
        ContractSet([self]).operation(of: interaction)?.operation
    }

    /// Whether one of the servers has the URL of a request. A server that may be anywhere has none.
    package func hasServer(at target: RequestTarget) -> Bool {
        servers.contains { !$0.isAnyHost && $0.match(target.text, isWhole: false) != nil }
    }
}

extension APIOperation {
    /// The number of its constants in a request, or nil when one has another value or a required one is
    /// missing, or all.
    fileprivate func countConstants(in request: IdentifyingValues) -> Int? {
        var count = 0
        for constant in constants {
            let values = request.values(constant.location, constant.name)
            if values.isEmpty, !constant.isRequired { continue }
            guard values == [constant.value] else { return nil }
            count += 1
        }
        return count > 0 || constants.isEmpty ? count : nil
    }
}

/// Finds the operations of a contract whose URLs may match a request, by its method and its path segments.
struct OperationIndex: Sendable {
    /// An operation, and one of its URLs.
    struct Position: Sendable {
        let operation: Int
        let url: Int
    }

    private var index = WildcardIndex<Position>()
    /// The URLs in which a variable may span segments.
    private var others: [Position] = []
    /// The names of the constants by which operations are identified.
    private(set) var constants: Set<String> = []
    private var namesInBody: Set<String> = []

    /// Whether the body of a request may decide about its operation.
    var readsBody: Bool { !namesInBody.isEmpty }

    init(_ operations: [APIOperation]) {
        var uses: [Identity: Int] = [:]
        for constant in operations.lazy.flatMap(\.constants) { uses[Identity(constant), default: 0] += 1 }
        for (number, operation) in operations.enumerated() {
            for constant in operation.constants {
                if constant.location == .query { constants.insert(constant.name) }
                if constant.location == .body { namesInBody.insert(constant.name) }
            }
            let isOnly = operation.constants.count == 1
            // The rarest one, as many operations may share another: `"jsonrpc": "2.0"`.
            let identity =
                operation.constants.filter { $0.isRequired || isOnly }.map(Identity.init)
                .min { uses[$0, default: 0] < uses[$1, default: 0] }?.text ?? ""
            for (url, template) in operation.urls.enumerated() {
                let position = Position(operation: number, url: url)
                if let segments = template.segments {
                    index.insert(position, for: [operation.method[...]] + segments + [identity[...]])
                } else {
                    others.append(position)
                }
            }
        }
    }

    /// Returns the URLs that may match, in ascending order.
    func candidates(_ tokens: [Substring], _ request: IdentifyingValues) -> [Position] {
        func identities(_ location: OperationConstant.Location, _ names: Set<String>) -> [Substring] {
            names.flatMap { name in
                request.values(location, name).map {
                    Identity(location: location, name: name, value: $0).text[...]
                }
            }
        }
        let found = index.values(for: tokens) {
            let named = identities(.query, constants) + identities(.body, namesInBody)
            return named.isEmpty ? [""] : (named + [""]).uniqued
        }
        return (found + others).sorted { ($0.operation, $0.url) < ($1.operation, $1.url) }
    }

    /// A value by which operations are found.
    private struct Identity: Hashable {
        let location: OperationConstant.Location
        let name: String
        let value: String

        init(_ constant: OperationConstant) {
            self.init(location: constant.location, name: constant.name, value: constant.value)
        }

        init(location: OperationConstant.Location, name: String, value: String) {
            (self.location, self.name, self.value) = (location, name, value)
        }

        var text: String { (location == .body ? "{" : "?") + name + "=" + value }
    }
}

extension String {
    /// The texts between slashes.
    fileprivate var segments: [Substring] {
        utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    }
}

extension URLTemplate {
    /// The segments of the URL, nil for those that are not fixed; nil if a variable may span several.
    fileprivate var segments: [Substring?]? {
        var segments: [Substring?] = [""]
        for piece in pieces {
            switch piece {
            case .origin: segments = [nil, "", nil]
            case .literal(let text):
                let parts = text.segments
                let last = segments.removeLast()
                segments.append(last.map { $0 + parts[0] })
                segments += parts.dropFirst().map(Optional.some)
            case .variable(spansSegments: true): return nil
            case .choice(let texts) where texts.contains { $0.contains("/") }: return nil
            case .choice, .variable, .parameter: segments[segments.count - 1] = nil
            }
        }
        return segments
    }
}

extension HTTPRequest {
    /// Whether a browser sent the request on its own: before one to another origin, to learn whether that is
    /// allowed, or for a part of a page. The API of an app has no operation for either.
    ///
    /// https://fetch.spec.whatwg.org/#cors-preflight-fetch,
    /// https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
    package var isSentByBrowser: Bool {
        if method.uppercased() == "OPTIONS" { return headers["Access-Control-Request-Method"] != nil }
        return headers["Sec-Fetch-Dest"].map { !["empty", "websocket"].contains($0) } ?? false
    }
}

extension HTTPResponse {
    /// The statuses by which a server says that it does not know an operation: that it has nothing at the
    /// URL, or nothing with the method.
    ///
    /// RFC 9110, sections 15.5.5, 15.5.6 and 15.6.2:
    /// https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5
    package static let statusesOfUnknownOperations: Set = [404, 405, 501]
}
