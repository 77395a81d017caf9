/// The keywords around a schema that asserts less than it says, as a mistake in it is ignored.
///
/// Most of them then accept more as well, so that the mistake leads to no violation. A few would accept less.
extension ProgramBuilder {
    /// Removes the assertions by which a value that a schema accepts becomes invalid, if some schemas accept
    /// more than they should: those of `not`, `if` and `maxContains`. `oneOf` becomes `anyOf`.
    mutating func permitWhatDepends(on weakened: [Int32]) {
        guard !weakened.isEmpty else { return }
        let isWeak = reaching(weakened)
        for index in steps.indices {
            let step = steps[index]
            switch step.operation {
            case .not, .conditional:
                if isWeak[Int(step.first)] { steps[index].permitAnything() }
            case .oneOf:
                let branches = children[Int(step.first)..<Int(step.second)]
                if branches.contains(where: { isWeak[Int($0)] }) { steps[index].operation = .anyOf }
            case .discriminated:
                let branches = children[Int(step.first)..<Int(step.second)]
                if branches.contains(where: { isWeak[Int($0)] }) {
                    discriminators[Int(step.third)].isExclusive = false
                }
            case .contains:
                if isWeak[Int(step.first)] { steps[index].third = -1 }
            default: break
            }
        }
    }

    /// Returns for each schema whether it is one of some, or applies one of them to the instance or a part
    /// of it.
    private func reaching(_ targets: [Int32]) -> [Bool] {
        var users = [[Int32]](repeating: [], count: nodes.count)
        for node in nodes.indices {
            for applied in schemas(appliedBy: nodes[node]) { users[Int(applied)].append(Int32(node)) }
        }
        var isReaching = [Bool](repeating: false, count: nodes.count)
        var pending = targets
        while let next = pending.popLast() {
            guard !isReaching[Int(next)] else { continue }
            isReaching[Int(next)] = true
            pending += users[Int(next)]
        }
        return isReaching
    }

    /// Returns the schemas that a schema applies to the instance or to parts of it.
    private func schemas(appliedBy node: SchemaNode) -> [Int32] {
        let groups = [node.general, node.object, node.array, node.unevaluated]
        return ([node.forward] + groups.flatMap { $0.range.flatMap { schemas(appliedBy: steps[$0]) } })
            .filter { $0 >= 0 }
    }

    private func schemas(appliedBy step: Step) -> [Int32] {
        switch step.operation {
        case .reference, .not, .items, .contains, .unevaluatedItems, .unevaluatedProperties: [step.first]
        case .dynamicReference: [step.first] + dynamicAnchors.values
        case .allOf, .anyOf, .oneOf, .discriminated, .prefixItems:
            Array(children[Int(step.first)..<Int(step.second)])
        case .conditional: [step.first, step.second, step.third]
        case .presence: schemas(appliedBy: presencePlans[Int(step.first)])
        case .properties: schemas(appliedBy: plans[Int(step.first)])
        default: []
        }
    }

    private func schemas(appliedBy plan: PresencePlan) -> [Int32] {
        presenceRules[Int(plan.ruleStart)..<Int(plan.ruleEnd)].map(\.schema)
    }

    private func schemas(appliedBy plan: ObjectPlan) -> [Int32] {
        let slots = names.slots[Int(plan.table.start)...Int(plan.table.start) + Int(plan.table.mask)]
        return slots.filter { $0 >= 0 }.map { names.entries[Int($0)].value }
            + patternSchemas[Int(plan.patternStart)..<Int(plan.patternEnd)].map(\.schema)
            + [plan.additional, plan.propertyNames]
    }
}

extension Step {
    /// Makes the step accept any instance.
    mutating func permitAnything() {
        self = Step(operation: .allOf, location: location)
    }
}
