/// Compares a text at one position with every secret, in every way in which the text can be read.
struct SecretMatcher<Units: TextUnits> {
    /// An occurrence of a secret in units.
    struct Match {
        var secret: Int
        var end: Int
    }

    /// The secrets that the characters up to a position begin.
    private struct State: Equatable {
        var secrets: Range<Int>
        var position: Int
    }

    private let units: Units
    private let reader: EscapeReader<Units>
    /// The number of comparisons left. A text that repeats a part of a long secret runs out of them.
    private var budget: Int

    /// The number of characters that make an occurrence once the comparisons are used up.
    private static var sufficientLength: Int { 256 }
    /// The number of readings that are followed at a time, before and after the comparisons are used up. Only
    /// a run of characters that begin escapes has more than a few.
    private static var maximumStates: (usual: Int, scarce: Int) { (64, 8) }

    init(_ units: Units) {
        self.units = units
        reader = EscapeReader(units: units)
        budget = 64 * units.count + 1 << 16
    }

    /// Returns the longest occurrence that begins at a position, or nil.
    mutating func longest(at start: Int, of table: SecretTable) -> Match? {
        var state = State(secrets: table.all, position: start)
        var length = 0
        var match: Match?
        while !state.secrets.isEmpty, state.position < units.count {
            let unit = units[state.position]
            // Only other units can be read in several ways.
            guard unit < 0x80, !unit.beginsEscape else {
                return longest(from: state, length, of: table, after: match)
            }
            state.secrets = table.narrow(state.secrets, to: unit, at: length)
            (state.position, length) = (state.position + 1, length + 1)
            accept(&state, length, table, &match)
        }
        return match
    }

    /// Continues with all readings of escapes, which can be several states at a time.
    private mutating func longest(
        from state: State, _ length: Int, of table: SecretTable, after match: Match?
    ) -> Match? {
        var (states, length, match) = ([state], length, match)
        let reader = reader
        while !states.isEmpty {
            length += 1
            var next: [State] = []
            let limit = budget < 0 ? Self.maximumStates.scarce : Self.maximumStates.usual
            for state in states {
                reader.forEachCharacter(at: state.position) { character, end in
                    let secrets = table.narrow(state.secrets, to: character, at: length - 1)
                    let state = State(secrets: secrets, position: end)
                    budget -= 1
                    if !secrets.isEmpty, next.count < limit, !next.contains(state) { next.append(state) }
                }
            }
            states.removeAll(keepingCapacity: true)
            for var state in next {
                accept(&state, length, table, &match)
                if !state.secrets.isEmpty { states.append(state) }
            }
        }
        return match
    }

    /// Updates the match if the characters up to a position are a whole secret, or as good as one.
    private mutating func accept(
        _ state: inout State, _ length: Int, _ table: SecretTable, _ match: inout Match?
    ) {
        guard !state.secrets.isEmpty else { return }
        budget -= 1
        if let secret = table.complete(&state.secrets, length: length) {
            if match.map({ $0.end <= state.position }) ?? true {
                match = Match(secret: secret, end: state.position)
            }
        } else if budget < 0, length >= Self.sufficientLength {
            match = Match(secret: table.secret(of: state.secrets), end: state.position)
            state.secrets = 0..<0
        }
    }
}
