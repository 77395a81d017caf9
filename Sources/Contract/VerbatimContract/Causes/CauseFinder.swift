import VerbatimJSON

/// Groups findings by what happened at the provider.
///
/// Findings of the same thing at different places are one happening: the property `title` is missing,
/// wherever it was. Happenings that explain each other are one cause: a missing property with a new one of
/// like values in the same objects is renamed. What fails because of it (a model, a request that is no longer
/// sent) belongs to it.
public struct CauseFinder {
    private var happenings = OrderedGroups<Happening, [Sighting]>()
    /// The happenings that were added to others.
    private var moved: [Happening: Happening] = [:]
    /// The sightings that something else may explain: refusals of models, disagreements, requests not sent.
    private var effects: [Sighting] = []

    /// Returns the causes of findings, the most severe first, and among those what breaks the app.
    ///
    /// - Parameters:
    ///   - findings: The findings of a report.
    ///   - history: The changes of the recordings that are not committed, or by which a cause began. What
    ///     they show beyond the findings is allowed by the contract, and is one cause for each API.
    public static func causes(of findings: [Finding], history: [Finding] = []) -> [Cause] {
        var finder = CauseFinder(
            findings.map { Sighting($0) } + history.map { Sighting($0, isHistory: true) })
        return finder.causes()
    }

    private init(_ sightings: [Sighting]) {
        for sighting in sightings {
            switch sighting.symptom {
            case .refusal, .disagreement, .silence: effects.append(sighting)
            case .bodyKind where sighting.isHistory: effects.append(sighting)
            default: happenings[sighting.happening, default: []].append(sighting)
            }
        }
    }

    private mutating func causes() -> [Cause] {
        explainRefusals()
        explainBranches()
        explainReadings()
        explainResponses()
        explainRarities()
        var related = RelatedHappenings(happenings.pairs.filter { !$1.isEmpty })
        var groups = related.groups()
        attach(effects.filter { $0.symptom == .disagreement || $0.symptom == .silence }, to: &groups)
        let (seen, tolerated) = groups.partitioned { group in
            group.sightings.allSatisfy { $0.isHistory || $0.isExpected }
        }
        let folded = OrderedGroups(grouping: tolerated) { $0.api }.values.map { groups in
            CauseGroup(.tolerated, groups.flatMap(\.sightings), names: groups.flatMap(\.names))
        }
        let causes = (seen + folded).map { CauseDescription($0).cause }
        return Severity.allCases.reversed().flatMap { severity in
            let (others, breaking) = causes.filter { $0.severity == severity }.partitioned(by: \.breaksApp)
            return breaking + others
        }
    }

    /// Adds each refusal of a model to the happening that it is a refusal of: at the same value, or else of
    /// the same property, or of the same body.
    private mutating func explainRefusals() {
        var places: [PlaceKey: Happening] = [:]
        var properties: [[String]: Happening] = [:]
        for (happening, sightings) in happenings.pairs where happening.symptom != .fewer {
            for sighting in sightings {
                if happening.symptom?.isAboutBody == true, places[sighting.place] == nil {
                    places[sighting.place] = happening
                }
                let property = [sighting.finding.api ?? ""] + sighting.path
                if !sighting.path.isEmpty, properties[property] == nil { properties[property] = happening }
            }
        }
        for sighting in effects where sighting.symptom == .refusal || sighting.symptom == .bodyKind {
            let known = places[sighting.place] ?? properties[[sighting.finding.api ?? ""] + sighting.path]
            happenings[known ?? sighting.happening, default: []].append(sighting)
        }
    }

    /// Adds to the violation for which a schema has another branch what fails in that branch.
    ///
    /// These are missing properties in objects that have a new word, as many more objects have; what violates
    /// a condition, in objects whose other violations have changed what the condition is about, unless the
    /// history shows that it has changed itself; and the new properties of a new kind of event.
    private mutating func explainBranches() {
        let words = owners { $0 == .word && !$1.isConditional }
        let values = owners { $0 == .missing && !$1.isConditional }
            .merging(owners { $0.isAboutValue && !$1.isConditional }) { $1 }
        for (happening, sightings) in happenings.pairs {
            let signs = sightings.filter {
                $0.symptom == happening.symptom && !$0.isOfModel && (!$0.isHistory || $0.symptom == .new)
            }
            let isConditional = signs.allSatisfy(\.isConditional)
            let owners = signs.map { sign in
                sign.isConditional
                    ? sign.conditions.lazy.compactMap { values[$0] }.first : words[sign.parentPlace]
            }
            guard let owner = Self.only(owners, besides: happening) else { continue }
            let owned = happenings[owner, default: []]
            let isInHistory = sightings.contains { $0.isHistory && $0.symptom == happening.symptom }
            switch happening.symptom {
            case _ where isConditional && (!isInHistory || owner.symptom == .word): break
            case .missing where signs.count * 2 <= owned.count: break
            case .new where owned.contains(where: \.isOfItemKind): break
            default: continue
            }
            move(happening, to: owner)
        }
    }

    /// Adds what the app cannot read of an object to what happened to another property of it, by which the
    /// app distinguishes kinds of objects: nothing else says that what it cannot read has changed.
    private mutating func explainReadings() {
        let values = owners { symptom, _ in symptom == .missing || symptom.isAboutValue }
        for (happening, sightings) in happenings.pairs where sightings.allSatisfy(\.isOfModel) {
            let owners = sightings.map { sighting in
                sighting.objectPlaces.lazy.compactMap { values[$0] }.first
            }
            if let owner = Self.only(owners, besides: happening) { move(happening, to: owner) }
        }
    }

    /// Returns for each value, and each object that has it, the most frequent happening there that an API
    /// shows, of those that have a symptom.
    private func owners(_ isIncluded: (Symptom, Sighting) -> Bool) -> [PlaceKey: Happening] {
        var owners: [PlaceKey: (happening: Happening, count: Int)] = [:]
        for (happening, sightings) in happenings.pairs {
            guard let symptom = happening.symptom else { continue }
            for sighting in sightings where !sighting.isOfModel && isIncluded(symptom, sighting) {
                for place in sighting.ownPlaces where sightings.count > owners[place]?.count ?? 0 {
                    owners[place] = (happening, sightings.count)
                }
            }
        }
        return owners.mapValues(\.happening)
    }

    /// Adds what is found in responses with another status to that status, and what is wrong with bodies as
    /// a whole to another media type.
    private mutating func explainResponses() {
        for symptom in [Symptom.status, .mediaType] {
            var owners: [ResponseKey: Happening] = [:]
            for (happening, sightings) in happenings.pairs where happening.symptom == symptom {
                for sighting in sightings { owners[sighting.response] = happening }
            }
            for (happening, sightings) in happenings.pairs
            where symptom == .status || sightings.contains(where: \.isAboutWholeBody) {
                guard let owner = Self.only(sightings.map { owners[$0.response] }, besides: happening)
                else { continue }
                move(happening, to: owner)
            }
        }
    }

    /// Adds to a property that some responses lack that others have it less often than before.
    private mutating func explainRarities() {
        func property(_ sighting: Sighting) -> [String] { [sighting.finding.api ?? "", sighting.name] }
        var owners: [[String]: Happening] = [:]
        for (happening, sightings) in happenings.pairs where happening.symptom == .missing {
            for sighting in sightings where sighting.finding.isChange {
                owners[property(sighting)] = happening
            }
        }
        for (happening, sightings) in happenings.pairs where happening.symptom == .fewer {
            happenings[happening, default: []] = sightings.filter { owners[property($0)] == nil }
            for sighting in sightings {
                if let owner = owners[property(sighting)] { happenings[owner, default: []].append(sighting) }
            }
        }
    }

    /// Returns the happening that explains all sightings of another one; nil if there is no such one.
    private static func only(_ owners: [Happening?], besides happening: Happening) -> Happening? {
        let distinct = Set(owners)
        guard distinct.count == 1, let owner = distinct.first ?? nil, owner != happening else { return nil }
        return owner
    }

    /// Adds a happening to its owner, or to what that has been added to.
    private mutating func move(_ happening: Happening, to owner: Happening) {
        var owner = owner
        while let next = moved[owner] { owner = next }
        guard owner != happening else { return }
        moved[happening] = owner
        happenings[owner, default: []] += happenings[happening, default: []]
        happenings[happening, default: []] = []
    }

    /// Adds disagreements and requests that are no longer sent to the causes that explain them; the others
    /// are causes of their own.
    private func attach(_ effects: [Sighting], to groups: inout [CauseGroup]) {
        let explanations = EffectExplanations(groups)
        var own = OrderedGroups<Happening, [Sighting]>()
        for effect in effects {
            if let index = explanations.group(explaining: effect) {
                groups[index].sightings.append(effect)
            } else {
                own[effect.happening, default: []].append(effect)
            }
        }
        groups += own.pairs.map {
            CauseGroup($0.symptom == .silence ? .silence : .other, $1, names: [$0.name])
        }
        attachRequests(to: &groups)
    }

    /// Adds new requests to as many that are no longer sent to the same API.
    private func attachRequests(to groups: inout [CauseGroup]) {
        for requests in groups.indices where groups[requests].sightings.first?.symptom == .request {
            let (api, count) = (groups[requests].api, groups[requests].sightings.count)
            let silence = groups.firstIndex {
                $0.kind == .silence && $0.api == api && $0.sightings.count == count
            }
            guard let silence else { continue }
            groups[silence].sightings += groups[requests].sightings
            groups[requests].sightings = []
        }
        groups.removeAll { $0.sightings.isEmpty }
    }
}

/// The first groups that explain what fails because of them.
private struct EffectExplanations {
    /// Where the app may have stopped: an API, and one of its recordings, or any if the app is affected.
    private struct Stop: Hashable {
        let api: String?
        let archive: String?
    }

    private var stops: [Stop: Int] = [:]
    /// The objects whose properties the app may no longer read.
    private var objects: [ObjectKey: Int] = [:]

    init(_ groups: [CauseGroup]) {
        for (index, group) in groups.enumerated() {
            let isAboutValues = [.status, .value, .retyped, .dropped].contains(group.kind)
            for sighting in group.sightings {
                let finding = sighting.finding
                if finding.severity == .breaking {
                    let archives = [finding.location?.archiveName, nil]
                    for archive in archives where archive != nil || !finding.affected.isEmpty {
                        let stop = Stop(api: finding.api, archive: archive)
                        if stops[stop] == nil { stops[stop] = index }
                    }
                }
                guard isAboutValues, finding.severity > .info else { continue }
                let object = sighting.objectOfOperation
                if objects[object] == nil { objects[object] = index }
            }
        }
    }

    /// Returns the group because of which the app stopped before a request, or that is about the nearest
    /// object around a property about which contract and app disagree.
    func group(explaining effect: Sighting) -> Int? {
        let finding = effect.finding
        if effect.symptom == .silence {
            let archive = finding.oldLocation?.archiveName ?? finding.location?.archiveName
            return stops[Stop(api: finding.api, archive: archive)]
        }
        var object = effect.objectOfOperation
        while true {
            if let group = objects[object] { return group }
            if object.path.popLast() == nil { return nil }
        }
    }
}

extension Sighting {
    /// The object that has the property, whatever the request.
    fileprivate var objectOfOperation: ObjectKey {
        ObjectKey(api: finding.api, scope: finding.operation, path: Array(path.dropLast()))
    }
}

/// Some sightings of one cause.
struct CauseGroup {
    var kind: Cause.Kind
    var sightings: [Sighting]
    var names: [String]
    /// The properties that were renamed, old and new.
    var pairs: [(old: String, new: String)] = []

    init(_ kind: Cause.Kind, _ sightings: [Sighting], names: [String]) {
        self.kind = kind
        self.sightings = sightings
        self.names = names
    }

    /// The API, if it is only one.
    var api: String? {
        let api = sightings.first?.finding.api
        return sightings.allSatisfy { $0.finding.api == api } ? api : nil
    }
}

extension Array {
    /// Returns the elements that do not satisfy a condition, and those that do.
    func partitioned(by isSecond: (Element) -> Bool) -> ([Element], [Element]) {
        (filter { !isSecond($0) }, filter(isSecond))
    }
}
