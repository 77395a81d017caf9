import Foundation
import Testing
import VerbatimJSON
import VerbatimYAML

/// A text in YAML with the expected JSON or error. In tables, `⇥` is a tab, which would not be seen.
struct YAMLCase: CustomTestStringConvertible, Sendable {
    let text: String
    let expected: String

    init(_ text: String, _ expected: String) {
        self.text = text.replacing("⇥", with: "\t")
        self.expected = expected
    }

    var testDescription: String { text.debugDescription }

    /// The JSON of the document, or the error.
    var result: String {
        do {
            return try YAMLDocument(parsing: Data(text.utf8)).root.text
        } catch {
            return "\(error)"
        }
    }
}
