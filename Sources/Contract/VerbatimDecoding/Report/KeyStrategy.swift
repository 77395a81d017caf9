import Foundation
import VerbatimJSON

/// Converts between the names in a document and the keys of a model, as the decoder's key strategy does.
final class KeyStrategy {
    private let strategy: JSONDecoder.KeyDecodingStrategy
    private var keys: [String: String] = [:]
    /// The names in the objects of the document by their keys.
    private var names: [Int: [String: String]] = [:]

    /// Creates the strategy of a decoder; one that is not a `JSONDecoder` is assumed to change no names.
    init(of decoder: any TopLevelDecoder) {
        strategy = (decoder as? JSONDecoder)?.keyDecodingStrategy ?? .useDefaultKeys
    }

    /// Returns the key into which the decoder converts a name.
    func key(for name: String, at path: [any CodingKey]) -> String {
        switch strategy {
        case .useDefaultKeys: return name
        case .custom(let convert): return convert(path + [AnyCodingKey(name)]).stringValue
        default:
            if let known = keys[name] { return known }
            let key = converted(name)
            keys[name] = key
            return key
        }
    }

    /// Returns the name of a key in an object, or nil if the object does not have the key.
    func name(of key: String, in object: JSON, at path: [any CodingKey]) -> String? {
        if case .useDefaultKeys = strategy { return object[key].exists ? key : nil }
        guard let node = object.node else { return nil }
        if let known = names[node] { return known[key] }
        let members = object.members.map { (self.key(for: $0.name, at: path), $0.name) }
        let found = Dictionary(members) { first, _ in first }
        names[node] = found
        return found[key]
    }

    /// Returns the name that a missing key would have in the document, or the key if that is not known.
    func expectedName(of key: String, at path: [any CodingKey]) -> String {
        guard case .convertFromSnakeCase = strategy else { return key }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let document = try? JSON(parsing: encoder.encode(SingleKeyObject(key: AnyCodingKey(key))))
        guard let name = document?.members.first?.name, self.key(for: name, at: path) == key else {
            return key
        }
        return name
    }

    /// Converts a name with a real decoder.
    private func converted(_ name: String) -> String {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        let document = JSONValue.object([name: true]).text(.compact)
        return (try? decoder.decode(SingleKeyObject.self, from: Data(document.utf8)))?.key.stringValue ?? name
    }

    private struct SingleKeyObject: Codable {
        let key: AnyCodingKey

        init(key: AnyCodingKey) { self.key = key }

        init(from decoder: any Decoder) throws {
            key = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.first ?? AnyCodingKey("")
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            try container.encode(true, forKey: key)
        }
    }
}
