import Foundation
import VerbatimJSON
import VerbatimYAML

/// An error in a file that was given on the command line.
struct FileProblem: Error, CustomStringConvertible {
    let location: String
    let what: String
    var next: String?

    var description: String { MessageText("\(location): \(what)", next: next).text }
}

extension TextDocument {
    /// Reads a file in JSON or YAML.
    init(contentsOf file: URL, path: String) throws(FileProblem) {
        let text: Data
        do {
            text = try Data(readingFile: file)
        } catch {
            throw FileProblem(location: path, what: "the file cannot be read: \(error)")
        }
        do {
            try self.init(parsing: text, file: path)
        } catch {
            throw FileProblem(location: "\(path):\(error.position)", what: error.message)
        }
    }
}
