public import Foundation
public import VerbatimContract
import VerbatimJSON

/// The declarations of the models' properties in the Swift sources of the app.
///
/// The sources are parsed without a compiler: nested types, extensions, and the names in `CodingKeys`. If the
/// result is ambiguous, for example because two types have the same name, a query returns nil.
public struct SourceIndex: Sendable {
    /// A declared property of a model, or the case of a coding key if no property has its name.
    public struct Property: Sendable, Hashable, CustomStringConvertible {
        /// The model: `Volume.Info`.
        public let model: String
        /// The name of the property in Swift: `remoteURL`.
        public let name: String
        /// The location of the declaration.
        public let location: SourceLocation

        /// The model and the property: `Photo.remoteURL`.
        public var description: String { "\(model).\(name)" }
    }

    let types: [String: SwiftType]

    /// Parses every `.swift` file in a folder and in the folders in it.
    ///
    /// Locations contain the path of the folder as given. Files that cannot be read or parsed are omitted;
    /// the index of a folder that does not exist is empty.
    public init(contentsOf folder: URL) { self.init(Self.sources(in: folder)) }

    /// Reads every `.swift` file in a folder and in the folders in it.
    static func sources(in folder: URL) -> [(path: String, text: [UInt8])] {
        let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
        let files = (paths?.allObjects ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        return files.sorted().map { path in
            let file = folder.appending(path: path)
            return (file.relativePath, [UInt8]((try? Data(readingFile: file)) ?? Data()))
        }
    }

    package init(_ sources: [(path: String, text: [UInt8])]) {
        self.init(
            merging: sources.compactMap { source in
                var parser = DeclarationParser(source.text, path: source.path)
                return parser.types()
            })
    }

    init(merging sources: [[String: SwiftType]]) {
        types = sources.reduce(into: [:]) { types, source in types.merge(source) { $0.merging($1) } }
    }

    /// Returns the location of the declaration of a model, or nil if it is missing or ambiguous.
    public func location(of model: String) -> SourceLocation? {
        type(of: model)?.declarations.first?.location
    }

    /// Returns the property of a model that is decoded from a key.
    ///
    /// - Parameters:
    ///   - key: The key in the document: `url_l`, or a key that the decoder converts from snake case.
    ///   - model: The name of the model as in a `KeyUsage`: `Volume.Info`.
    /// - Returns: The property, or nil if it is missing or ambiguous.
    public func property(readFrom key: String, of model: String) -> Property? {
        guard let type = type(of: model) else { return nil }
        let keys = type.keyTypes.compactMap { types["\(Self.withoutArguments(model)).\($0)"] }.flatMap(
            \.cases)
        let members = type.keyTypes.contains("CodingKeys") ? keys : keys + type.properties + type.cases
        for name in [key, key.convertedFromSnakeCase] {
            let readers = members.filter { $0.key == name }
            guard let reader = readers.first else { continue }
            guard readers.allSatisfy({ $0.name == reader.name }) else { return nil }
            let declared = type.properties.filter { $0.name == reader.name }
            guard declared.count <= 1 else { return nil }
            return Property(model: model, name: reader.name, location: (declared.first ?? reader).location)
        }
        return nil
    }

    func type(of model: String) -> SwiftType? {
        types[Self.withoutArguments(model)].flatMap { $0.declarations.count == 1 ? $0 : nil }
    }

    /// Returns the name of a type without its generic arguments.
    static func withoutArguments(_ model: String) -> String { String(model.prefix { $0 != "<" }) }
}

struct SwiftType: Sendable {
    /// A property or an enumeration case, which a key may name.
    struct Member: Sendable {
        let name: String
        /// The key in a document: the raw value of a case.
        let key: String
        let location: SourceLocation
        /// The type of a property, if it is written for it alone; the raw value of a case, or its name.
        var type: [SourcePiece] = []
        var isStored = false
    }

    /// A declaration, from its name to the end of its body.
    struct Declaration: Sendable {
        let location: SourceLocation
        let keyword: String
        let inherited: [SourcePiece]
        var end: SourcePiece?
    }

    /// The declarations without extensions: one, unless the name is ambiguous.
    var declarations: [Declaration] = []
    /// The instance properties, stored and computed.
    var properties: [Member] = []
    var cases: [Member] = []
    /// The simple names of the nested types of coding keys.
    var keyTypes: [String] = []
    /// Why it is not known which properties are decoded, and how.
    var obstacles: [String] = []

    /// Returns the type as declared in two sources.
    func merging(_ other: SwiftType) -> SwiftType {
        SwiftType(
            declarations: declarations + other.declarations, properties: properties + other.properties,
            cases: cases + other.cases, keyTypes: keyTypes + other.keyTypes,
            obstacles: obstacles + other.obstacles)
    }
}

/// A token of a source as it is written.
struct SourcePiece: Sendable {
    let location: SourceLocation
    let text: String
}

extension String {
    /// The key into which `JSONDecoder` converts a name with the strategy `convertFromSnakeCase`.
    var convertedFromSnakeCase: String {
        let leading = prefix { $0 == "_" }
        let trailing = dropFirst(leading.count).reversed().prefix { $0 == "_" }
        let words = dropFirst(leading.count).dropLast(trailing.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return self }
        let others = words.dropFirst().map(\.capitalized).joined()
        return "\(leading)\(first.lowercased())\(others)\(String(trailing))"
    }
}
