public import VerbatimInference

/// How often the members of answers were there, null or empty, as people read it.
///
///     GET /books/v1/volumes -> 200: 4 answers
///       /items/*/volumeInfo/subtitle: in 12 of 40, empty in 2
public struct ObservedResponseText: Sendable {
    /// Creates the words.
    public init() {}

    /// Every exchange with the members that were not always there with something in them.
    public func text(of sightings: [ObservedResponse]) -> String {
        sightings.map { sighting in
            let noun = sighting.count == 1 ? "answer" : "answers"
            let lines = lines(of: sighting.shape, at: "").map { "  \($0)\n" }.joined()
            return "\(sighting.exchange): \(sighting.count) \(noun)\n" + lines
        }.joined()
    }

    private func lines(of shape: ObservedShape, at path: String) -> [String] {
        let members = shape.properties.flatMap { member in
            let path = "\(path)/\(member.name)"
            return [line(of: member, in: shape, at: path)].compactMap { $0 }
                + lines(of: member.shape, at: path)
        }
        return members + (shape.items.map { lines(of: $0, at: path + "/*") } ?? [])
    }

    private func line(of member: ObservedShape.Property, in shape: ObservedShape, at path: String) -> String?
    {
        let value = member.shape
        let notes = [
            member.count < shape.objects ? "in \(member.count) of \(shape.objects)" : "",
            value.nulls > 0 ? "null in \(value.nulls)" : "",
            value.strings.empty + value.emptyArrays > 0
                ? "empty in \(value.strings.empty + value.emptyArrays)" : "",
        ].filter { !$0.isEmpty }
        return notes.isEmpty ? nil : "\(path): \(notes.joined(separator: ", "))"
    }
}
