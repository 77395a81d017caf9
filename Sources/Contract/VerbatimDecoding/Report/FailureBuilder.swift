import Foundation
import VerbatimJSON

/// Resolves pending failures in the document: to pointers, positions, values and kinds.
struct FailureBuilder {
    let document: ParsedDocument
    /// The type of the whole document.
    let model: any Any.Type
    let keyStrategy: KeyStrategy

    /// A coding path resolved in the document; the value is nil if the document is not JSON.
    struct ResolvedPath {
        var pointer: JSONPointer
        var value: JSON?
    }

    /// Returns the failures in document order, each once.
    func failures(_ pending: [PendingFailure]) -> [DecodeFailure] {
        Set(pending.map(failure))
            .map { (offset: $0.position?.offset ?? 0, message: $0.description, failure: $0) }
            .sorted { ($0.offset, $0.message) < ($1.offset, $1.message) }
            .map(\.failure)
    }

    /// Follows coding keys through the document.
    func resolve(_ path: [any CodingKey]) -> ResolvedPath {
        var resolved = ResolvedPath(pointer: .root, value: document.root)
        for (index, key) in path.enumerated() {
            if let element = key.elementIndex(in: resolved.value) {
                resolved.pointer = resolved.pointer.appending(element)
                resolved.value = resolved.value?[element]
            } else {
                let name = name(of: key.stringValue, in: resolved.value, at: Array(path.prefix(index)))
                resolved.pointer = resolved.pointer.appending(name)
                resolved.value = resolved.value?[name]
            }
        }
        return resolved
    }

    private func name(of key: String, in object: JSON?, at path: [any CodingKey]) -> String {
        object.flatMap { keyStrategy.name(of: key, in: $0, at: path) }
            ?? keyStrategy.expectedName(of: key, at: path)
    }

    private func failure(_ pending: PendingFailure) -> DecodeFailure {
        let resolved = resolve(pending.path)
        if let error = document.error, pending.isOfDocument || !(pending.error is DecodingError) {
            return notJSON(error)
        }
        let kind = kind(of: pending, at: resolved.value)
        return DecodeFailure(
            kind: kind, pointer: resolved.pointer, position: resolved.value.map(document.position),
            found: found(resolved.value), expected: expected(pending), reason: reason(pending, kind))
    }

    private func notJSON(_ error: JSONError) -> DecodeFailure {
        DecodeFailure(
            kind: .notJSON, pointer: .root, position: error.position, found: found(nil), expected: nil,
            reason: error.description)
    }

    // MARK: Kind and reason

    private func kind(of pending: PendingFailure, at value: JSON?) -> DecodeFailure.Kind {
        if pending.origin == .name { return .badKey }
        if let value {
            if !value.exists { return pending.origin == .model ? .rejected : .missingKey }
            if value.isNull { return .null }
        } else if case .keyNotFound? = pending.error as? DecodingError {
            return .missingKey
        } else if case .valueNotFound? = pending.error as? DecodingError {
            return .null
        }
        if pending.origin == .decoder, pending.isTypeMismatch { return .wrongType }
        return kind(of: pending, at: value?.kind)
    }

    /// Returns the kind of failure of a value that has the right JSON type.
    private func kind(of pending: PendingFailure, at kind: JSON.Kind?) -> DecodeFailure.Kind {
        switch pending.expected {
        case .value(is Date.Type): .badDate
        case .value(is URL.Type): .badURL
        case .value(is Data.Type): .badData
        case .value(let type) where pending.origin == .model:
            type is any RawRepresentable.Type ? .unknownCase : .rejected
        case .value where kind == .number: .numberDoesNotFit
        default: .notJSON
        }
    }

    private func reason(_ pending: PendingFailure, _ kind: DecodeFailure.Kind) -> String? {
        switch kind {
        case .badDate, .badURL, .badData, .rejected, .notJSON: pending.message
        case .missingKey, .null, .wrongType, .numberDoesNotFit, .unknownCase, .badKey, .toolFault: nil
        }
    }

    // MARK: Found and expected values

    private func found(_ value: JSON?) -> DecodeFailure.Found {
        let lines = (value?.text ?? "").split(whereSeparator: \.isNewline)
        let text = lines.map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
        return DecodeFailure.Found(kind: value?.kind, text: text.excerpt(100))
    }

    private func expected(_ pending: PendingFailure) -> DecodeFailure.Expected {
        let (type, form) = (pending.expected.name, pending.form?.name)
        let owner = TypeName.of(pending.owner?.model ?? model)
        if let closer = pending.keyType.flatMap(TypeName.declaring), closer != owner {
            return .init(model: closer, property: property(pending.path.suffix(1)), type: type, form: form)
        }
        let path = pending.path.dropFirst(pending.owner?.depth ?? 0).dropLast(pending.origin == .name ? 1 : 0)
        return .init(model: owner, property: property(path), type: type, form: form)
    }

    private func property(_ path: some Sequence<any CodingKey>) -> String {
        path.reduce(into: "") { text, key in
            text += key.intValue != nil ? "[]" : (text.isEmpty ? "" : ".") + key.stringValue
        }
    }
}

extension CodingKey {
    /// The index of an array's element, if the key is one: judging by the value, or else by the decoder's
    /// name for it.
    fileprivate func elementIndex(in value: JSON?) -> Int? {
        guard let value else { return intValue.flatMap { stringValue == "Index \($0)" ? $0 : nil } }
        return value.kind == .array ? intValue : nil
    }
}

extension PendingFailure.Expected {
    fileprivate var name: String {
        switch self {
        case .value(let type): TypeName.of(type)
        case .object: "an object"
        case .array: "an array"
        }
    }
}

/// The document parsed as JSON, for the positions of failures.
struct ParsedDocument {
    /// The document's value; nil if the document is not JSON.
    let root: JSON?
    /// The reason why the document is not JSON.
    let error: JSONError?
    /// The length of the byte order mark, which `JSONDecoder` skips although JSON does not allow one.
    private let markLength: Int

    init(_ data: Data) {
        let hasMark = data.starts(with: [0xef, 0xbb, 0xbf])
        markLength = hasMark ? 3 : 0
        do throws(JSONError) {
            root = try JSON(parsing: hasMark ? Data(data.dropFirst(3)) : data)
            error = nil
        } catch {
            root = nil
            self.error = JSONError(
                reason: error.reason, position: Self.position(error.position, afterMark: markLength))
        }
    }

    /// Returns the position of a value; for a missing one, that of the innermost object or array around it.
    func position(of value: JSON) -> JSONPosition { Self.position(value.position, afterMark: markLength) }

    private static func position(_ position: JSONPosition, afterMark length: Int) -> JSONPosition {
        JSONPosition(
            offset: position.offset + length, line: position.line,
            column: position.line == 1 ? position.column + length : position.column)
    }
}
