import Foundation
import VerbatimJSON

/// Tells the failures of a pass in terms of the document: locations, values, and what is wrong with them.
struct FailureBuilder {
    let document: SourceDocument
    /// The type of the whole document.
    let model: any Any.Type
    let spelling: KeyStrategy

    /// A location in the document: its pointer, and the nearest value there is.
    struct Spot {
        var pointer: JSONPointer
        var node: JSON?
    }

    /// The failures in document order, each once however often the model asked.
    func failures(_ lapses: [PendingFailure]) -> [DecodeFailure] {
        Set(lapses.map(failure))
            .map { (offset: $0.position?.offset ?? 0, words: $0.description, failure: $0) }
            .sorted { ($0.offset, $0.words) < ($1.offset, $1.words) }
            .map(\.failure)
    }

    /// Follows coding keys through the document.
    func location(of path: [any CodingKey]) -> Spot {
        var spot = Spot(pointer: .root, node: document.root)
        for (index, key) in path.enumerated() {
            if let element = key.elementIndex(in: spot.node) {
                spot.pointer = spot.pointer.appending(element)
                spot.node = spot.node?[element]
            } else {
                let name = name(of: key.stringValue, in: spot.node, at: Array(path.prefix(index)))
                spot.pointer = spot.pointer.appending(name)
                spot.node = spot.node?[name]
            }
        }
        return spot
    }

    private func name(of key: String, in object: JSON?, at path: [any CodingKey]) -> String {
        object.flatMap { spelling.name(of: key, in: $0, at: path) }
            ?? spelling.expectedName(of: key, at: path)
    }

    private func failure(_ lapse: PendingFailure) -> DecodeFailure {
        let spot = location(of: lapse.path)
        if let error = document.error, lapse.isOfDocument || !(lapse.error is DecodingError) {
            return notJSON(error)
        }
        let kind = kind(of: lapse, at: spot.node)
        return DecodeFailure(
            kind: kind, pointer: spot.pointer, position: spot.node.map(document.position),
            found: found(spot.node),
            wanted: wanted(lapse), reason: reason(lapse, kind))
    }

    private func notJSON(_ error: JSONError) -> DecodeFailure {
        DecodeFailure(
            kind: .notJSON, pointer: .root, position: error.position, found: found(nil), wanted: nil,
            reason: error.description)
    }
}

// MARK: - What is wrong

extension FailureBuilder {
    private func kind(of lapse: PendingFailure, at node: JSON?) -> DecodeFailure.Kind {
        if lapse.origin == .name { return .badKey }
        if let node {
            if !node.exists { return lapse.origin == .model ? .refused : .missingKey }
            if node.isNull { return .null }
        } else if case .keyNotFound? = lapse.error as? DecodingError {
            return .missingKey
        } else if case .valueNotFound? = lapse.error as? DecodingError {
            return .null
        }
        if lapse.origin == .decoder, lapse.isTypeMismatch { return .wrongType }
        return kind(of: lapse, at: node?.kind)
    }

    /// The kind of failure of a value of the right JSON type.
    private func kind(of lapse: PendingFailure, at kind: JSON.Kind?) -> DecodeFailure.Kind {
        switch lapse.wanted {
        case .value(is Date.Type): .badDate
        case .value(is URL.Type): .badURL
        case .value(is Data.Type): .badData
        case .value(let type) where lapse.origin == .model:
            type is any RawRepresentable.Type ? .unknownCase : .refused
        case .value where kind == .number: .numberDoesNotFit
        default: .notJSON
        }
    }

    private func reason(_ lapse: PendingFailure, _ kind: DecodeFailure.Kind) -> String? {
        switch kind {
        case .badDate, .badURL, .badData, .refused, .notJSON: lapse.words
        case .missingKey, .null, .wrongType, .numberDoesNotFit, .unknownCase, .badKey, .toolFault: nil
        }
    }
}

// MARK: - What is there, and what was wanted

extension FailureBuilder {
    private func found(_ node: JSON?) -> DecodeFailure.Found {
        DecodeFailure.Found(kind: node?.kind, text: Excerpt.of(node?.text ?? ""))
    }

    private func wanted(_ lapse: PendingFailure) -> DecodeFailure.Wanted {
        let type = lapse.wanted.words
        let asker = ModelName.of(lapse.owner?.model ?? model)
        guard let closer = lapse.keys.flatMap(ModelName.declaring), closer != asker else {
            let inside = lapse.path.dropFirst(lapse.owner?.depth ?? 0).dropLast(lapse.origin == .name ? 1 : 0)
            return .init(model: asker, property: property(inside), type: type, form: lapse.form?.words)
        }
        return .init(
            model: closer, property: property(lapse.path.suffix(1)), type: type, form: lapse.form?.words)
    }

    private func property(_ path: some Sequence<any CodingKey>) -> String {
        path.reduce(into: "") { text, key in
            text += key.intValue != nil ? "[]" : (text.isEmpty ? "" : ".") + key.stringValue
        }
    }
}

extension CodingKey {
    /// The index the key is of, when it is one of an array: by the value there, or else by the decoder's
    /// word.
    fileprivate func elementIndex(in value: JSON?) -> Int? {
        guard let value else { return intValue.flatMap { stringValue == "Index \($0)" ? $0 : nil } }
        return value.kind == .array ? intValue : nil
    }
}

extension PendingFailure.Wanted {
    fileprivate var words: String {
        switch self {
        case .value(let type): ModelName.of(type)
        case .object: "an object"
        case .array: "an array"
        }
    }
}
