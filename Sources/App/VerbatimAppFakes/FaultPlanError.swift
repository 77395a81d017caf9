/// Why a text describes no behaviour of the fake providers.
public struct FaultPlanError: Error, Sendable, Hashable {
    /// What is wrong with it.
    public var problem: Problem

    /// What can be wrong.
    public enum Problem: Sendable, Hashable {
        /// A part without `=`.
        case noPair(String)
        /// A provider without a fake provider.
        case unknownProvider(String)
        /// A fault no fake provider has.
        case unknownFault(String)
        /// A fault of another provider.
        case foreignFault(Fault, Provider)
    }
}

extension FaultPlanError: CustomStringConvertible {
    /// What is wrong, and what there is to choose from.
    public var description: String {
        let providers = Provider.allCases.map(\.rawValue).joined(separator: ", ")
        let faults = Fault.allCases.map(\.rawValue).joined(separator: ", ")
        return switch problem {
        case .noPair(let text):
            "'\(text)' is not 'provider=fault'\n  next: write for example \(FaultPlan.environmentVariable)=itunes=html-404"
        case .unknownProvider(let name):
            "'\(name)' has no fake provider\n  next: choose one of \(providers)"
        case .unknownFault(let name):
            "'\(name)' is no fault of a fake provider\n  next: choose one of \(faults)"
        case .foreignFault(let fault, let provider):
            "'\(fault.rawValue)' is no fault of \(provider.rawValue)\n  next: choose one of "
                + Fault.allCases.filter { $0.applies(to: provider) }.map(\.rawValue).joined(separator: ", ")
        }
    }
}
