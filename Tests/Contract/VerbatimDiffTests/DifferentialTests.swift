import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

@testable import VerbatimDiff

/// Compares the comparison with the validator: values decide whether more is allowed.
@Suite struct DifferentialTests {
    /// The number of pairs; set `VERBATIM_DIFF_PAIRS=10000` for more, `VERBATIM_DIFF_SEED` for others.
    static let pairs = ProcessInfo.processInfo.environment["VERBATIM_DIFF_PAIRS"].flatMap(Int.init) ?? 200
    static let seed =
        ProcessInfo.processInfo.environment["VERBATIM_DIFF_SEED"].flatMap(UInt64.init) ?? 20_261_121

    @Test func `reports that more is allowed if and only if some value is`() throws {
        var tally = Tally()
        for number in 0..<Self.pairs {
            guard let pair = SchemaPair(seed: Self.seed &+ UInt64(number)) else { continue }
            tally.count(pair, number: number)
        }
        print("differential: seed \(Self.seed), \(tally.description)")
        #expect(
            tally.missed.isEmpty,
            "allowed by the new schema only, and not reported: \(tally.missed.first ?? "")")
        #expect(
            tally.undecided.count * 30 <= tally.pairs, "too many widenings without a value that shows them")
        let shown = ProcessInfo.processInfo.environment["VERBATIM_DIFF_SHOW"].flatMap(Int.init) ?? 0
        for example in tally.undecided.prefix(shown) + tally.missed.prefix(shown) { print(example) }
        #expect(tally.widened > tally.pairs / 5, "too few pairs that allow more")
    }
}

/// Two schemas that differ in one or two keywords, compiled.
private struct SchemaPair {
    let old: JSON
    let new: JSON
    let compiledOld: CompiledSchema
    let compiledNew: CompiledSchema
    private let document: JSONValue
    private let changed: JSONValue
    private let random: SeededRandom

    init?(seed: UInt64) {
        var generator = SchemaGenerator(random: SeededRandom(seed: seed))
        let document = generator.document()
        var changed = generator.changed(document)
        if generator.random.once(in: 4) { changed = generator.changed(changed) }
        guard let old = JSON(document), let new = JSON(changed),
            let compiledOld = try? Schema(old).compile(options: .init(formats: .assertion)),
            let compiledNew = try? Schema(new).compile(options: .init(formats: .assertion))
        else { return nil }
        self.old = old
        self.new = new
        self.compiledOld = compiledOld
        self.compiledNew = compiledNew
        self.document = document
        self.changed = changed
        random = generator.random
    }

    /// A sampled value that only the new schema allows.
    var sample: JSONValue? {
        var values = ValueGenerator(document: changed, random: random)
        for round in 0..<120 {
            let value = values.value(for: round % 3 == 2 ? document : changed)
            if isNew(value) { return value }
        }
        return nil
    }

    func isNew(_ value: JSONValue) -> Bool {
        guard let json = JSON(value) else { return false }
        return compiledNew.accepts(json) && !compiledOld.accepts(json)
    }
}

/// The number of pairs on which both agree.
private struct Tally {
    var pairs = 0
    var widened = 0
    var differing = 0
    var shownBySample = 0
    var shownByEvidence = 0
    var missed: [String] = []
    var undecided: [String] = []

    var description: String {
        "\(pairs) pairs, \(differing) differ, \(widened) reported to widen: \(shownByEvidence) with directed evidence, "
            + "\(shownBySample) with a sample only, \(undecided.count) undecided; \(missed.count) missed"
    }

    mutating func count(_ pair: SchemaPair, number: Int) {
        pairs += 1
        let comparison = SchemaComparison(
            old: NormalizedSchemaCache(References(in: pair.old)),
            new: NormalizedSchemaCache(References(in: pair.new)))
        let (old, new) = (comparison.old.form(of: [pair.old]), comparison.new.form(of: [pair.new]))
        let differences = comparison.differences(pair.old, pair.new)
        if !differences.isEmpty { differing += 1 }
        guard comparison.direction(old, new).contains(.widens) else {
            if let sample = pair.sample {
                missed.append(
                    "\(number): \(pair.old) to \(pair.new), value \(sample), reported \(differences.map { "\($0.kind) \($0.direction)" })"
                )
            }
            return
        }
        widened += 1
        if Self.evidence(pair, comparison, old, new) != nil {
            shownByEvidence += 1
        } else if pair.sample != nil {
            shownBySample += 1
        } else {
            let reported = differences.filter { $0.direction.contains(.widens) }.map {
                "\($0.kind) at \($0.path.pointer)"
            }
            undecided.append("\(number): \(pair.old) to \(pair.new): \(reported)")
        }
    }

    /// A value generated to show the differences, alone or inserted into a whole one.
    private static func evidence(
        _ pair: SchemaPair, _ comparison: SchemaComparison, _ old: SchemaBranch.Index,
        _ new: SchemaBranch.Index
    ) -> JSONValue? {
        let forms = ValueSamples(forms: comparison.new)
        let whole = forms.values(of: new) + ValueSamples(forms: comparison.old).values(of: old)
        if let value = whole.first(where: pair.isNew) { return value }
        let differences = comparison.differences(pair.old, pair.new).filter { $0.direction.contains(.widens) }
        let checks = CounterexampleChecks(differences, comparison)
        for difference in differences {
            let values = checks.newValues(for: difference) + forms.values(of: difference.site.new)
            for body in [forms.simplest(of: new), forms.complete(of: new)] + whole {
                for value in values {
                    let inserted = body.inserting(value, at: difference.site.path[...])
                    if let inserted, pair.isNew(inserted) { return inserted }
                }
            }
        }
        return nil
    }
}
