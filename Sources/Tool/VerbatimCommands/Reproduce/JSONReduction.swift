import VerbatimJSON

/// Makes a JSON value smaller: without properties, elements and long strings that a problem does not need.
struct JSONReduction {
    private var value: JSONValue

    private static let longString = 24

    /// Returns the value without what can be left out; names, and values that stay, are not changed.
    ///
    /// - Parameter accepts: Returns whether a candidate still shows the problem.
    static func reduce(_ value: JSONValue, while accepts: (JSONValue) throws -> Bool) rethrows -> JSONValue {
        var reduction = JSONReduction(value: value)
        try reduction.run(accepts)
        return reduction.value
    }

    /// Reduces the containers from the outermost to the innermost: what is left out early is not looked at.
    private mutating func run(_ accepts: (JSONValue) throws -> Bool) rethrows {
        var paths: [[Int]] = [[]]
        var next = 0
        while next < paths.count {
            let path = paths[next]
            next += 1
            let node = value.node(at: path[...])
            if case .string(let text) = node { try shorten(text, at: path, accepts) }
            let children = node.children.indices
            guard !children.isEmpty else { continue }
            let whole = value
            let kept = try DeltaDebugging.shorten(Array(children)) { indices in
                try accepts(whole.replacingNode(at: path[...], with: node.keepingChildren(indices)))
            }
            value = whole.replacingNode(at: path[...], with: node.keepingChildren(kept))
            paths += kept.indices.map { path + [$0] }
        }
    }

    private mutating func shorten(
        _ text: String, at path: [Int], _ accepts: (JSONValue) throws -> Bool
    ) rethrows {
        guard text.unicodeScalars.count > Self.longString else { return }
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longString)))
        for shorter in ["", start] {
            let candidate = value.replacingNode(at: path[...], with: .string(shorter))
            guard try accepts(candidate) else { continue }
            value = candidate
            return
        }
    }
}

/// Access by indices, which also distinguish members with the same name.
extension JSONValue {
    /// The elements of an array, or the values of the members of an object.
    fileprivate var children: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .object(let object): object.members.map(\.value)
        case .null, .bool, .number, .string: []
        }
    }

    /// Returns an array or object with some children, each at the index of one that it has.
    private func with(_ children: [(index: Int, value: JSONValue)]) -> JSONValue {
        guard case .object(let object) = self else { return .array(children.map(\.value)) }
        return .object(JSONObject(children.map { (object.members[$0.index].name, $0.value) }))
    }

    fileprivate func node(at path: ArraySlice<Int>) -> JSONValue { path.reduce(self) { $0.children[$1] } }

    fileprivate func keepingChildren(_ indices: [Int]) -> JSONValue {
        let children = children
        return with(indices.map { ($0, children[$0]) })
    }

    fileprivate func replacingNode(at path: ArraySlice<Int>, with node: JSONValue) -> JSONValue {
        guard let index = path.first else { return node }
        if LargeStackThread.isNeeded { return LargeStackThread.run { replacingNode(at: path, with: node) } }
        return with(
            children.enumerated().map { position, child in
                (position, position == index ? child.replacingNode(at: path.dropFirst(), with: node) : child)
            })
    }
}
