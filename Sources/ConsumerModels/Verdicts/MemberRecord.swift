import APIContract
import Decodability
import JSONDocument

/// What is known of one key that a model reads at one place of one operation's bodies.
struct MemberRecord {
    let evidence: BindingEvidence
    let key: KeyUsage.Key
    let trials: MemberTrials
    /// What the contract says about it, by its words and by what it refused.
    let promise: Stance.Promise
    /// Whether the model goes without.
    let demand: Stance.Demand
    /// Where the contract describes the member.
    let node: JSON?
    /// Where the contract describes the object around it, with this member if it knows it.
    let object: JSON?

    init(_ key: KeyUsage.Key, at place: PromisedPlace, in evidence: BindingEvidence) {
        self.evidence = evidence
        self.key = key
        trials = MemberTrials(of: key, in: evidence)
        node = place.node(of: key.name)
        object = place.object(with: key.name) ?? place.object
        demand = Self.demand(for: key, trials, isLacking: evidence.lacks.contains(key.member))
        promise = Self.promise(of: key, trials, demand, at: place)
    }

    /// A model that asks for a value at any rate may still catch the failure, or ask only where there is one.
    private static func demand(
        for key: KeyUsage.Key, _ trials: MemberTrials, isLacking: Bool
    ) -> Stance.Demand {
        let wentWithout = key.absent > 0 && !isLacking
        let goesWithout = trials.allowances > 0 && !trials.canBeMissing
        return key.isRequired && !wentWithout && !goesWithout ? .required : .optional
    }

    /// What a schema requires in one of its branches only shows when an object without the member is refused.
    ///
    /// To a model that goes without, such a promise is none: where it does not hold, the member may be missing. When
    /// there was no object to try, one that requires it gets the benefit of the doubt.
    private static func promise(
        of key: KeyUsage.Key, _ trials: MemberTrials, _ demand: Stance.Demand, at place: PromisedPlace
    ) -> Stance.Promise {
        let inWords = place.promise(of: key.name)
        if trials.canBeMissing { return min(inWords, .optional) }
        guard demand == .required else { return inWords }
        let isUntried = trials.refusals + trials.allowances == 0
        return trials.refusals > 0 || isUntried && place.requiresAtTimes(key.name) ? .required : inWords
    }
}

extension BindingEvidence {
    /// Everything the model reads.
    var records: [MemberRecord] {
        var places: [JSONPointer: PromisedPlace] = [:]
        return usage.keys.filter { $0.found + $0.null + $0.absent > 0 }.map { key in
            let place = places[key.place] ?? promised(at: key.place)
            places[key.place] = place
            return MemberRecord(key, at: place, in: self)
        }
    }

    /// What the contract says about the objects at a place, by the first schema that knows it.
    func promised(at place: JSONPointer) -> PromisedPlace {
        let places = schemas.lazy.map { PromisedPlace($0.node, in: contract.document).at(place) }
        return places.first { $0.node != nil } ?? PromisedPlace([], contract.document)
    }
}
