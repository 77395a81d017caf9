import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON
import VerbatimTestSupport

/// Bodies with random changes: a traced decode agrees with the plain decode, and the failures are exactly the
/// values to repair.
@Suite struct MutationTests {
    /// The number of bodies tried for each case.
    private static let bodyCount = 20

    /// Every ninth case, if not all: each model, each type of value and each dialect occurs.
    private static let cases =
        TestEffort.isExhaustive ? SampleCase.all : SampleCase.all.filter { $0.id.isMultiple(of: 9) }

    @Test(arguments: cases)
    func `reports exactly the values to repair`(_ sample: SampleCase) throws {
        var random = SeededRandom(seed: UInt64(sample.id))
        try #require(sample.failures(sample.good).isEmpty, "the good body of \(sample)")
        for _ in 0..<Self.bodyCount {
            try check(sample, BodyMutation.mutated(sample.good, with: &random))
        }
    }

    private func check(_ sample: SampleCase, _ body: JSONValue) throws {
        let report = sample.report(body)
        let context: Comment =
            "\(sample): \(body)\n\(report.failures.map(\.description).joined(separator: "\n"))"
        #expect(report.failures.isEmpty == sample.decodes(body), context)
        #expect(!report.failures.contains { $0.kind == .toolFault }, context)
        let pointers = report.failures.map { sample.pointer(of: $0) }
        #expect(Set(pointers).count == pointers.count, context)
        let repairs = pointers.map { body.repair(of: $0, as: sample.good) }
        let repaired = body.repaired(at: repairs, as: sample.good)
        if report.unexplored.isEmpty {
            #expect(sample.decodes(repaired), context)
        } else if !sample.decodes(repaired) {
            #expect(sample.rejectsValues, context)
            try #require(repaired != body, context)
            try check(sample, repaired)
        }
        guard repairs == pointers, pointers.count > 1 else { return }
        for repair in repairs {
            let rest = body.repaired(at: repairs.filter { $0 != repair }, as: sample.good)
            #expect(!sample.decodes(rest), "\(context)\n'\(repair)' is reported but need not be repaired")
        }
    }
}

/// A model with its sample body in one dialect.
struct SampleCase: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    let id: Int
    let description: String
    let good: JSONValue
    let rejectsValues: Bool
    private let dialect: Dialect
    private let check: @Sendable (Data) -> (failures: [DecodeFailure], unexplored: [JSONPointer])
    private let plain: @Sendable (Data) -> Bool

    var testDescription: String { description }

    init<Model: SampleModel & SendableMetatype>(_ id: Int, _ model: Model.Type, _ dialect: Dialect) {
        self.id = id
        self.dialect = dialect
        description = "\(model) in \(dialect.name)"
        good = Model.body(dialect)
        rejectsValues = Model.rejectsValues
        check = { data in
            let report = ModelDecoding.check(Model.self, in: data, with: dialect.decoder)
            return (report.failures, report.unexplored)
        }
        plain = { data in (try? dialect.decoder.decode(Model.self, from: data)) != nil }
    }

    func report(_ body: JSONValue) -> (failures: [DecodeFailure], unexplored: [JSONPointer]) {
        check(Data(body.bytes(.compact)))
    }

    /// Returns the pointer of a failure, with a missing key in the notation of the dialect.
    func pointer(of failure: DecodeFailure) -> JSONPointer {
        guard failure.kind == .missingKey, good[failure.pointer] == nil else { return failure.pointer }
        let name = failure.pointer.tokens.last.map(dialect.keyName) ?? ""
        return failure.pointer.parent?.appending(name) ?? failure.pointer
    }

    func failures(_ body: JSONValue) -> [DecodeFailure] { report(body).failures }

    func decodes(_ body: JSONValue) -> Bool { plain(Data(body.bytes(.compact))) }

    static let all: [SampleCase] = {
        var cases: [SampleCase] = []
        func add<Model: SampleModel & SendableMetatype>(_ model: Model.Type) {
            cases.append(SampleCase(cases.count, model, Dialect.all[cases.count % Dialect.all.count]))
        }
        func addModels<A: SampleModel & SendableMetatype>(of _: A.Type) {
            add(Required<A>.self)
            add(Optionals<A>.self)
            add(Lists<A>.self)
            add(Maps<A>.self)
            add(Nested<A>.self)
            add(Flattened<A>.self)
            add(Tuple<A>.self)
            add(Derived<A>.self)
            add(NestedSuper<A>.self)
            add(Either<A>.self)
            add(Lenient<A>.self)
            add(Wrapping<A>.self)
            add(Cases<A>.self)
            add(Rejecting<A>.self)
            add(Deep<A>.self)
            add(Tagged<A>.self)
            add(Fallback<A>.self)
        }
        let leaves: [any (SampleModel & SendableMetatype).Type] = [
            Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Bool.self, String.self,
            Decimal.self,
            URL.self, Data.self, Date.self, UUID.self, Size.self, Level.self,
        ]
        for leaf in leaves { addModels(of: leaf) }
        return cases
    }()
}
