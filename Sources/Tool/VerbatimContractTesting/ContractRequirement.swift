import Foundation
public import VerbatimAPI
public import VerbatimTesting

/// Breaking findings are failures of the test, warnings are warnings; others are not reported. Overrides of
/// the contracts apply. Answers of stubs are not checked.
///
///     @Test(.recording("weather/berlin", keeping: .contract))
extension ContractRequirement {
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
        ContractRequirement(RequiredContract(api: api, folder: folder))
    }

    /// The contract, which no other module requires.
    var contract: RequiredContract { source as? RequiredContract ?? RequiredContract() }
}

struct RequiredContract: RecordingRequirement {
    var api: API?
    var folder: String?

    func check(of recording: String, testFolder: URL, recordings: URL?) throws -> any RecordingCheck {
        try ContractCheck(self, recording: recording, testFolder: testFolder, recordings: recordings)
    }
}
