import Foundation

/// The contents that the fake providers serve.
///
/// Works are in the public domain or invented, as are the people. The contents are read from the JSON files
/// in the folder `Catalogue`, which are resources of this module.
struct Catalogue {
    /// All volumes, in the order of a search's results.
    let books: [FakeBook]
    /// All items, in the order of a search's results.
    let storeItems: [FakeStoreItem]
    /// All photos, in the order of their upload.
    let photos: [FakePhoto]
    let users: FakeUserList

    /// Reads the catalogue from the resources of this module.
    init() throws(CatalogueError) {
        books = try Self.decode("books")
        storeItems = try Self.decode("store-items")
        photos = try Self.decode("photos")
        users = try Self.decode("users")
    }

    private static func decode<Value: Decodable>(_ name: String) throws(CatalogueError) -> Value {
        guard
            let file = Bundle.module.url(
                forResource: name, withExtension: "json", subdirectory: "Catalogue")
        else {
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
