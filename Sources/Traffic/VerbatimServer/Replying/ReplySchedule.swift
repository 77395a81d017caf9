import VerbatimHAR

/// A reply as a connection plays it: what to write and when, step by step, and what happens then.
struct ReplySchedule {
    enum Step {
        case bytes([UInt8])
        /// The next so many bytes of a file.
        case file(OpenFile, Int)
        case pause(Duration)
    }

    enum Ending {
        /// The connection serves the next request.
        case keepAlive
        case close
        case reset
        /// Nothing more happens until the client closes.
        case silence
    }

    var steps: [Step] = []
    var ending: Ending
}
