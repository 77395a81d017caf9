public import Foundation

/// A decoder of whole documents, as an app holds it.
///
/// `JSONDecoder` is one. Any other conforms by an empty extension when it has the method of the usual form.
public protocol TopLevelDecoder: SendableMetatype {
    /// Decodes a value of the type from the bytes of a document.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: TopLevelDecoder {}
