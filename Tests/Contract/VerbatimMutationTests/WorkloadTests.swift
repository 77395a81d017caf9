import Testing

@testable import VerbatimMutation

/// The share of the values of a body that is mutated.
@Suite struct WorkloadTests {
    @Test(arguments: [(10, 1000, 1), (20_000, 100_000, 1), (50_000, 1_000_000, 24), (1, Int.max / 2, 1)])
    func `few values of a large body are mutated`(_ values: Int, _ size: Int, _ step: Int) {
        #expect(Workload.step(for: values, inBodyOf: size) == step)
    }
}
