import VerbatimContract
import VerbatimJSON

extension SchemaBuilder {
    /// The names of the properties that the objects of a shape must have.
    func required(of shape: ObservedShape) -> [String] {
        let isShown =
            if let minimumForProperties {
                shape.responses >= minimumForProperties
            } else if shape.selections > 0 {
                // What several queries of GraphQL ask for is no promise to the next one.
                shape.selections == 1 && shape.responses >= minimumResponses
            } else {
                shape.objects >= Self.usualObjects || shape.haveMostInCommon
            }
        let areForeign = shape.objects < Self.usualObjects && facts.areForeign(shape.properties)
        guard isShown, !areForeign, !isOfFailure else { return [] }
        let isFailed = isOfSuccess && shape.isFailed
        let numbered = shape.optionalNumbered
        // Who says that there is no page before says so of the next one.
        let leavesOutPages = !shape.properties.contains { $0.saysThereIsNoPage }
        // Another kind has another property: `title` beside `"type": "title"`.
        let kinds = shape.properties.filter { PropertyName($0.name).isKind }.flatMap(\.shape.strings.values)
        let others = Set(kinds.map(\.text).filter { !PropertyName($0).isOutcome })
        return shape.alwaysPresent.filter { property in
            !others.contains(property.name) && !(shape.objects < Self.usualObjects && property.isOfEvent)
                && !numbered.contains(property.name) && !(leavesOutPages && property.isOfNextPage)
                && !(isOfSuccess && property.isOfFailure)
                && (!isFailed || PropertyName(property.name).isSuccess)
        }.map(\.name)
    }

    /// The number of responses with such objects, no larger than is sufficient, so that a contract does not
    /// change with each further response.
    func confirmingResponses(of shape: ObservedShape) -> Int {
        min(shape.responses, Contract.sufficientResponses)
    }
}

extension ObservedShape {
    /// The names of three and more properties that differ in a number only, if some objects lack one or the
    /// numbers are identifiers: `league_0`, `league_1`, `league_2`; `customfield_10001`.
    fileprivate var optionalNumbered: Set<String> {
        let numbered = properties.filter(\.isNumbered)
        let families = Dictionary(grouping: numbered) { property in
            property.name.split(omittingEmptySubsequences: false) { $0.isNumber }
        }
        let uneven = families.values.filter { family in
            family.count > 2
                && (family.contains { $0.count < objects }
                    || family.allSatisfy { $0.name.utf8.count(where: \.isDigit) > 3 })
        }
        return Set(uneven.joined().map(\.name))
    }

    /// Whether all objects say that there was no success.
    var isFailed: Bool {
        properties.contains {
            $0.shape.booleans == objects && $0.shape.trues == 0 && PropertyName($0.name).isSuccess
        }
    }

    /// The properties that every object has without being asked for them, in order.
    var alwaysPresent: [Property] { properties.filter { $0.count == objects && !$0.shape.isRequested } }
}

extension ObservedShape.Property {
    /// Whether the values say of a thing what need not have happened, and not whether it has.
    fileprivate var isOfEvent: Bool {
        shape.nulls + shape.booleans == 0 && shape.strings.count + shape.objects > 0
            && PropertyName(name).isOfEvent
    }

    /// Whether the values lead to the page before or after.
    fileprivate var isOfNextPage: Bool {
        shape.strings.count + shape.nulls == shape.count && PropertyName(name).isNextPage
    }

    /// Whether the value is null or empty where there is no page before or after.
    fileprivate var saysThereIsNoPage: Bool { shape.nulls + shape.strings.empty > 0 && isOfNextPage }

    /// Whether the values are errors, and never null or empty, which says that there was no error.
    fileprivate var isOfFailure: Bool {
        shape.nulls + shape.strings.empty + shape.emptyArrays + shape.integers + shape.booleans == 0
            && PropertyName(name).isError
    }
}
