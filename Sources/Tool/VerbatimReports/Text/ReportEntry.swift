import VerbatimJSON

/// An entry of a text report: a headline and indented details.
///
///     label: headline
///       at LOCATION
///       and 2 more like it
///       detail
///       next: STEP
struct ReportEntry {
    /// The rule or kind, which may be colored.
    var label: String
    /// The subject and the problem.
    var headline: String
    /// The locations of the value and of the contract.
    var location: String?
    /// The number of similar results that the report omits.
    var others = 0
    /// Further lines.
    var details: [String] = []
    /// The next step.
    var next: String?

    /// The lines, without a line break at the end.
    var text: String {
        let details = [Self.others(others)].compactMap(\.self) + details
        return "\(label): " + MessageText(headline, at: location, details: details, next: next).text
    }

    /// Returns the line for a number of similar results, or nil for none.
    static func others(_ count: Int) -> String? { count > 0 ? "and \(count) more like it" : nil }
}
