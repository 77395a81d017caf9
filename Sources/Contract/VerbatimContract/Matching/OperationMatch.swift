package import VerbatimHAR
import VerbatimJSON

/// The operation that a request belongs to.
package struct OperationMatch: Sendable {
    /// The operation.
    package let operation: APIOperation
    /// The contract that declares it.
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
        guard case .operation(let match) = match(interaction.request, at: target, api: api) else {
            return nil
        }
        return match
    }

    /// Matches a request with the operations of all contracts, or with those of one API.
    ///
    /// The path decides, a fixed segment before a parameter. Among operations of the same path the constant
    /// parameters decide, as for `/services/rest/#flickr.photos.search`.
    package func match(_ request: HTTPRequest, at target: RequestTarget, api: String? = nil) -> Match {
        let eligible = contracts.filter { api == nil || $0.api == api }
        for text in [target.text, target.textWithOtherEnding] {
            let candidates = eligible.flatMap { contract in
                contract.index.candidates(request.method, text, target).compactMap { number, urls in
                    let operation = contract.operations[number]
                    return Candidate(
                        operation, urls.map { operation.urls[$0] }, contract, request.method, text, target)
                }
            }
            if let best = candidates.max(by: { $0.rank < $1.rank }) { return .operation(best.match) }
        }
        if let contract = eligible.first(where: { $0.hasServer(at: target) }) {
            return .undocumentedOperation(in: contract)
        }
        return api.flatMap(contract).map(Match.undocumentedOperation) ?? .undocumentedAPI
    }
}

extension Contract {
    /// Returns the operation of this contract that an interaction belongs to.
    package func operation(of interaction: Interaction) -> APIOperation? {
        ContractSet([self]).operation(of: interaction)?.operation
    }

    /// Whether one of the servers has the URL of a request. A server that may be anywhere has none.
    package func hasServer(at target: RequestTarget) -> Bool {
        servers.contains { !$0.isAnyHost && $0.match(target.text, isWhole: false) != nil }
    }
}

/// An operation that a request may belong to.
private struct Candidate {
    let match: OperationMatch
    /// The number of constants it shares with the request, then the fixed length of its URL: higher is
    /// closer.
    let rank: (Int, Int)

    init?(
        _ operation: APIOperation, _ urls: [URLTemplate], _ contract: Contract, _ method: String,
        _ text: String, _ target: RequestTarget
    ) {
        guard operation.method == method, let constants = operation.countConstants(in: target) else {
            return nil
        }
        let matches = urls.compactMap { template in
            template.match(text).map { (template: template, parameters: $0) }
        }
        guard let best = matches.max(by: { $0.template.fixedLength < $1.template.fixedLength }) else {
            return nil
        }
        match = OperationMatch(operation: operation, contract: contract, pathParameters: best.parameters)
        rank = (constants, best.template.fixedLength)
    }
}

extension APIOperation {
    /// The number of its constants in a request, or nil when one has another value or a required one is
    /// missing.
    fileprivate func countConstants(in target: RequestTarget) -> Int? {
        var count = 0
        for parameter in constants {
            let values = target.values(of: parameter.name)
            if values.isEmpty, !parameter.isRequired { continue }
            guard values == [parameter.constant] else { return nil }
            count += 1
        }
        return count
    }
}

/// Finds the operations of a contract whose URLs may match a request, by its method and its path segments.
struct OperationIndex: Sendable {
    private struct Position: Sendable {
        let operation: Int
        let url: Int
    }

    private var index = WildcardIndex<Position>()
    /// The URLs in which a variable may span segments.
    private var others: [Position] = []
    /// The names of the constants by which operations are identified.
    private(set) var constants: Set<String> = []

    init(_ operations: [APIOperation]) {
        for (number, operation) in operations.enumerated() {
            constants.formUnion(operation.constants.map(\.name))
            let constant = operation.constants.first { $0.isRequired }
            let identity = constant.map { Self.identity($0.name, $0.constant ?? "") } ?? ""
            for (url, template) in operation.urls.enumerated() {
                let position = Position(operation: number, url: url)
                if let segments = template.segments {
                    index.insert(position, for: [operation.method, identity] + segments)
                } else {
                    others.append(position)
                }
            }
        }
    }

    /// Returns the indices of operations that may match with those of their URLs, both in ascending order.
    func candidates(
        _ method: String, _ text: String, _ target: RequestTarget
    ) -> [(operation: Int, urls: [Int])] {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let values = constants.isEmpty ? [] : target.query.filter { constants.contains($0.name) }
        let identities = Set(values.map { Self.identity($0.name, $0.value) }).union([""])
        let found = identities.flatMap { index.values(for: [method, $0] + segments) } + others
        return Dictionary(grouping: found, by: \.operation).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value.map(\.url).sorted()) }
    }

    private static func identity(_ name: String, _ value: String) -> String { name + "=" + value }
}

extension URLTemplate {
    /// The segments of the URL, nil for those that are not fixed; nil if a variable may span several.
    fileprivate var segments: [String?]? {
        var segments: [String?] = [""]
        for piece in pieces {
            switch piece {
            case .origin: segments = [nil, "", nil]
            case .literal(let text):
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                let last = segments.removeLast()
                segments.append(last.map { $0 + parts[0] })
                segments += parts.dropFirst().map { String($0) }
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
        return headers["Sec-Fetch-Dest"].map { $0 != "empty" } ?? false
    }
}
