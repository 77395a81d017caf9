import VerbatimAPI
import VerbatimReplay

/// What to bear in mind while recordings come from fake providers.
struct FakeRecordingNotice {
    /// The notice with its newline, or nothing when every recording is a provider's.
    let text: String

    /// - Parameter days: When each recording was made, by its name.
    init(_ days: [String: RefreshLog.Entry], of apis: [API]) {
        let names = apis.flatMap { api in api.scenarios.map { "\(api.name)/\($0.name)" } }
        let count = names.count { days[$0]?.origin == .fake }
        text =
            count == 0
            ? ""
            : """
            \(count) of these recordings come from fake providers, not from the providers: they say what we \
            believe, not what is so.
              next: run `make record` with network access

            """
    }
}
