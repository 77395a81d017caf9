/// The segments of paths that are a verb and a noun without anything between them: `addrecord`.
struct JoinedWords {
    /// The segments with a capital letter for the noun, by the segments: `addRecord`.
    private var spellings: [String: String] = [:]

    private static let depthLimit = 4

    /// - Parameters:
    ///   - paths: The paths of operations.
    ///   - shapes: What their responses contain; a noun is a word of them, or of a path.
    init(in paths: Set<String>, _ shapes: [ObservedShape]) {
        let segments = Set(paths.flatMap { $0.split(separator: "/").map(String.init) })
        let joined = segments.filter { segment in
            segment.utf8.allSatisfy { $0 &- 0x61 < 26 } && PathResource.verb(beginning: segment) != nil
        }
        guard !joined.isEmpty else { return }
        var words = Set<String>()
        func add(_ text: String) {
            words.formUnion(ResourceName.words(of: text).map { ResourceName.singular([$0.lowercased()])[0] })
        }
        for segment in segments.subtracting(joined) { add(segment) }
        var pending = shapes.map { (shape: $0, depth: 0) }
        while let (shape, depth) = pending.popLast() {
            for property in shape.properties { add(property.name) }
            let inner = shape.properties.map(\.shape) + (shape.items.map { [$0] } ?? [])
            if depth < Self.depthLimit { pending += inner.map { ($0, depth + 1) } }
        }
        for segment in joined {
            guard let verb = PathResource.verb(beginning: segment) else { continue }
            let noun = String(segment.dropFirst(verb.count))
            guard words.contains(ResourceName.singular([noun])[0]) else { continue }
            spellings[segment] = verb + noun.prefix(1).uppercased() + noun.dropFirst()
        }
    }

    /// A path whose segments have a capital letter for each noun, without the slash at its end, which names
    /// nothing.
    func spelled(_ path: String) -> String {
        let path = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard !spellings.isEmpty else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { spellings[String($0)] ?? String($0) }.joined(separator: "/")
    }
}
