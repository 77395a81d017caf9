import VerbatimHAR

extension Outcome {
    /// The outcome as it is recorded: with sorted header fields, and with chunk times only in a stream, where
    /// they are part of the response. In any other response they are chance.
    var recorded: Outcome {
        map { response in
            response.headers = response.headers.sortedByName
            response.chunks = response.isStream ? response.chunks.map(\.rounded) : []
        }
    }

    /// Returns the outcome with its response, complete or partial, changed.
    func map<Failure>(_ change: (inout HTTPResponse) throws(Failure) -> Void) throws(Failure) -> Outcome {
        guard var response else { return self }
        try change(&response)
        return switch self {
        case .response: .response(response)
        case .failure(let failure, _): .failure(failure, partial: response)
        }
    }
}

extension HTTPResponse {
    private static let streamTypes = [
        "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/stream+json", "multipart/x-mixed-replace",
    ]

    /// Whether the body is sent in pieces, as events happen.
    fileprivate var isStream: Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        return HTTPResponse.streamTypes.contains { type.hasPrefix($0) }
    }
}

extension HTTPResponse.Chunk {
    /// The chunk with its time rounded to a tenth of a millisecond; anything finer is noise.
    fileprivate var rounded: HTTPResponse.Chunk {
        HTTPResponse.Chunk(length: length, time: (time * 10).rounded() / 10)
    }
}

extension HeaderFields {
    /// The fields sorted by name without case, repeated ones in their order. Foundation does not keep the
    /// wire order.
    var sortedByName: HeaderFields {
        let keyed = fields.enumerated().map { (name: $1.name.lowercased(), offset: $0, field: $1) }
        return HeaderFields(keyed.sorted { ($0.name, $0.offset) < ($1.name, $1.offset) }.map(\.field))
    }
}
