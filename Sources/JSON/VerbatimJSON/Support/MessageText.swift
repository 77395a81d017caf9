/// A message of several lines, in the form that all messages of this package have.
///
///     headline
///       at LOCATION
///       detail
///       next: STEP
///
/// Each part stays on its line, whatever it contains: see ``Swift/String/onOneLine``.
package struct MessageText {
    /// The problem, or the result.
    package var headline: String
    /// The location in a file.
    package var location: String?
    /// Further lines.
    package var details: [String]
    /// The next step.
    package var next: String?

    /// Creates a message.
    package init(_ headline: String, at location: String? = nil, details: [String] = [], next: String? = nil)
    {
        self.headline = headline
        self.location = location
        self.details = details
        self.next = next
    }

    /// The lines, without a line break at the end.
    package var text: String {
        let indented = [location.map { "at " + $0 }] + details + [next.map { "next: " + $0 }]
        return ([headline] + indented.compactMap(\.self).map { "  " + $0 }).map(\.onOneLine)
            .joined(separator: "\n")
    }
}
