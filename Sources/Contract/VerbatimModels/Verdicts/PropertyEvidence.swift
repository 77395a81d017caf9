import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// What is known of one key that a model reads at one location of one operation's bodies.
struct PropertyEvidence {
    let evidence: BindingEvidence
    let key: KeyUsage.Key
    let trials: PropertyTrials
    /// What the contract says about it, by its words and by what it refused.
    let promise: PropertyAgreement.Promise
    /// Whether the model goes without.
    let demand: PropertyAgreement.Demand
    /// Where the contract describes the member.
    let node: JSON?
    /// Where the contract describes the object around it, with this member if it knows it.
    let object: JSON?

    init(_ key: KeyUsage.Key, at location: SchemaCursor, in evidence: BindingEvidence) {
        self.evidence = evidence
        self.key = key
        trials = PropertyTrials(of: key, in: evidence)
        node = location.node(of: key.name)
        object = location.object(with: key.name) ?? location.object
        demand = Self.demand(for: key, trials, isLacking: evidence.lacks.contains(key.member))
        promise = Self.promise(of: key, trials, demand, at: location)
    }

    /// A model that asks for a value at any rate may still catch the failure, or ask only where there is one.
    private static func demand(
        for key: KeyUsage.Key, _ trials: PropertyTrials, isLacking: Bool
    ) -> PropertyAgreement.Demand {
        let wentWithout = key.absent > 0 && !isLacking
        let goesWithout = trials.allowances > 0 && !trials.canBeMissing
        return key.isRequired && !wentWithout && !goesWithout ? .required : .optional
    }

    /// What a schema requires in one of its branches only shows when an object without the member is refused.
    ///
    /// To a model that goes without, such a promise is none: where it does not hold, the member may be missing. When
    /// there was no object to try, one that requires it gets the benefit of the doubt.
    private static func promise(
        of key: KeyUsage.Key, _ trials: PropertyTrials, _ demand: PropertyAgreement.Demand,
        at location: SchemaCursor
    ) -> PropertyAgreement.Promise {
        let inWords = location.promise(of: key.name)
        if trials.canBeMissing { return min(inWords, .optional) }
        guard demand == .required else { return inWords }
        let isUntried = trials.refusals + trials.allowances == 0
        return trials.refusals > 0 || isUntried && location.requiresAtTimes(key.name) ? .required : inWords
    }
}

extension BindingEvidence {
    /// Everything the model reads.
    var records: [PropertyEvidence] {
        var locations: [JSONPointer: SchemaCursor] = [:]
        return usage.keys.filter { $0.found + $0.null + $0.absent > 0 }.map { key in
            let location = locations[key.location] ?? promised(at: key.location)
            locations[key.location] = location
            return PropertyEvidence(key, at: location, in: self)
        }
    }

    /// What the contract says about the objects at a location, by the first schema that knows it.
    func promised(at location: JSONPointer) -> SchemaCursor {
        let locations = schemas.lazy.map { SchemaCursor($0.node, in: contract.document).at(location) }
        return locations.first { $0.node != nil } ?? SchemaCursor([], contract.document)
    }
}
