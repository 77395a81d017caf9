import Testing

@testable import VerbatimMutation

/// The share of the values of a body that is mutated.
@Suite struct WorkloadTests {
    @Test(arguments: [(0, 1), (1 << 28, 1), ((1 << 28) + 1, 2), (50_000 * 1_000_000, 187)])
    func `few values are mutated if judging all takes long`(_ size: Int, _ step: Int) {
        #expect(Workload.step(for: size) == step)
    }
}
