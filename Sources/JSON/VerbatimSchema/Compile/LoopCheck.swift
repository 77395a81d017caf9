/// Finds references that lead back to where they started without a step into the instance.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
enum LoopCheck {
    private enum Mark {
        case new, open, done
    }

    /// The location of a schema on such a loop, if there is one.
    static func find(in draft: ProgramBuilder) -> Int32? {
        var marks = [Mark](repeating: .new, count: draft.nodes.count)
        for start in draft.nodes.indices where marks[start] == .new {
            // A schema is pushed twice: to be entered, and as its complement to be left.
            var pending = [start]
            while let next = pending.popLast() {
                guard next >= 0 else {
                    marks[~next] = .done
                    continue
                }
                if marks[next] == .done { continue }
                if marks[next] == .open { return draft.nodes[next].location }
                marks[next] = .open
                pending.append(~next)
                pending += inPlace(draft, next).filter { marks[$0] != .done }
            }
        }
        return nil
    }

    /// The schemas that look at the same instance as a schema does.
    private static func inPlace(_ draft: ProgramBuilder, _ number: Int) -> [Int] {
        let node = draft.nodes[number]
        var result = node.forward >= 0 ? [Int(node.forward)] : []
        let steps = Int(node.general.start)..<Int(node.general.end)
        let objectSteps = Int(node.object.start)..<Int(node.object.end)
        for step in draft.steps[steps] + draft.steps[objectSteps] {
            switch step.operation {
            case .reference, .not: result.append(Int(step.first))
            case .dependentSchema: result.append(Int(step.second))
            case .allOf, .anyOf, .oneOf:
                result += draft.children[Int(step.first)..<Int(step.second)].map(Int.init)
            case .conditional:
                result += [step.first, step.second, step.third].filter { $0 >= 0 }.map(Int.init)
            default: break
            }
        }
        return result
    }
}
