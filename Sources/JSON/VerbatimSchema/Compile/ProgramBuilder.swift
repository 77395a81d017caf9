import VerbatimFormats
@_spi(Tape) import VerbatimJSON
import VerbatimRegex

struct ProgramBuilder {
    var nodes: [SchemaNode] = []
    var steps: [Step] = []
    var children: [Int32] = []
    var plans: [ObjectPlan] = []
    var patternSchemas: [PatternSchema] = []
    /// The hash tables of names and values.
    var table = KeyTable()
    /// The bits of the required properties, by their entries.
    var requiredBits: [Int: UInt64] = [:]
    /// The names of required properties and of presence plans, as entries.
    var names: [Int32] = []
    var enumValues: [EnumValues] = []
    var literals: [Literal] = []
    var presencePlans: [PresencePlan] = []
    var presenceRules: [PresenceRule] = []
    var discriminators: [Discriminator] = []
    /// The numbers of the names of dynamic references.
    var dynamicNames: [String: Int32] = [:]
    var dynamicAnchors: [DynamicAnchor: Int32] = [:]
    var patterns: [Pattern] = []
    var patternBudget = PatternBudget()
    var patternByText: [String: Int32] = [:]
    var formats: [Format] = []
    var dateFormats: [[DatePattern]] = []
    var dateProfiles: [DateProfile] = []
    var bounds: [ShortDecimal?] = []
    var longBounds: [DecimalValue] = []
    var locations: [KeywordLocation] = []

    /// Adds a list of schemas, and returns its range in `children`.
    mutating func addChildren(_ schemas: [Int32]) -> (first: Int32, second: Int32) {
        let start = Int32(children.count)
        children += schemas
        return (start, Int32(children.count))
    }

    /// Adds a discriminator, and returns its number. Of equal values the first counts.
    mutating func addDiscriminator(
        _ property: String, values: [(value: String, branch: Int32)], isExclusive: Bool
    ) -> Int32 {
        let (subtable, entries) = table.addSubtable(of: values.map(\.value))
        for (value, entry) in zip(values, entries) where table.entries[entry].number < 0 {
            table.entries[entry].number = value.branch
        }
        let property = table.addSubtable(of: [property]).subtable
        discriminators.append(Discriminator(property: property, values: subtable, isExclusive: isExclusive))
        return Int32(discriminators.count - 1)
    }

    mutating func dynamicName(_ name: String) -> Int32 {
        let number = dynamicNames[name] ?? Int32(dynamicNames.count)
        dynamicNames[name] = number
        return number
    }

    // MARK: Weakened schemas

    /// Removes the assertions by which a value that a schema accepts becomes invalid, if some schemas accept
    /// more than they should: those of `not`, `if` and `maxContains`. `oneOf` becomes `anyOf`.
    mutating func permitWhatDepends(on weakened: [Int32]) {
        guard !weakened.isEmpty else { return }
        let isWeak = reaching(weakened)
        for index in steps.indices {
            let step = steps[index]
            switch step.operation {
            case .not, .conditional: if isWeak[Int(step.first)] { steps[index].permitAnything() }
            case .oneOf:
                let branches = children[Int(step.first)..<Int(step.second)]
                if branches.contains(where: { isWeak[Int($0)] }) { steps[index].operation = .anyOf }
            case .discriminated:
                let branches = children[Int(step.first)..<Int(step.second)]
                if branches.contains(where: { isWeak[Int($0)] }) {
                    discriminators[Int(step.third)].isExclusive = false
                }
            case .contains: if isWeak[Int(step.first)] { steps[index].third = -1 }
            default: break
            }
        }
    }

    /// Returns for each schema whether it is one of some, or applies one to the instance or a part of it.
    private func reaching(_ targets: [Int32]) -> [Bool] {
        var users = [[Int32]](repeating: [], count: nodes.count)
        for node in nodes.indices {
            for applied in applications(of: node) { users[applied.target].append(Int32(node)) }
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

    /// Returns the schemas applied to the instance and, unless `inPlace`, to parts or in a dynamic scope.
    func applications(of index: Int, inPlace: Bool = false) -> [SchemaApplication] {
        let node = nodes[index]
        var applied = [(SchemaApplication.Means.forward, node.forward)]
        // Loops: a reference to a method would copy the whole builder for each group.
        for group in [node.general, node.object, node.array, node.unevaluated] {
            for step in group.range {
                applied += schemasInPlace(appliedBy: step)
                if !inPlace { applied += schemas(appliedToPartsBy: step) }
            }
        }
        return applied.filter { $1 >= 0 }.map { SchemaApplication(owner: index, means: $0, target: Int($1)) }
    }

    private func schemasInPlace(appliedBy number: Int) -> [(SchemaApplication.Means, Int32)] {
        let step = steps[number]
        let range = Int(step.first)..<max(Int(step.first), Int(step.second))
        switch step.operation {
        case .reference, .not: return [(.step(number), step.first)]
        case .conditional: return [step.first, step.second, step.third].map { (.step(number), $0) }
        case .allOf, .anyOf, .oneOf, .discriminated:
            return range.map { (.child($0, ofStep: number), children[$0]) }
        case .presence:
            let plan = presencePlans[Int(step.first)]
            return (Int(plan.ruleStart)..<Int(plan.ruleEnd)).map { (.rule($0), presenceRules[$0].schema) }
        default: return []
        }
    }

    private func schemas(appliedToPartsBy number: Int) -> [(SchemaApplication.Means, Int32)] {
        let step = steps[number]
        let applied: [Int32]
        switch step.operation {
        case .dynamicReference: applied = [step.first] + dynamicAnchors.values
        case .prefixItems: applied = Array(children[Int(step.first)..<Int(step.second)])
        case .items, .contains, .unevaluatedItems, .unevaluatedProperties: applied = [step.first]
        case .properties:
            let plan = plans[Int(step.first)]
            let named = table.entries(in: plan.table).map { table.entries[$0].number }
            let matched = patternSchemas[Int(plan.patternStart)..<Int(plan.patternEnd)].map(\.schema)
            applied = named + matched + [plan.additional, plan.propertyNames]
        default: return []
        }
        return applied.map { (.part(ofStep: number), $0) }
    }
}

/// A schema that another one applies, and how it does.
struct SchemaApplication {
    enum Means {
        case forward
        case step(Int)
        case child(Int, ofStep: Int)
        case rule(Int)
        /// To parts of the instance, or in a dynamic scope.
        case part(ofStep: Int)
    }

    let owner: Int
    let means: Means
    let target: Int
}

extension Step {
    /// Makes the step accept any instance.
    mutating func permitAnything() { self = Step(operation: .allOf, location: location) }
}
