import VerbatimContract
import VerbatimJSON

extension HTMLReport {
    /// The number of operations that have a row.
    private static let measuredLimit = 300

    /// The times and the sizes of the recorded responses.
    func measurements(of check: CheckReport) -> Section? {
        let measured = check.operations.filter { !$0.samples.isEmpty }
        guard !measured.isEmpty else { return nil }
        let tallies = measured.prefix(Self.measuredLimit)
        let times = tallies.map { Measurements($0.samples.compactMap(\.duration), .milliseconds) }
        let sizes = tallies.map { Measurements($0.samples.compactMap { $0.size.map(Double.init) }, .bytes) }
        let (timeAxis, sizeAxis) = (MeasurementAxis(times, .milliseconds), MeasurementAxis(sizes, .bytes))
        let rows = zip(tallies, zip(times, sizes)).map { tally, values -> (api: String, html: HTML) in
            let row: HTML = """
                <tr><th scope="row">\(tally.id)</th><td class="number">\(tally.samples.count)</td>\
                \(cells(values.0, timeAxis))\(cells(values.1, sizeAxis))</tr>

                """
            return (tally.api, row)
        }
        let bodies = OrderedGroups(grouping: rows, by: \.api).pairs.map { api, rows -> HTML in
            """
            <tbody>
            <tr class="group"><th scope="rowgroup" colspan="8">\(api)</th></tr>
            \(rows.map(\.html))</tbody>

            """
        }
        return Section(
            id: "measurements", title: "Times and sizes", note: "",
            content: """
                <p>Every recorded response is a point, the median a line. The scales are logarithmic: time \
                \(timeAxis.text), size \(sizeAxis.text). Recordings of fake providers have the times of this \
                machine.</p>
                \(Self.scroll("Times and sizes by operation", """
                <table class="measurements">
                <thead><tr><th scope="col">Operation</th><th scope="col" class="number">Responses</th>\
                <th scope="col">Time</th><th scope="col" class="number">Median</th>\
                <th scope="col" class="number">Range</th>\
                <th scope="col">Size</th><th scope="col" class="number">Median</th>\
                <th scope="col" class="number">Range</th></tr></thead>
                \(bodies)</table>
                """))
                \(Self.more(measured.count - tallies.count, "operation"))

                """)
    }

    /// Returns a note about what is not listed, or nil if nothing is missing.
    static func more(_ count: Int, _ noun: String) -> HTML? {
        count > 0 ? "<p class=\"note\">and \(String.count(count, noun)) more</p>\n" : nil
    }

    private func cells(_ values: Measurements, _ axis: MeasurementAxis) -> HTML {
        guard let median = values.median, let range = values.rangeText else {
            return "<td class=\"none\" colspan=\"3\">not recorded</td>"
        }
        // A path has far fewer bytes than a circle for each point.
        let points = Set(values.values.map(axis.position)).sorted().map { "M\($0) 9h0" }.joined()
        let middle = axis.position(of: median)
        return """
            <td><svg class="points" viewBox="-6 0 212 18" aria-hidden="true">\
            <path class="axis" d="M0 9H200"/><path class="dots" d="\(points)"/><path class="median" d="M\(middle) 1V17"/></svg></td>\
            <td class="number">\(axis.unit.text(of: median))</td><td class="number">\(range)</td>
            """
    }
}

/// Values of one kind, sorted.
private struct Measurements {
    let values: [Double]
    private let unit: MeasurementUnit

    init(_ values: [Double], _ unit: MeasurementUnit) {
        self.values = values.filter { $0.isFinite && $0 >= 0 }.sorted()
        self.unit = unit
    }

    var least: Double? { values.first }
    var greatest: Double? { values.last }

    /// The middle value, or the lower one of two.
    var median: Double? { values.isEmpty ? nil : values[(values.count - 1) / 2] }

    var rangeText: String? {
        guard let least, let greatest else { return nil }
        let (low, high) = (unit.text(of: least), unit.text(of: greatest))
        return low == high ? low : "\(low) \u{2013} \(high)"
    }
}

/// A logarithmic scale of 200 units.
private struct MeasurementAxis {
    let unit: MeasurementUnit
    private let least: Double
    private let greatest: Double

    init(_ all: [Measurements], _ unit: MeasurementUnit) {
        self.unit = unit
        least = Swift.max(all.compactMap(\.least).min() ?? 1, 1)
        greatest = Swift.max(all.compactMap(\.greatest).max() ?? 1, least)
    }

    var text: String { "from \(unit.text(of: least)) to \(unit.text(of: greatest))" }

    func position(of value: Double) -> Int {
        guard greatest > least else { return 100 }
        let share = Self.exponent(Swift.max(value, least) / least) / Self.exponent(greatest / least)
        return Int((share * 200).rounded())
    }

    /// Returns the binary logarithm, linear between powers of two.
    private static func exponent(_ value: Double) -> Double {
        Double(value.exponent) + value.significand - 1
    }
}

/// The unit of a measurement.
private enum MeasurementUnit {
    case milliseconds, bytes

    /// Returns a value with two or three digits and its unit: `340 ms`, `1.2 s`, `18 kB`.
    func text(of value: Double) -> String {
        let names =
            switch self {
            case .milliseconds: ["ms", "s"]
            case .bytes: ["B", "kB", "MB", "GB"]
            }
        var (value, index) = (value, 0)
        while value >= 1000, index + 1 < names.count { (value, index) = (value / 1000, index + 1) }
        let tenths = Int((Swift.min(value, 1e15) * 10).rounded())
        let isWhole = tenths >= 100 || tenths % 10 == 0
        return (isWhole ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)") + " \(names[index])"
    }
}
