public import VerbatimJSON

/// The strength of contracts, from a report of `verbatim mutate --format json`.
public struct MutationScores: Sendable, Hashable {
    /// The score of an API or of one of its operations.
    public struct Score: Sendable, Hashable {
        /// The name of the API.
        public let api: String
        /// The operation id, or nil for the API as a whole.
        public let operation: String?
        /// The number of mutants.
        public let mutants: Int
        /// The number of mutants that the contract kills.
        public let killedByContract: Int
        /// The number of mutants that only a model kills.
        public let killedByModelOnly: Int
        /// The number of mutants that nothing kills.
        public let survived: Int
    }

    /// The scores, those of an API before those of its operations.
    public let scores: [Score]

    /// Reads a report; returns nil if the value is not one.
    public init?(_ report: JSONValue) {
        guard case .object(let object) = report, case .array(let apis)? = object["apis"],
            object["unusedWaivers"] != nil
        else { return nil }
        scores = apis.flatMap { api -> [Score] in
            guard case .object(let members) = api, case .string(let name)? = members["api"] else { return [] }
            guard case .array(let operations)? = members["operations"] else { return [] }
            return [Score(members, api: name, operation: nil)]
                + operations.compactMap { operation in
                    guard case .object(let members) = operation, case .string(let id)? = members["operation"]
                    else { return nil }
                    return Score(members, api: name, operation: id)
                }
        }
    }
}

extension MutationScores.Score {
    fileprivate init(_ members: JSONObject, api: String, operation: String?) {
        func number(_ name: String) -> Double {
            guard case .number(let number)? = members[name] else { return 0 }
            return Double(number.text) ?? 0
        }
        let mutants = number("mutants")
        let count = { (name: String) in Int((number(name) * mutants).rounded()) }
        self.init(
            api: api, operation: operation, mutants: Int(mutants),
            killedByContract: count("killedByContract"),
            killedByModelOnly: count("killed") - count("killedByContract"), survived: Int(number("survived")))
    }
}
