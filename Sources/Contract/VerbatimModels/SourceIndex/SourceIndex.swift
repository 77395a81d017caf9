public import Foundation
public import VerbatimContract

/// Where the properties of the app's models are declared, found by reading its Swift sources.
///
/// The sources are read as text, without a compiler: types in types, extensions, and the names that `CodingKeys` give.
/// Where that leaves a doubt, such as two types of one name, there is no answer rather than a wrong one.
public struct SourceIndex: Sendable {
    /// A property of a model, or the key it is read by when no property has that name.
    public struct Property: Sendable, Hashable, CustomStringConvertible {
        /// The model: `Volume.Info`.
        public let model: String
        /// Its name in Swift: `remoteURL`.
        public let name: String
        /// Where it is declared.
        public let location: SourceLocation

        /// `Photo.remoteURL`.
        public var description: String { "\(model).\(name)" }
    }

    private let types: [String: SwiftType]

    /// Reads every `.swift` file in a folder and the folders in it.
    ///
    /// Locations have the path of the folder as it was given. A file that cannot be read or understood is left out, and of
    /// a folder that is not there nothing is known.
    public init(contentsOf folder: URL) {
        let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
        let files = (paths?.allObjects ?? []).compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        self.init(
            files.sorted().map { path in
                let file = folder.appending(path: path)
                return (file.relativePath, [UInt8]((try? Data(contentsOf: file)) ?? Data()))
            })
    }

    /// Reads sources, each with the path that locations in it have.
    package init(_ sources: [(path: String, text: [UInt8])]) {
        var types: [String: SwiftType] = [:]
        for source in sources {
            var reader = DeclarationReader(source.text, path: source.path)
            guard let found = reader.types() else { continue }
            types.merge(found) { $0.joined(with: $1) }
        }
        self.types = types
    }

    /// Where a model declares itself, or nil when that is not known for certain.
    public func location(of model: String) -> SourceLocation? {
        type(of: model)?.declarations.first
    }

    /// Finds what a model reads from a member of its object.
    ///
    /// - Parameters:
    ///   - key: The name of the member in the document: `url_l`, also where the decoder converts it from snake case.
    ///   - model: The name of the model, as a `KeyUsage` has it: `Volume.Info`.
    /// - Returns: The property, or nil when that is not known for certain.
    public func property(readFrom key: String, of model: String) -> Property? {
        guard let type = type(of: model) else { return nil }
        let keys = type.keyTypes.compactMap { types["\(Self.bare(model)).\($0)"] }.flatMap(\.cases)
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

    private func type(of model: String) -> SwiftType? {
        types[Self.bare(model)].flatMap { $0.declarations.count == 1 ? $0 : nil }
    }

    /// A name without its generic arguments.
    private static func bare(_ model: String) -> String { String(model.prefix { $0 != "<" }) }
}

extension String {
    /// The key that `JSONDecoder` makes of a name with the strategy `convertFromSnakeCase`.
    fileprivate var convertedFromSnakeCase: String {
        let leading = prefix { $0 == "_" }
        let trailing = dropFirst(leading.count).reversed().prefix { $0 == "_" }
        let words = dropFirst(leading.count).dropLast(trailing.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return self }
        return leading + first.lowercased() + words.dropFirst().map(\.capitalized).joined()
            + String(trailing)
    }
}
