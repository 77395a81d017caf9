extension [UInt8] {
    /// What stands before the first of a byte, and what behind it.
    func halves(at separator: UInt8) -> (first: [UInt8], second: [UInt8]) {
        guard let index = firstIndex(of: separator) else { return (self, []) }
        return (Array(self[..<index]), Array(self[(index + 1)...]))
    }
}
