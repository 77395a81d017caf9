/// The faults of the fake providers.
public struct FaultPlan: Sendable, Hashable {
    /// The environment variable from which commands read the plan.
    public static let environmentVariable = "VERBATIM_FAKE"

    /// The faults of each provider; all faults of a provider occur at the same time.
    public var faults: [Provider: Set<Fault>]

    /// Creates a plan.
    public init(_ faults: [Provider: Set<Fault>] = [:]) {
        self.faults = faults
    }

    func has(_ fault: Fault, of provider: Provider) -> Bool {
        faults[provider]?.contains(fault) ?? false
    }
}

extension FaultPlan {
    /// Parses `provider=fault` pairs, separated by commas or spaces, such as `itunes=html-404,flickr=slow`.
    ///
    /// A provider may occur more than once. An empty text means no faults.
    public init(parsing text: String) throws(FaultPlanError) {
        self.init()
        for pair in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .notAPair(String(pair)) }
            guard let provider = Provider(rawValue: String(parts[0])) else {
                throw .unknownProvider(String(parts[0]))
            }
            guard let fault = Fault(rawValue: String(parts[1])) else {
                throw .unknownFault(String(parts[1]))
            }
            guard fault.applies(to: provider) else { throw .inapplicableFault(fault, provider) }
            faults[provider, default: []].insert(fault)
        }
    }
}

/// The reason why a text is not a ``FaultPlan``.
public enum FaultPlanError: Error, Sendable, Hashable {
    /// A part does not contain `=`.
    case notAPair(String)
    /// The provider does not exist.
    case unknownProvider(String)
    /// The fault does not exist.
    case unknownFault(String)
    /// The fault exists, but not for this provider.
    case inapplicableFault(Fault, Provider)
}

extension FaultPlanError: CustomStringConvertible {
    /// The problem and the valid choices.
    public var description: String {
        switch self {
        case .notAPair(let text):
            "expected 'provider=fault', not '\(text)'\n"
                + "  next: write for example \(FaultPlan.environmentVariable)=itunes=html-404"
        case .unknownProvider(let name):
            "unknown fake provider '\(name)'\n  next: choose one of \(Self.list(Provider.allCases))"
        case .unknownFault(let name):
            "unknown fault '\(name)'\n  next: choose one of \(Self.list(Fault.allCases))"
        case .inapplicableFault(let fault, let provider):
            "\(provider.rawValue) cannot have the fault '\(fault.rawValue)'\n  next: choose one of "
                + Self.list(Fault.allCases.filter { $0.applies(to: provider) })
        }
    }

    private static func list(_ choices: [some RawRepresentable<String>]) -> String {
        choices.map(\.rawValue).joined(separator: ", ")
    }
}
