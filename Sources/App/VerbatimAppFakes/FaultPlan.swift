/// How the fake providers behave: well, but for the faults they were told to have.
public struct FaultPlan: Sendable, Hashable {
    /// The environment variable a command reads its behaviour from.
    public static let environmentVariable = "VERBATIM_FAKE"

    /// The faults of each provider; all of a provider's faults happen together.
    public var faults: [Provider: Set<Fault>]

    /// Creates a behaviour.
    public init(_ faults: [Provider: Set<Fault>] = [:]) {
        self.faults = faults
    }

    func has(_ fault: Fault, _ provider: Provider) -> Bool {
        faults[provider]?.contains(fault) ?? false
    }
}

extension FaultPlan {
    /// Reads `provider=fault` pairs with commas or blanks between them, e.g. `itunes=html-404,flickr=slow`.
    ///
    /// A provider may occur more than once; the empty text is good behaviour.
    public init(parsing text: String) throws(FaultPlanError) {
        self.init()
        for pair in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw FaultPlanError(problem: .noPair(String(pair))) }
            guard let provider = Provider(rawValue: String(parts[0])) else {
                throw FaultPlanError(problem: .unknownProvider(String(parts[0])))
            }
            guard let fault = Fault(rawValue: String(parts[1])) else {
                throw FaultPlanError(problem: .unknownFault(String(parts[1])))
            }
            guard fault.applies(to: provider) else {
                throw FaultPlanError(problem: .foreignFault(fault, provider))
            }
            faults[provider, default: []].insert(fault)
        }
    }
}
