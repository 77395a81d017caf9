public import VerbatimAPI

/// A contract to which the interactions of a test are held, replayed or live.
///
///     @Test(.recording("weather/berlin", keeping: .contract))
///
/// Breaking findings are failures of the test, warnings are warnings; others are not reported. Overrides of
/// the contracts apply. Answers of stubs are not checked.
public struct ContractRequirement: Sendable {
    let api: API?
    let folder: String?

    /// The contract in the folder `Contracts` next to the folder of the recordings.
    ///
    /// It is that of the recording's API, `Contracts/weather.json` for `weather/berlin`; if there is none,
    /// each interaction is checked against the contract with its URL. The models of the API take part if the
    /// recording is that of an ``VerbatimAPI/API``.
    public static var contract: ContractRequirement { contract() }

    /// Returns the requirement of a contract.
    ///
    /// - Parameters:
    ///   - api: The API whose models take part; nil is that of the recording.
    ///   - folder: The folder of the contracts, absolute or relative to that of the test's file; nil is the
    ///     folder `Contracts` next to that of the recordings.
    public static func contract(of api: API? = nil, in folder: String? = nil) -> ContractRequirement {
        ContractRequirement(api: api, folder: folder)
    }
}
