/// Finds references that lead back to themselves without descending into the instance.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
enum ReferenceCycles {
    private enum State {
        case unvisited, open, done
    }

    /// Returns the location of a schema on a cycle, or nil.
    static func first(in builder: ProgramBuilder) -> Int32? {
        var states = [State](repeating: .unvisited, count: builder.nodes.count)
        for start in builder.nodes.indices where states[start] == .unvisited {
            // A schema is pushed to be entered; its complement is pushed to be left.
            var pending = [start]
            while let next = pending.popLast() {
                guard next >= 0 else {
                    states[~next] = .done
                    continue
                }
                if states[next] == .done { continue }
                if states[next] == .open { return builder.nodes[next].location }
                states[next] = .open
                pending.append(~next)
                pending += applied(builder, next).filter { states[$0] != .done }
            }
        }
        return nil
    }

    /// Returns the schemas that a schema applies to the same instance.
    private static func applied(_ builder: ProgramBuilder, _ index: Int) -> [Int] {
        let node = builder.nodes[index]
        var result = node.forward >= 0 ? [Int(node.forward)] : []
        let steps = Int(node.general.start)..<Int(node.general.end)
        let objectSteps = Int(node.object.start)..<Int(node.object.end)
        for step in builder.steps[steps] + builder.steps[objectSteps] {
            switch step.operation {
            case .reference, .not: result.append(Int(step.first))
            case .presence:
                let plan = builder.presencePlans[Int(step.first)]
                result += builder.presenceRules[Int(plan.ruleStart)..<Int(plan.ruleEnd)]
                    .filter { $0.schema >= 0 }.map { Int($0.schema) }
            case .allOf, .anyOf, .oneOf:
                result += builder.children[Int(step.first)..<Int(step.second)].map(Int.init)
            case .conditional:
                result += [step.first, step.second, step.third].filter { $0 >= 0 }.map(Int.init)
            default: break
            }
        }
        return result
    }
}
