import VerbatimHAR

/// The interactions of a recording, in memory or read from files on demand.
enum Recording: Sendable {
    case memory([Interaction])
    case files(Files)

    /// The files of one recording or more, whose entries are numbered through.
    struct Files: Sendable {
        private let readers: [ArchiveReader]
        /// The number of entries in each file and those before it.
        private let ends: [Int]

        init(_ readers: [ArchiveReader]) {
            self.readers = readers
            ends = readers.reduce(into: []) { $0.append(($0.last ?? 0) + $1.count) }
        }

        var count: Int { ends.last ?? 0 }

        /// Whether a line of a file says where an entry is.
        var areOne: Bool { readers.count == 1 }

        /// Returns the file with an entry, and the index of the entry in it.
        subscript(entry: Int) -> (reader: ArchiveReader, entry: Int) {
            var (low, high) = (0, ends.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] <= entry { low = middle + 1 } else { high = middle }
            }
            return (readers[low], low == 0 ? entry : entry - ends[low - 1])
        }
    }

    var count: Int {
        switch self {
        case .memory(let interactions): interactions.count
        case .files(let files): files.count
        }
    }

    func request(at entry: Int) throws(ArchiveError) -> HTTPRequest {
        switch self {
        case .memory(let interactions): return interactions[entry].request
        case .files(let files):
            let file = files[entry]
            return try file.reader.request(at: file.entry)
        }
    }

    /// The name of the test case that recorded an entry; nil if no test did.
    func testCaseName(at entry: Int) -> String? {
        switch self {
        case .memory(let interactions): return interactions[entry].testCase?.name
        case .files(let files):
            let file = files[entry]
            return file.reader.testCaseName(at: file.entry)
        }
    }

    func outcome(at entry: Int) throws(ArchiveError) -> Outcome {
        switch self {
        case .memory(let interactions): return interactions[entry].outcome
        case .files(let files):
            let file = files[entry]
            return try file.reader.outcome(at: file.entry)
        }
    }

    /// Reads an interaction. Of several files, lines would mean nothing, so that it has no location.
    func interaction(at entry: Int) throws(ArchiveError) -> Interaction {
        switch self {
        case .memory(let interactions): return interactions[entry]
        case .files(let files):
            let file = files[entry]
            var interaction = try file.reader.interaction(at: file.entry)
            if !files.areOne { interaction.location = nil }
            return interaction
        }
    }
}
