import VerbatimHAR

extension Outcome {
    /// The outcome in the form a recording keeps: header fields in order, and the times of its pieces only where they
    /// are part of what the API says, in a stream. Anywhere else they are chance, and different each time.
    var asRecorded: Outcome {
        map { response in
            response.headers = response.headers.sortedByName
            response.chunks = response.isStream ? response.chunks.map(\.inTenths) : []
        }
    }

    /// The outcome with its response, whole or partial, changed.
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

    /// Whether the body is sent piece by piece as things happen.
    fileprivate var isStream: Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        return HTTPResponse.streamTypes.contains { type.hasPrefix($0) }
    }
}

extension HTTPResponse.Chunk {
    /// The piece with its time in tenths of a millisecond; what is finer is noise.
    fileprivate var inTenths: HTTPResponse.Chunk {
        HTTPResponse.Chunk(length: length, time: (time * 10).rounded() / 10)
    }
}

extension HeaderFields {
    /// The fields by name without case, repeated ones in their order: Foundation gives none a recording could keep.
    var sortedByName: HeaderFields {
        let keyed = fields.enumerated().map { (name: $1.name.lowercased(), offset: $0, field: $1) }
        return HeaderFields(keyed.sorted { ($0.name, $0.offset) < ($1.name, $1.offset) }.map(\.field))
    }
}
