extension ResponseObject {
    /// The media types the body may have, in words.
    var mediaTypes: String { ContractMessages.either(content.map { "'\($0.range.text)'" }) }
}

extension [MediaTypeObject] {
    /// The promise whose range covers a media type most closely.
    package func closest(to type: MediaType) -> MediaTypeObject? {
        let covering = compactMap { promise in promise.range.closeness(to: type).map { ($0, promise) } }
        return covering.max { $0.0 < $1.0 }?.1
    }

    /// The promise that fits what the bytes are, when the media type is not a declared one.
    ///
    /// A media type that changed is one finding; what changed in the body beside it is still found.
    func substitute(for kind: BodyKind, in shapes: SchemaShapes) -> MediaTypeObject? {
        guard kind != .empty, kind != .text, kind != .binary else { return nil }
        return first { ContentKind($0, claimed: nil, shapes: shapes).accepts(kind) && $0.schema != nil }
    }
}
