import VerbatimServer

/// The requests of a connection: the first byte tells how the others are cut, which must not matter.
enum RequestFuzzing: FuzzJob {
    static let name = "request"

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let wire = Array(bytes.dropFirst())
        let whole = RequestCheck.transcript(of: wire) { wire.count }
        precondition(whole == RequestCheck.transcript(of: wire) { 1 }, "single bytes make a difference")
        var state = UInt64(first)
        let cut = RequestCheck.transcript(of: wire) {
            // Steele and Vigna's constant; all that matters is that the lengths vary.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 1 + Int(state >> 59)
        }
        precondition(whole == cut, "cuts make a difference")
    }
}
