import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON
import VerbatimTestSupport

/// Bodies changed at random: whatever is done to them, the verdict is that of a plain decode, and the
/// failures are the locations to repair, all of them and no others.
struct MutationTests {
    /// How many bodies each shape is tried with; more by `VERBATIM_DECODE_MUTATIONS`.
    static let bodies =
        ProcessInfo.processInfo.environment["VERBATIM_DECODE_MUTATIONS"].flatMap(Int.init) ?? 20

    @Test(arguments: ModelShape.all)
    func `finds the locations to repair, all of them and no others`(_ shape: ModelShape) throws {
        var random = SeededRandom(seed: UInt64(shape.id))
        try #require(shape.failures(shape.good).isEmpty, "the good body of \(shape)")
        for _ in 0..<Self.bodies {
            let body = Mutation.mutated(shape.good, with: &random)
            try check(shape, body)
        }
    }

    @Test func `there are enough shapes`() {
        #expect(ModelShape.all.count >= 200)
    }

    private func check(_ shape: ModelShape, _ body: JSONValue) throws {
        let report = shape.report(body)
        let context: Comment =
            "\(shape): \(body)\n\(report.failures.map(\.description).joined(separator: "\n"))"
        #expect(report.failures.isEmpty == shape.decodes(body), context)
        #expect(!report.failures.contains { $0.kind == .toolFault }, context)
        let locations = report.failures.map { shape.location(of: $0) }
        #expect(Set(locations).count == locations.count, context)
        let repairs = locations.map { body.repair(of: $0, as: shape.good) }
        let repaired = body.repaired(at: repairs, as: shape.good)
        if report.unjudged.isEmpty {
            #expect(shape.decodes(repaired), context)
        } else if !shape.decodes(repaired) {
            #expect(shape.refuses, context)
            try #require(repaired != body, context)
            try check(shape, repaired)
        }
        guard repairs == locations, locations.count > 1 else { return }
        for repair in repairs {
            let rest = body.repaired(at: repairs.filter { $0 != repair }, as: shape.good)
            #expect(!shape.decodes(rest), "\(context)\n'\(repair)' need not be repaired")
        }
    }
}

/// A model with a good body, in one dialect.
struct ModelShape: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    let id: Int
    let description: String
    let good: JSONValue
    let refuses: Bool
    private let dialect: Dialect
    private let check: @Sendable (Data) -> (failures: [DecodeFailure], unjudged: [JSONPointer])
    private let plain: @Sendable (Data) -> Bool

    var testDescription: String { description }

    init<Model: Specimen & SendableMetatype>(_ id: Int, _ model: Model.Type, _ dialect: Dialect) {
        self.id = id
        self.dialect = dialect
        description = "\(model) in \(dialect.name)"
        good = Model.body(dialect)
        refuses = Model.refuses
        check = { data in
            let report = ModelDecoding.check(Model.self, in: data, with: dialect.decoder)
            return (report.failures, report.unjudged)
        }
        plain = { data in (try? dialect.decoder.decode(Model.self, from: data)) != nil }
    }

    func report(_ body: JSONValue) -> (failures: [DecodeFailure], unjudged: [JSONPointer]) {
        check(Data(body.bytes(.compact)))
    }

    /// Where a failure is; a missing key is told by the name the model has for it, when its spelling is not
    /// known.
    func location(of failure: DecodeFailure) -> JSONPointer {
        guard failure.kind == .missingKey, good.at(failure.pointer) == nil else { return failure.pointer }
        let name = failure.pointer.tokens.last.map(dialect.spell) ?? ""
        return failure.pointer.parent?.appending(name) ?? failure.pointer
    }

    func failures(_ body: JSONValue) -> [DecodeFailure] { report(body).failures }

    func decodes(_ body: JSONValue) -> Bool { plain(Data(body.bytes(.compact))) }

    static let all: [ModelShape] = {
        var shapes: [ModelShape] = []
        func add<Model: Specimen & SendableMetatype>(_ model: Model.Type) {
            shapes.append(ModelShape(shapes.count, model, Dialect.all[shapes.count % Dialect.all.count]))
        }
        func addModels<A: Specimen & SendableMetatype>(of _: A.Type) {
            add(Required<A>.self)
            add(Optionals<A>.self)
            add(Lists<A>.self)
            add(Maps<A>.self)
            add(Nested<A>.self)
            add(Flattened<A>.self)
            add(Tuple<A>.self)
            add(Derived<A>.self)
            add(Nestling<A>.self)
            add(Either<A>.self)
            add(Lenient<A>.self)
            add(Wrapping<A>.self)
            add(Cases<A>.self)
            add(Choosy<A>.self)
            add(Deep<A>.self)
            add(Tagged<A>.self)
            add(Fallback<A>.self)
        }
        let leaves: [any (Specimen & SendableMetatype).Type] = [
            Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Bool.self, String.self,
            Decimal.self,
            URL.self, Data.self, Date.self, UUID.self, Size.self, Level.self,
        ]
        for leaf in leaves { addModels(of: leaf) }
        return shapes
    }()
}
