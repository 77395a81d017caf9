/// Finds references that lead back to themselves without descending into the instance.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
enum ReferenceCycles {
    private enum State { case unvisited, open, done }

    /// Removes one application from each cycle, and returns the schemas that lack one, with its location.
    static func cut(in builder: inout ProgramBuilder) -> [(node: Int32, location: Int32)] {
        var found: [(node: Int32, location: Int32)] = []
        var states = [State](repeating: .unvisited, count: builder.nodes.count)
        for start in states.indices where states[start] == .unvisited {
            // A schema is pushed to be entered; its complement is pushed to be left.
            var pending: [(node: Int, by: SchemaApplication?)] = [(start, nil)]
            while let (next, application) = pending.popLast() {
                guard next >= 0 else {
                    states[~next] = .done
                    continue
                }
                if states[next] == .done { continue }
                if states[next] == .open, let application {
                    found.append((Int32(application.owner), remove(application, from: &builder)))
                    continue
                }
                states[next] = .open
                pending.append((~next, nil))
                pending += builder.applications(of: next, inPlace: true)
                    .filter { states[$0.target] != .done }.map { ($0.target, $0) }
            }
        }
        return found
    }

    /// Removes an application, or all of its keyword if that cannot do without, and returns the location.
    private static func remove(_ application: SchemaApplication, from builder: inout ProgramBuilder) -> Int32
    {
        switch application.means {
        case .forward:
            builder.nodes[application.owner].forward = -1
            return builder.nodes[application.owner].typeLocation
        case .rule(let rule):
            builder.presenceRules[rule].schema = -1
            return builder.presenceRules[rule].location
        case .child(let child, let step) where builder.steps[step].operation == .allOf:
            builder.children[child] = Int32(builder.nodes.count)
            builder.nodes.append(SchemaNode())
            return builder.steps[step].location
        case .step(let step), .child(_, let step), .part(let step):
            builder.steps[step].permitAnything()
            return builder.steps[step].location
        }
    }
}
