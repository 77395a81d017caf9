/// Finds references that lead back to themselves without descending into the instance.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
enum ReferenceCycles {
    private enum State {
        case unvisited, open, done
    }

    /// A schema that another one applies to the same instance, and how it does.
    private struct Application {
        enum Means {
            case forward
            case step(Int)
            case child(Int, ofStep: Int)
            case rule(Int)
        }

        let owner: Int
        let means: Means
        let target: Int
    }

    /// Removes one application from each cycle, and returns the schemas that lack one, each with the location
    /// of the keyword.
    static func cut(in builder: inout ProgramBuilder) -> [(node: Int32, location: Int32)] {
        var found: [(node: Int32, location: Int32)] = []
        var states = [State](repeating: .unvisited, count: builder.nodes.count)
        for start in states.indices where states[start] == .unvisited {
            // A schema is pushed to be entered; its complement is pushed to be left.
            var pending: [(node: Int, by: Application?)] = [(start, nil)]
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
                pending += applied(builder, next).filter { states[$0.target] != .done }
                    .map { ($0.target, $0) }
            }
        }
        return found
    }

    /// Returns the schemas that a schema applies to the same instance.
    private static func applied(_ builder: ProgramBuilder, _ index: Int) -> [Application] {
        let node = builder.nodes[index]
        var means: [(Application.Means, Int32)] = [(.forward, node.forward)]
        for step in Array(node.general.range) + Array(node.object.range) {
            let operands = builder.steps[step]
            switch operands.operation {
            case .reference, .not: means.append((.step(step), operands.first))
            case .presence:
                let plan = builder.presencePlans[Int(operands.first)]
                means += (Int(plan.ruleStart)..<Int(plan.ruleEnd)).map { rule in
                    (.rule(rule), builder.presenceRules[rule].schema)
                }
            case .allOf, .anyOf, .oneOf, .discriminated:
                means += (Int(operands.first)..<Int(operands.second)).map { child in
                    (.child(child, ofStep: step), builder.children[child])
                }
            case .conditional:
                means += [operands.first, operands.second, operands.third].map { (.step(step), $0) }
            default: break
            }
        }
        return means.filter { $0.1 >= 0 }
            .map { Application(owner: index, means: $0.0, target: Int($0.1)) }
    }

    /// Removes an application, or all of its keyword if that cannot do without, and returns the location.
    private static func remove(_ application: Application, from builder: inout ProgramBuilder) -> Int32 {
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
        case .step(let step), .child(_, let step):
            builder.steps[step].permitAnything()
            return builder.steps[step].location
        }
    }
}
