import RecordReplay

/// What to bear in mind while recordings come from stand-ins.
struct StandInNotice {
    /// The notice with its newline, or nothing when every recording is a provider's.
    let text: String

    init(_ origins: some Sequence<Origin>) {
        let count = origins.count { $0 == .sandbox }
        text =
            count == 0
            ? ""
            : """
            \(count) of these recordings come from local stand-ins, not from the providers: they say what we \
            believe, not what is so.
              next: run `make record` with network access

            """
    }
}
