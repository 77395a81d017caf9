package import VerbatimJSON

/// What interactions show, which is found part by part: on several cores, or by several machines.
///
/// The facts of one part, to which those of the next are appended, are the facts of both parts read in one.
package protocol TrafficFacts: Codable {
    /// Adds what the interactions after these show.
    mutating func append(_ next: Self)
}

extension Array: TrafficFacts where Element: Codable {
    package mutating func append(_ next: [Element]) { self += next }
}

extension Set: TrafficFacts where Element: Codable {
    package mutating func append(_ next: Set) { formUnion(next) }
}

extension Dictionary: TrafficFacts where Key: Codable, Value: TrafficFacts {
    package mutating func append(_ next: [Key: Value]) {
        for (key, facts) in next { self[key]?.append(facts) ?? (self[key] = facts) }
    }
}

extension OrderedGroups: TrafficFacts where Key: Codable, Value: TrafficFacts {
    package mutating func append(_ next: OrderedGroups) {
        for (key, facts) in next.pairs {
            let isNew = self[key] == nil
            if isNew { self[key, default: facts] = facts } else { self[key, default: facts].append(facts) }
        }
    }
}
