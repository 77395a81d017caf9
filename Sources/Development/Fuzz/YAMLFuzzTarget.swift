import Foundation
import VerbatimJSON
import VerbatimYAML

/// The reader of YAML, and the documents that it makes.
enum YAMLFuzzTarget: FuzzTarget {
    static let name = "yaml"

    static func run(_ bytes: [UInt8]) {
        let text = Data(bytes)
        guard var stream = try? YAMLStream(parsing: text, maximumDepth: 64) else { return }
        do {
            while let document = try stream.next() {
                visit(document.root, bytes.count)
                let again = try? JSON(parsing: document.root.text)
                precondition(again == document.root, "the JSON of a document is another value")
                checkJSON(document.root)
            }
        } catch {
            precondition(error.position.offset <= bytes.count && !error.description.isEmpty)
        }
    }

    /// Reads the positions of all values.
    private static func visit(_ json: JSON, _ size: Int) {
        precondition(json.position.offset <= size)
        for element in json.elements { visit(element, size) }
        for member in json.members { visit(member.value, size) }
    }

    /// JSON is YAML: the text of a document is read as the same value.
    private static func checkJSON(_ json: JSON) {
        let again = try? YAMLDocument(parsing: Data(json.value.text(.pretty).utf8))
        precondition(again?.root == json, "the JSON of a document is not read as YAML")
    }
}
