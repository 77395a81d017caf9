import Foundation
import VerbatimJSON

/// The contents that the fake providers serve: JSON files in a folder, by default those in `Catalogue`, which
/// are resources of this module.
///
/// Works are in the public domain or invented, as are the people.
struct Catalogue {
    /// The folder with the files that replace those of this module; nil replaces no file.
    var folder: URL?

    /// Reads a file of the catalogue; its items are in the order of a search's results.
    func read<Value: Decodable>(_ name: String) throws(CatalogueError) -> Value {
        let own = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Catalogue")
        guard let file = folder?.appending(path: "\(name).json") ?? own else {
            throw CatalogueError(file: "\(name).json", reason: "the file is missing from the resources")
        }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
        } catch {
            throw CatalogueError(file: file.path, reason: "\(error)")
        }
    }
}

/// An unreadable file of the fake providers' catalogue.
public struct CatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, or its name if it is missing.
    public let file: String
    /// The reason.
    public let reason: String

    /// The file and the reason.
    public var description: String { "\(file): \(reason)" }
}

extension JSONValue {
    /// Creates a number in the provider's spelling, such as `-1.00`.
    static func decimal(_ text: String) -> JSONValue {
        JSONNumber(text).map(JSONValue.number) ?? .string(text)
    }
    static func integer(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
