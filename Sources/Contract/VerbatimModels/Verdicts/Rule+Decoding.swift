public import VerbatimContract
package import VerbatimDecoding

extension Rule {
    /// The rules about a body that a model cannot read, one for each kind of failure.
    ///
    /// A reading that is not decoding (XML) has kinds of its own words, of which `refused` is one.
    public static let ofDecoding: [Rule] = DecodeFailure.Kind.allCases.map(Rule.decoding)

    /// The rule about a body that a model cannot read, by the kind of failure.
    package static func decoding(_ kind: DecodeFailure.Kind) -> Rule {
        Rule(
            "model-\(kind.rawValue)", .breaking, kind.summary,
            kind == .toolFault
                ? "one of the two is wrong about the body"
                : "the app cannot read the answer, often as a whole")
    }
}

extension DecodeFailure.Kind {
    fileprivate var summary: String {
        switch self {
        case .missingKey: "a member the model requires is missing"
        case .null: "a value the model requires is null"
        case .wrongType: "a value has another type than the model takes"
        case .numberDoesNotFit: "a number does not fit the model's type"
        case .unknownCase: "no case of the model's enumeration has the value"
        case .badDate: "the decoder's strategy does not read a date"
        case .badURL: "a string is no URL"
        case .badData: "the decoder's strategy does not read data"
        case .badKey: "a name is no key of the model's dictionary"
        case .refused: "the model's own code does not accept a value"
        case .notJSON: "the body is not JSON"
        case .toolFault: "verbatim and the app's decoder disagree"
        }
    }
}
