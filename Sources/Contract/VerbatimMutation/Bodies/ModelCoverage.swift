import VerbatimDecoding
import VerbatimJSON

/// How far models look into a body: the location of a pattern in what they were seen to ask for.
struct ModelCoverage: Sendable {
    /// What they asked for and what not; nil when their reading cannot be watched, so that they may look at anything.
    private let usage: Usage?
    /// The path as the usage has it: the members of dictionaries share a token as well.
    private let path: JSONPointer

    private struct Usage: Sendable {
        let asked: Set<JSONPointer>
        let unread: Set<JSONPointer>
    }

    /// The reach of models into the root of a body, going by how they read it.
    init(_ usage: KeyUsage?) {
        self.usage = usage.map { usage in
            Usage(
                asked: Set(usage.keys.map { $0.location.appending($0.name) }),
                unread: Set(usage.unread.map { $0.location.appending($0.name) }))
        }
        path = .root
    }

    private init(_ usage: Usage?, _ path: JSONPointer) {
        self.usage = usage
        self.path = path
    }

    /// The reach into a member or the elements; nil when nobody looks there.
    func below(_ token: String) -> ModelCoverage? {
        guard let usage else { return self }
        let path = path.appending(token)
        if usage.asked.contains(path) || token == PointerPattern.anyElement {
            return ModelCoverage(usage, path)
        }
        if usage.unread.contains(path) { return nil }
        return ModelCoverage(usage, self.path.appending(PointerPattern.anyElement))
    }
}
