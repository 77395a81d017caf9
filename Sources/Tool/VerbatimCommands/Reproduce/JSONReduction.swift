import VerbatimJSON

/// Makes a JSON value smaller: without the properties, elements and long strings that a problem does not
/// need.
struct JSONReduction {
    private var value: JSONValue

    /// The number of characters from which a string is shortened.
    private static let longString = 24

    /// Returns the value without what can be left out; names, and values that stay, are not changed.
    ///
    /// - Parameter accepts: Returns whether a candidate still shows the problem.
    static func reduce(_ value: JSONValue, while accepts: (JSONValue) throws -> Bool) rethrows -> JSONValue {
        var reduction = JSONReduction(value: value)
        try reduction.run(accepts)
        return reduction.value
    }

    /// Reduces the containers from the outermost to the innermost, so that what is left out early need not be
    /// looked at.
    private mutating func run(_ accepts: (JSONValue) throws -> Bool) rethrows {
        var paths: [[Int]] = [[]]
        var next = 0
        while next < paths.count {
            let path = paths[next]
            next += 1
            let node = value.node(at: path[...])
            if case .string(let text) = node { try shorten(text, at: path, accepts) }
            guard node.childCount > 0 else { continue }
            let whole = value
            let kept = try DeltaDebugging.shorten(Array(0..<node.childCount)) { indices in
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
    fileprivate var childCount: Int {
        switch self {
        case .array(let elements): elements.count
        case .object(let object): object.count
        case .null, .bool, .number, .string: 0
        }
    }

    fileprivate func node(at path: ArraySlice<Int>) -> JSONValue {
        path.reduce(self) { value, index in
            switch value {
            case .array(let elements): elements[index]
            case .object(let object): object.members[index].value
            case .null, .bool, .number, .string: value
            }
        }
    }

    fileprivate func keepingChildren(_ indices: [Int]) -> JSONValue {
        switch self {
        case .array(let elements): .array(indices.map { elements[$0] })
        case .object(let object):
            .object(JSONObject(indices.map { (object.members[$0].name, object.members[$0].value) }))
        case .null, .bool, .number, .string: self
        }
    }

    fileprivate func replacingNode(at path: ArraySlice<Int>, with node: JSONValue) -> JSONValue {
        guard let index = path.first else { return node }
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { replacingNode(at: path, with: node) }
        }
        let rest = path.dropFirst()
        switch self {
        case .array(var elements):
            elements[index] = elements[index].replacingNode(at: rest, with: node)
            return .array(elements)
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.enumerated().map { position, member in
                        let value = member.value
                        return (
                            member.name,
                            position == index ? value.replacingNode(at: rest, with: node) : value
                        )
                    }))
        case .null, .bool, .number, .string:
            return self
        }
    }
}
