import VerbatimJSON

/// Finds the operations of a contract whose URLs may match a request, by its method and its path segments.
struct OperationIndex: Sendable {
    /// A URL of an operation.
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
