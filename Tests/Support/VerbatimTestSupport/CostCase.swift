/// One dimension of what a file may contain, and work whose cost must not grow faster than that dimension.
public struct CostCase: Sendable, CustomStringConvertible {
    /// The dimension: `names in one object`.
    public let description: String
    private let measure: @Sendable () throws -> CostGrowth

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - start: The first size. It is doubled until the work takes long enough to measure.
    ///   - input: Returns the input of a size; this is not measured.
    ///   - work: Does the work on one thread.
    public init<Input>(
        _ description: String, from start: Int = 256,
        input: @escaping @Sendable (_ size: Int) throws -> Input,
        work: @escaping @Sendable (Input) throws -> Void
    ) {
        self.description = description
        measure = { try CostGrowth(from: start, input: input, work: work) }
    }

    /// Measures the work, and prints the figures.
    public func growth() throws -> CostGrowth {
        let growth = try measure()
        print("cost of \(description): \(growth)")
        return growth
    }
}
