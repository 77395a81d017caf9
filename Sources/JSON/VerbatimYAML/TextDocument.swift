package import Foundation
package import VerbatimJSON

/// A document in YAML or JSON, whichever the extension of its file says.
package struct TextDocument: Sendable {
    /// The value of the document, with positions in its text.
    package let root: JSON
    /// The parts of a YAML text that may mean something else to its author.
    package let warnings: Excerpt<YAMLDocument.Warning>
    /// The positions of the texts of a YAML document that are bytes in Base64.
    package let binaries: Set<JSONPosition>

    /// The extensions of files that are read.
    package static let extensions = ["json", "yaml", "yml"]

    /// Whether a file has the extension of YAML, in any case.
    package static func isYAML(_ file: String) -> Bool { ["yaml", "yml"].contains(fileExtension(of: file)) }

    package static func isDocument(_ file: String) -> Bool { extensions.contains(fileExtension(of: file)) }

    /// Parses a text; a file without one of the extensions of YAML is JSON.
    package init(parsing text: Data, file: String) throws(TextDocumentError) {
        guard Self.isYAML(file) else {
            do {
                (root, warnings, binaries) = (try JSON(parsing: text), [], [])
            } catch {
                throw TextDocumentError(position: error.position, message: "invalid JSON: \(error.reason)")
            }
            return
        }
        do {
            let document = try YAMLDocument(parsing: text)
            (root, warnings, binaries) = (document.root, document.warnings, document.binaries)
        } catch {
            let kind = error.reason.isInexpressible ? "" : "invalid YAML: "
            throw TextDocumentError(position: error.position, message: "\(kind)\(error.reason)")
        }
    }

    private static func fileExtension(of file: String) -> String {
        URL(filePath: file).pathExtension.lowercased()
    }
}

/// The reason why a text is no document, with its position.
package struct TextDocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    package let position: JSONPosition
    /// The notation and the reason, as in `invalid YAML: tab in the indentation; use spaces`.
    package let message: String

    package var description: String { "\(position): \(message)" }
}
