import Foundation
import VerbatimJSON

/// How the names in a document and the keys of a model are spelled, one and the other.
final class KeyStrategy {
    private let strategy: JSONDecoder.KeyDecodingStrategy
    private var keys: [String: String] = [:]

    /// A decoder that is no `JSONDecoder` is taken to change no names.
    init(of decoder: any TopLevelDecoder) {
        strategy = (decoder as? JSONDecoder)?.keyDecodingStrategy ?? .useDefaultKeys
    }

    /// The key the decoder makes of a name.
    ///
    /// - Parameter path: The keys that lead to the object which has the name.
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

    /// The name that a key has in an object; nil when it has none there.
    func name(of key: String, in object: JSON, at path: [any CodingKey]) -> String? {
        if case .useDefaultKeys = strategy { return object[key].exists ? key : nil }
        return object.members.first { self.key(for: $0.name, at: path) == key }?.name
    }

    /// The name a key would have in the document, as far as one can tell.
    func expectedName(of key: String, at path: [any CodingKey]) -> String {
        guard case .convertFromSnakeCase = strategy else { return key }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let document = try? JSON(parsing: encoder.encode(OneMember(key: AnyCodingKey(key))))
        guard let name = document?.members.first?.name, self.key(for: name, at: path) == key else {
            return key
        }
        return name
    }

    /// Has the real decoder convert a name, rather than know how it does.
    private func converted(_ name: String) -> String {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        let document = JSONValue.object([name: true]).text(.compact)
        return (try? decoder.decode(OneMember.self, from: Data(document.utf8)))?.key.stringValue ?? name
    }

    private struct OneMember: Codable {
        let key: AnyCodingKey

        init(key: AnyCodingKey) {
            self.key = key
        }

        init(from decoder: any Decoder) throws {
            key = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.first ?? AnyCodingKey("")
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            try container.encode(true, forKey: key)
        }
    }
}
